// The embedded chart: its address, accepted messages, and the effect of commands.
import { describe, expect, it, vi } from 'vitest';
import {
  EMBED_VERSION,
  type EmbedCommand,
  type EmbedEvent,
  EmbedFault,
} from '../../../../core/embed/embed-protocol.ts';
import { INVALID_ORIGIN, marketOfSymbol } from '../../../../src/features/embed/frame-address.ts';
import { parseIndicatorList, printIndicatorList } from '../../../../src/features/embed/indicator-list.ts';
import { ParentLink } from '../../../../src/features/embed/parent-link.ts';
import { pngSize } from '../../../../src/features/embed/png.ts';
import { MARKETS, PAGE, PNG, address, frameOf, page } from './embed-fixture.ts';

describe('readFrameAddress', () => {
  it('reads market, interval, indicators, theme and language', () => {
    const { settings, origin, faults } = address(
      'embed=1&symbol=ETH/USDT&interval=4h&main=ma(5,10),BOLL&sub=VOL,MACD(8,17,9)&theme=light&lang=ja-JP&origin=https://page.example',
    );
    expect(faults).toEqual([]);
    expect(origin).toBe(PAGE);
    expect(settings).toMatchObject({ symbol: 'ETH/USDT', interval: '4h', theme: 'light', locale: 'ja-JP' });
    expect([printIndicatorList(settings.main), printIndicatorList(settings.sub)]).toEqual([
      'MA(5,10),BOLL',
      'VOL,MACD(8,17,9)',
    ]);
  });

  it('uses defaults and the language of the browser for missing parameters', () => {
    expect(address('', ['fr-CA', 'en-GB']).settings).toMatchObject({
      symbol: 'BTC/USDT',
      interval: '15m',
      theme: 'dark',
      locale: 'fr-FR',
    });
    expect(address('', ['xx']).settings.locale).toBe('en-US');
    expect(address('main=&sub=').settings).toMatchObject({ main: [], sub: [] });
  });

  it.each([
    ['interval=9m', 'unknown-interval'],
    ['theme=pink', 'unknown-theme'],
    ['lang=tlh', 'unknown-locale'],
    ['main=NONE', 'unknown-indicator'],
    ['main=VOL', 'unknown-indicator'],
    ['sub=MA', 'unknown-indicator'],
    ['main=MA(0)', 'unknown-indicator'],
    ['main=MA(,)', 'unknown-indicator'],
    ['main=MA(5', 'unknown-indicator'],
    ['sub=VOL,MACD,KDJ,RSI,BIAS,BRAR,CCI,DMI,CR', 'unknown-indicator'],
  ])('reports %s and uses the default', (query, code) => {
    const { settings, faults } = address(query);
    expect(faults.map((fault) => fault.code)).toEqual([code]);
    expect(faults[0]?.message).toMatch(/\.$/);
    expect(settings).toEqual(address('').settings);
  });

  it.each([
    'origin=page.example',
    'origin=https://page.example/',
    'origin=https://page.example/path',
    'origin=javascript:alert(1)',
    'origin=*',
    'origin=',
  ])('with %s no origin is accepted', (query) => {
    expect(address(query).origin).toBe(INVALID_ORIGIN);
  });

  it('finds a market in any notation of its symbol', () => {
    for (const symbol of ['BTC/USDT', 'btcusdt', 'BTC-USDT', 'btc_usdt'])
      expect(marketOfSymbol(symbol, MARKETS).info.pair).toBe('BTC/USDT');
    expect(() => marketOfSymbol('', MARKETS)).toThrow(EmbedFault);
    expect(() => marketOfSymbol('NO/SUCH', MARKETS)).toThrow('There is no market "NO/SUCH"');
  });

  it('keeps the last of two indicators of one name', () => {
    expect(printIndicatorList(parseIndicatorList('MA,BOLL,MA(7)', 'main'))).toBe('MA(7),BOLL');
  });
});

