// The embedded chart without a browser's frame: what its address asks for, whom it hears, what it does with a command.
import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import type { ChartEvent } from '../../../chart/api.ts';
import { EMBED_VERSION, type EmbedCommand, type EmbedEvent, EmbedFault } from '../../../core/embed/embed-protocol.ts';
import { type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { NOBODY, marketOfSymbol, readAddress } from '../../../src/features/embed/frame-address.ts';
import { EmbedFrame, type EmbedChart } from '../../../src/features/embed/frame.ts';
import type { FrameView } from '../../../src/features/embed/frame-view.ts';
import { readIndicators, writeIndicators } from '../../../src/features/embed/indicator-list.ts';
import { ParentLink } from '../../../src/features/embed/parent-messages.ts';
import { pngSize } from '../../../src/features/embed/png-size.ts';

const MARKETS: Instrument[] = LISTED_INSTRUMENTS.filter(({ pair }) => pair !== '').map(instrumentOf);
const PAGE = 'https://page.example';
/** 3 x 2 pixels: signature, head. */
const PNG = new Blob(
  [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 3, 0, 0, 0, 2])],
  { type: 'image/png' },
);

const address = (query: string, languages: string[] = []) => readAddress(new URLSearchParams(query), languages);

describe('an address', () => {
  it('asks for a market and how it is shown', () => {
    const { wish, origin, faults } = address(
      'embed=1&symbol=ETH/USDT&interval=4h&main=ma(5,10),BOLL&sub=VOL,MACD(8,17,9)&theme=light&lang=ja-JP&origin=https://page.example',
    );
    expect(faults).toEqual([]);
    expect(origin).toBe(PAGE);
    expect(wish).toMatchObject({ symbol: 'ETH/USDT', interval: '4h', theme: 'light', locale: 'ja-JP' });
    expect([writeIndicators(wish.main), writeIndicators(wish.sub)]).toEqual(['MA(5,10),BOLL', 'VOL,MACD(8,17,9)']);
  });

  it("that says nothing asks for the usual, in the browser's language", () => {
    expect(address('', ['fr-CA', 'en-GB']).wish).toMatchObject({
      symbol: 'BTC/USDT',
      interval: '15m',
      theme: 'dark',
      locale: 'fr-FR',
    });
    expect(address('', ['xx']).wish.locale).toBe('en-US');
    expect(address('main=&sub=').wish).toMatchObject({ main: [], sub: [] });
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
  ])('with %s keeps the usual, and says why', (query, code) => {
    const { wish, faults } = address(query);
    expect(faults.map((fault) => fault.code)).toEqual([code]);
    expect(faults[0]?.message).toMatch(/\.$/);
    expect(wish).toEqual(address('').wish);
  });

  it.each([
    'origin=page.example',
    'origin=https://page.example/',
    'origin=https://page.example/path',
    'origin=javascript:alert(1)',
    'origin=*',
    'origin=',
  ])('with %s is heard by nobody', (query) => {
    expect(address(query).origin).toBe(NOBODY);
  });

  it('names a market in any of the usual ways', () => {
    for (const symbol of ['BTC/USDT', 'btcusdt', 'BTC-USDT', 'btc_usdt'])
      expect(marketOfSymbol(symbol, MARKETS).info.pair).toBe('BTC/USDT');
    expect(() => marketOfSymbol('', MARKETS)).toThrow(EmbedFault);
    expect(() => marketOfSymbol('NO/SUCH', MARKETS)).toThrow('There is no market "NO/SUCH"');
  });

  it('replaces an indicator that is named twice', () => {
    expect(writeIndicators(readIndicators('MA,BOLL,MA(7)', 'main'))).toBe('MA(7),BOLL');
  });
});

/** A page around a frame: what it was told. */
function page() {
  const told: { message: unknown; origin: string }[] = [];
  return { told, postMessage: (message: unknown, origin: string): void => void told.push({ message, origin }) };
}