describe('ParentLink', () => {
  const command = (name: string, id: unknown = 1, more: object = {}) => ({
    defiChart: EMBED_VERSION,
    id,
    command: name,
    ...more,
  });

  it('accepts messages of the configured origin alone and answers with their id', async () => {
    const parent = page();
    const received: EmbedCommand[] = [];
    const link = new ParentLink(parent, PAGE, async (given) => {
      received.push(given);
      return { symbol: 'X' } as never;
    });
    link.receive({ data: command('hello', 'a'), origin: 'https://other.example', source: parent });
    link.receive({ data: command('hello', 'b'), origin: PAGE, source: page() });
    link.receive({ data: { type: 'chatter' }, origin: PAGE, source: parent });
    link.receive({ data: command('hello', 'c'), origin: PAGE, source: parent });
    await expect.poll(() => parent.posted).toHaveLength(1);
    expect(received).toEqual([{ command: 'hello' }]);
    expect(parent.posted[0]).toEqual({
      origin: PAGE,
      message: { defiChart: 1, event: 'answer', id: 'c', value: { symbol: 'X' } },
    });
  });

  it('binds to the origin of the first hello when the address names none', async () => {
    const parent = page();
    const link = new ParentLink(parent, null, async () => ({}) as never);
    link.post({ event: 'candle', candle: {} as never });
    link.reportFault(null, new EmbedFault('unknown-interval', 'No.'));
    link.receive({ data: command('resetView', 1), origin: PAGE, source: parent });
    link.receive({ data: command('hello', 2), origin: 'null', source: parent });
    expect(parent.posted).toEqual([]);
    link.receive({ data: command('hello', 3), origin: PAGE, source: parent });
    link.receive({ data: command('hello', 4), origin: 'https://late.example', source: parent });
    await expect.poll(() => parent.posted).toHaveLength(2);
    expect(
      parent.posted.map(({ message, origin }) => [
        origin,
        (message as EmbedEvent).event,
        (message as { id: unknown }).id,
      ]),
    ).toEqual([
      [PAGE, 'answer', 3],
      [PAGE, 'error', null],
    ]);
  });

  it('answers malformed, refused and failed commands with an error for each id', async () => {
    const parent = page();
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const link = new ParentLink(parent, PAGE, async (given) => {
      throw given.command === 'hello' ? new Error('broken') : new EmbedFault('unknown-symbol', 'None.');
    });
    for (const [id, data] of [
      ['a', command('setSymbol', 'a')],
      ['b', command('setSymbol', 'b', { symbol: 'x' })],
      ['c', command('hello', 'c')],
    ] as const) {
      link.receive({ data, origin: PAGE, source: parent });
      await expect.poll(() => parent.posted.some(({ message }) => (message as { id: unknown }).id === id)).toBe(true);
    }
    expect(parent.posted.map(({ message }) => (message as { code: string }).code)).toEqual([
      'malformed',
      'unknown-symbol',
      'failed',
    ]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it('ignores all messages with an invalid origin or without a parent page', () => {
    const parent = page();
    const execute = vi.fn();
    new ParentLink(parent, INVALID_ORIGIN, execute).receive({ data: command('hello'), origin: PAGE, source: parent });
    new ParentLink(null, null, execute).receive({ data: command('hello'), origin: PAGE, source: null });
    expect(execute).not.toHaveBeenCalled();
  });
});

describe('EmbedFrame', () => {
  it('shows the market once markets are loaded, and sends ready when it is drawn', async () => {
    const frame = frameOf('symbol=ethusdt&interval=1h&theme=light');
    expect(frame.seen).toMatchObject({ state: 'loading', theme: 'light' });
    frame.markets.value = MARKETS;
    expect(frame.shown).toEqual(['ETH/USDT 1h MA VOL']);
    expect(frame.events('ready')).toEqual([]);
    frame.phase.value = 'ready';
    expect(frame.events('ready')).toMatchObject([
      { state: { symbol: 'ETH/USDT', interval: '1h', main: 'MA', sub: 'VOL', theme: 'light' } },
    ]);
    expect(frame.seen.state).toBe('none');
    await frame.request('setSymbol', { symbol: 'BTC/USDT' });
    expect(frame.events('ready')).toHaveLength(1);
    frame.phase.value = 'ready';
    expect(frame.events('ready')).toHaveLength(2);
  });

  it('writes the interval as the exchange does', async () => {
    const frame = frameOf('interval=trades-500');
    expect(frame.seen.head).toBe('BTC/USDT 500T');
    await frame.request('setInterval', { interval: '4h' });
    expect(frame.seen.head).toBe('BTC/USDT 4h');
  });

  it('sends ready again for the first market when another one was requested in between', async () => {
    const frame = frameOf('');
    frame.markets.value = MARKETS;
    frame.phase.value = 'ready';
    await frame.request('setSymbol', { symbol: 'ETH/USDT' });
    await frame.request('setSymbol', { symbol: 'BTC/USDT' });
    frame.phase.value = 'ready';
    expect(frame.events('ready')).toMatchObject([{ state: { symbol: 'BTC/USDT' } }, { state: { symbol: 'BTC/USDT' } }]);
    // An indicator is no new market.
    await frame.request('addIndicator', { indicator: 'RSI' });
    frame.phase.value = 'ready';
    expect(frame.events('ready')).toHaveLength(2);
  });

  it('adds, replaces and removes indicators in their panes', async () => {
    const frame = frameOf('main=MA&sub=');
    frame.markets.value = MARKETS;
    await frame.request('addIndicator', { indicator: 'rsi(6)' });
    await frame.request('addIndicator', { indicator: 'BOLL' });
    await frame.request('addIndicator', { indicator: 'MA(7,25)' });
    expect(frame.shown.at(-1)).toBe('BTC/USDT 15m MA(7,25),BOLL RSI(6)');
    await frame.request('removeIndicator', { indicator: 'MA' });
    expect(await frame.request('setTheme', { theme: 'system' })).toMatchObject({
      event: 'answer',
      value: { main: 'BOLL', sub: 'RSI(6)', theme: 'system' },
    });
    expect(await frame.request('removeIndicator', { indicator: 'MA' })).toMatchObject({
      code: 'unknown-indicator',
      message: 'MA is not on the chart.',
    });
    expect(frame.seen.note).toBe('MA is not on the chart.');
    expect(await frame.request('setIndicators', { main: '', sub: '' })).toMatchObject({ value: { main: '', sub: '' } });
    expect(frame.seen.note).toBe('');
  });

  it('keeps the shown market when a symbol is unknown', async () => {
    const frame = frameOf('symbol=NO/SUCH');
    frame.markets.value = MARKETS;
    expect(frame.events('error')).toMatchObject([{ id: null, code: 'unknown-symbol' }]);
    expect(frame.seen).toMatchObject({ state: 'message', title: 'kline.noMarket' });
    await frame.request('setSymbol', { symbol: 'BTCUSDT' });
    frame.phase.value = 'ready';
    expect(await frame.request('setSymbol', { symbol: 'NONE' })).toMatchObject({ code: 'unknown-symbol' });
    expect(frame.shown).toEqual(['BTC/USDT 15m MA VOL']);
    expect(frame.seen).toMatchObject({ state: 'none', note: expect.stringContaining('"NONE"') });
  });

  it('answers a snapshot once the chart is drawn', async () => {
    const frame = frameOf('');
    frame.markets.value = MARKETS;
    const waiting = frame.request('snapshot');
    frame.phase.value = 'ready';
    expect(await waiting).toMatchObject({ value: { png: PNG, widthPx: 3, heightPx: 2 } });
    // A frame that is hidden has no size.
    frame.snapshot.mockRejectedValueOnce(new Error('the chart has no picture yet'));
    expect(await frame.request('snapshot')).toMatchObject({ code: 'no-picture' });
    frame.phase.value = 'empty';
    expect(await frame.request('snapshot')).toMatchObject({ code: 'no-candles' });
    frame.phase.value = 'failed';
    expect(frame.events('error').at(-1)).toMatchObject({
      id: null,
      code: 'failed',
      message: 'The chart could not be loaded: no answer',
    });
    await expect(pngSize(new Blob(['no picture at all, but long enough']))).rejects.toThrow('no PNG');
  });

  it('sends candles with their market, and null for missing values', () => {
    const frame = frameOf('');
    frame.markets.value = MARKETS;
    frame.chart({ kind: 'candle', candle: { time: 60_000, open: 1, high: 3, low: 1, close: 2, volume: NaN } });
    frame.chart({ kind: 'crosshair', candle: null });
    frame.chart({ kind: 'haptic' });
    expect(frame.events('candle')).toMatchObject([
      { candle: { symbol: 'BTC/USDT', interval: '15m', time: 60_000, close: 2, volume: null } },
    ]);
    expect(frame.events('crosshair')).toMatchObject([{ candle: null }]);
  });

  it('shows a message when the exchange is unreachable', () => {
    const frame = frameOf('');
    frame.unreachable.value = true;
    expect(frame.seen).toMatchObject({ state: 'message', title: 'failure.network' });
  });

  it('says that the candles are live when they are, and how old they are when they are not', () => {
    const { seen, freshness } = frameOf('');
    expect(seen.feed).toBe('stale link.connecting');
    freshness.fresh.value = 'live';
    expect(seen.feed).toBe('live ');
    freshness.ageSeconds.value = 6;
    freshness.fresh.value = 'old';
    expect(seen.feed).toBe('old link.stale');
  });

  it('switches to another language', async () => {
    const frame = frameOf('symbol=NO/SUCH&lang=en-US');
    frame.markets.value = MARKETS;
    expect(await frame.request('setLocale', { locale: 'ja-JP' })).toMatchObject({ value: { locale: 'ja-JP' } });
    expect(frame.seen.title).toBe('ja:kline.noMarket');
    expect(await frame.request('setLocale', { locale: 'tlh' })).toMatchObject({ code: 'unknown-locale' });
  });

  it('ends in the later of two languages, whichever is loaded first', async () => {
    const frame = frameOf('symbol=NO/SUCH&lang=en-US');
    frame.markets.value = MARKETS;
    await Promise.all(['de-DE', 'ja-JP'].map((locale) => frame.request('setLocale', { locale })));
    expect(frame.seen.title).toBe('ja:kline.noMarket');
  });
});