describe('the ear of a frame', () => {
  const command = (name: string, id: unknown = 1, more: object = {}) => ({
    defiChart: EMBED_VERSION,
    id,
    command: name,
    ...more,
  });

  it('hears the page of the address alone, and answers to it by its id', async () => {
    const parent = page();
    const heard: EmbedCommand[] = [];
    const link = new ParentLink(parent, PAGE, async (given) => {
      heard.push(given);
      return { symbol: 'X' } as never;
    });
    link.receive({ data: command('hello', 'a'), origin: 'https://other.example', source: parent });
    link.receive({ data: command('hello', 'b'), origin: PAGE, source: page() });
    link.receive({ data: { type: 'chatter' }, origin: PAGE, source: parent });
    link.receive({ data: command('hello', 'c'), origin: PAGE, source: parent });
    await vi.waitFor(() => expect(parent.told).toHaveLength(1));
    expect(heard).toEqual([{ command: 'hello' }]);
    expect(parent.told[0]).toEqual({
      origin: PAGE,
      message: { defiChart: 1, event: 'answer', id: 'c', value: { symbol: 'X' } },
    });
  });

  it('takes the first greeting where the address names nobody, and keeps to it', async () => {
    const parent = page();
    const link = new ParentLink(parent, null, async () => ({}) as never);
    link.notify({ event: 'candle', candle: {} as never });
    link.refuse(null, new EmbedFault('unknown-interval', 'No.'));
    link.receive({ data: command('resetView', 1), origin: PAGE, source: parent });
    link.receive({ data: command('hello', 2), origin: 'null', source: parent });
    expect(parent.told).toEqual([]);
    link.receive({ data: command('hello', 3), origin: PAGE, source: parent });
    link.receive({ data: command('hello', 4), origin: 'https://late.example', source: parent });
    await vi.waitFor(() => expect(parent.told).toHaveLength(2));
    expect(
      parent.told.map(({ message, origin }) => [
        origin,
        (message as EmbedEvent).event,
        (message as { id: unknown }).id,
      ]),
    ).toEqual([
      [PAGE, 'answer', 3],
      [PAGE, 'error', null],
    ]);
  });

  it('refuses what is malformed, what cannot be had and what breaks, each to its command', async () => {
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
      await vi.waitFor(() =>
        expect(parent.told.some(({ message }) => (message as { id: unknown }).id === id)).toBe(true),
      );
    }
    expect(parent.told.map(({ message }) => (message as { code: string }).code)).toEqual([
      'malformed',
      'unknown-symbol',
      'failed',
    ]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it('hears nobody where the address says so, or where there is no page', () => {
    const parent = page();
    const carryOut = vi.fn();
    new ParentLink(parent, NOBODY, carryOut).receive({ data: command('hello'), origin: PAGE, source: parent });
    new ParentLink(null, null, carryOut).receive({ data: command('hello'), origin: PAGE, source: null });
    expect(carryOut).not.toHaveBeenCalled();
  });
});

/** A frame with a desk and a view that write down what they are asked for. */
function frameOf(query: string) {
  const phase = signal<'loading' | 'ready' | 'empty' | 'failed'>('loading');
  const markets = signal<readonly Instrument[]>([]);
  const listeners: ((event: ChartEvent) => void)[] = [];
  const shown: string[] = [];
  const seen = { state: '', title: '', note: '', theme: '' };
  const chart: EmbedChart = {
    phase,
    failure: 'no answer',
    chart: { resetView: () => undefined, snapshot: async () => PNG },
    show: ({ instrument, interval, main, sub }) => {
      shown.push(`${instrument.info.pair} ${interval} ${writeIndicators(main)} ${writeIndicators(sub)}`);
      phase.value = 'loading';
    },
    retry: () => undefined,
    listen: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const view = {
    head: () => undefined,
    light: () => undefined,
    label: () => undefined,
    state: (kind, title = '') => Object.assign(seen, { state: kind, title }),
    note: (text) => Object.assign(seen, { note: text }),
  } as Partial<FrameView> as FrameView;
  const parent = page();
  const unreachable = signal(false);
  const frame = new EmbedFrame(address(`origin=${PAGE}&${query}`), (key) => key, {
    view,
    chart,
    parent,
    markets,
    unreachable,
    applyTheme: (theme) => {
      seen.theme = theme;
    },
    setLocale: async () => (key) => `ja:${key}`,
  });
  let id = 0;
  const ask = async (command: string, fields: object = {}): Promise<EmbedEvent> => {
    id += 1;
    frame.link.receive({ data: { defiChart: 1, id, command, ...fields }, origin: PAGE, source: parent });
    const answer = await vi.waitFor(() => {
      const found = parent.told
        .map(({ message }) => message as EmbedEvent)
        .find((event) => 'id' in event && event.id === id);
      if (!found) throw new Error('no answer yet');
      return found;
    });
    return answer;
  };
  const told = (event: string): EmbedEvent[] =>
    parent.told.map(({ message }) => message as EmbedEvent).filter((one) => one.event === event);
  return {
    phase,
    markets,
    unreachable,
    shown,
    seen,
    ask,
    told,
    chart: (event: ChartEvent) => listeners.forEach((listener) => listener(event)),
  };
}

describe('a frame', () => {
  it('shows what the address asks for once the markets are known, and says when it stands', async () => {
    const frame = frameOf('symbol=ethusdt&interval=1h&theme=light');
    expect(frame.seen).toMatchObject({ state: 'loading', theme: 'light' });
    frame.markets.value = MARKETS;
    expect(frame.shown).toEqual(['ETH/USDT 1h MA VOL']);
    expect(frame.told('ready')).toEqual([]);
    frame.phase.value = 'ready';
    expect(frame.told('ready')).toMatchObject([
      { state: { symbol: 'ETH/USDT', interval: '1h', main: 'MA', sub: 'VOL', theme: 'light' } },
    ]);
    expect(frame.seen.state).toBe('none');
    await frame.ask('setSymbol', { symbol: 'BTC/USDT' });
    expect(frame.told('ready')).toHaveLength(1);
    frame.phase.value = 'ready';
    expect(frame.told('ready')).toHaveLength(2);
  });

  it('adds, replaces and removes indicators in their places', async () => {
    const frame = frameOf('main=MA&sub=');
    frame.markets.value = MARKETS;
    await frame.ask('addIndicator', { indicator: 'rsi(6)' });
    await frame.ask('addIndicator', { indicator: 'BOLL' });
    await frame.ask('addIndicator', { indicator: 'MA(7,25)' });
    expect(frame.shown.at(-1)).toBe('BTC/USDT 15m MA(7,25),BOLL RSI(6)');
    await frame.ask('removeIndicator', { indicator: 'MA' });
    expect(await frame.ask('setTheme', { theme: 'system' })).toMatchObject({
      event: 'answer',
      value: { main: 'BOLL', sub: 'RSI(6)', theme: 'system' },
    });
    expect(await frame.ask('removeIndicator', { indicator: 'MA' })).toMatchObject({
      code: 'unknown-indicator',
      message: 'MA is not on the chart.',
    });
    expect(frame.seen.note).toBe('MA is not on the chart.');
    expect(await frame.ask('setIndicators', { main: '', sub: '' })).toMatchObject({ value: { main: '', sub: '' } });
    expect(frame.seen.note).toBe('');
  });

  it('goes on showing what it showed when a symbol is unknown', async () => {
    const frame = frameOf('symbol=NO/SUCH');
    frame.markets.value = MARKETS;
    expect(frame.told('error')).toMatchObject([{ id: null, code: 'unknown-symbol' }]);
    expect(frame.seen).toMatchObject({ state: 'message', title: 'kline.noMarket' });
    await frame.ask('setSymbol', { symbol: 'BTCUSDT' });
    frame.phase.value = 'ready';
    expect(await frame.ask('setSymbol', { symbol: 'NONE' })).toMatchObject({ code: 'unknown-symbol' });
    expect(frame.shown).toEqual(['BTC/USDT 15m MA VOL']);
    expect(frame.seen).toMatchObject({ state: 'none', note: expect.stringContaining('"NONE"') });
  });

  it('answers a snapshot when there is something to see', async () => {
    const frame = frameOf('');
    frame.markets.value = MARKETS;
    const waiting = frame.ask('snapshot');
    frame.phase.value = 'ready';
    expect(await waiting).toMatchObject({ value: { png: PNG, widthPx: 3, heightPx: 2 } });
    frame.phase.value = 'empty';
    expect(await frame.ask('snapshot')).toMatchObject({ code: 'no-candles' });
    frame.phase.value = 'failed';
    expect(frame.told('error').at(-1)).toMatchObject({
      id: null,
      code: 'failed',
      message: 'The chart could not be loaded: no answer',
    });
    await expect(pngSize(new Blob(['no picture at all, but long enough']))).rejects.toThrow('no PNG');
  });

  it('tells candles with their market, null where there is no value', () => {
    const frame = frameOf('');
    frame.markets.value = MARKETS;
    frame.chart({ kind: 'candle', candle: { time: 60_000, open: 1, high: 3, low: 1, close: 2, volume: NaN } });
    frame.chart({ kind: 'crosshair', candle: null });
    frame.chart({ kind: 'haptic' });
    expect(frame.told('candle')).toMatchObject([
      { candle: { symbol: 'BTC/USDT', interval: '15m', time: 60_000, close: 2, volume: null } },
    ]);
    expect(frame.told('crosshair')).toMatchObject([{ candle: null }]);
  });

  it('says that the exchange cannot be reached', () => {
    const frame = frameOf('');
    frame.unreachable.value = true;
    expect(frame.seen).toMatchObject({ state: 'message', title: 'failure.network' });
  });

  it('speaks another language', async () => {
    const frame = frameOf('symbol=NO/SUCH&lang=en-US');
    frame.markets.value = MARKETS;
    expect(await frame.ask('setLocale', { locale: 'ja-JP' })).toMatchObject({ value: { locale: 'ja-JP' } });
    expect(frame.seen.title).toBe('ja:kline.noMarket');
    expect(await frame.ask('setLocale', { locale: 'tlh' })).toMatchObject({ code: 'unknown-locale' });
  });
});
