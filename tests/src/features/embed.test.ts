// The embedded chart: its address, accepted messages, and the effect of commands.
import { signal } from '@preact/signals-react';
import { describe, expect, it, vi } from 'vitest';
import type { ChartEvent } from '../../../chart/api.ts';
import {
  EMBED_VERSION,
  type EmbedCommand,
  type EmbedEvent,
  EmbedFault,
  type EmbedReplay,
} from '../../../core/embed/embed-protocol.ts';
import { type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { INVALID_ORIGIN, marketOfSymbol, readFrameAddress } from '../../../src/features/embed/frame-address.ts';
import { EmbedFrame, type EmbedChart, type FrameReplay } from '../../../src/features/embed/embed-frame.ts';
import type { FrameView } from '../../../src/features/embed/frame-view.ts';
import { parseIndicatorList, printIndicatorList } from '../../../src/features/embed/indicator-list.ts';
import { ParentLink } from '../../../src/features/embed/parent-link.ts';
import { pngSize } from '../../../src/features/embed/png.ts';

const MARKETS: Instrument[] = LISTED_INSTRUMENTS.filter(({ pair }) => pair !== '').map(instrumentOf);
const PAGE = 'https://page.example';
/** 3 x 2 pixels: signature and header. */
const PNG = new Blob(
  [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 3, 0, 0, 0, 2])],
  { type: 'image/png' },
);

const address = (query: string, languages: string[] = []) => readFrameAddress(new URLSearchParams(query), languages);

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

/** A parent page that records the posted messages. */
function page() {
  const posted: { message: unknown; origin: string }[] = [];
  return { posted, postMessage: (message: unknown, origin: string): void => void posted.push({ message, origin }) };
}

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
    await vi.waitFor(() => expect(parent.posted).toHaveLength(1));
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
    await vi.waitFor(() => expect(parent.posted).toHaveLength(2));
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
      await vi.waitFor(() =>
        expect(parent.posted.some(({ message }) => (message as { id: unknown }).id === id)).toBe(true),
      );
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

/** A replay that records its calls. */
function recordedReplay(): { calls: string[]; replay: FrameReplay; emit: (replay: EmbedReplay) => void } {
  const calls: string[] = [];
  let emit: (replay: EmbedReplay) => void = () => undefined;
  const replay: FrameReplay = {
    show: (id) => void calls.push(`show ${id}`),
    goTo: async (ms) => void calls.push(`goTo ${ms}`),
    play: () => void calls.push('play'),
    pause: () => void calls.push('pause'),
    step: async (by, interval) => void calls.push(`step ${by} ${interval}`),
    setSpeed: (times) => void calls.push(`speed ${times}`),
    onChange: (listener) => {
      emit = listener;
    },
  };
  return { calls, replay, emit: (now) => emit(now) };
}

/** A frame with a fake chart and view that record calls. */
function frameOf(query: string, replay: FrameReplay | null = null) {
  const phase = signal<'loading' | 'ready' | 'empty' | 'failed'>('loading');
  const markets = signal<readonly Instrument[]>([]);
  const listeners: ((event: ChartEvent) => void)[] = [];
  const shown: string[] = [];
  const seen = { state: '', title: '', note: '', theme: '', feed: '' };
  const chart: EmbedChart = {
    phase,
    failure: 'no answer',
    chart: { resetView: () => undefined, snapshot: async () => PNG },
    show: ({ instrument, interval, main, sub }) => {
      shown.push(`${instrument.info.pair} ${interval} ${printIndicatorList(main)} ${printIndicatorList(sub)}`);
      phase.value = 'loading';
    },
    retry: () => undefined,
    onEvent: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const view = {
    setHeader: () => undefined,
    setFeedStatus: (fresh, text) => Object.assign(seen, { feed: `${fresh} ${text}` }),
    setLabel: () => undefined,
    setState: (kind, title = '') => Object.assign(seen, { state: kind, title }),
    setNote: (text) => Object.assign(seen, { note: text }),
  } as Partial<FrameView> as FrameView;
  const parent = page();
  const unreachable = signal(false);
  const frame = new EmbedFrame(address(`origin=${PAGE}&${query}`), (key) => key, {
    replay,
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
  const request = async (command: string, fields: object = {}): Promise<EmbedEvent> => {
    id += 1;
    frame.link.receive({ data: { defiChart: 1, id, command, ...fields }, origin: PAGE, source: parent });
    const answer = await vi.waitFor(() => {
      const found = parent.posted
        .map(({ message }) => message as EmbedEvent)
        .find((event) => 'id' in event && event.id === id);
      if (!found) throw new Error('no answer yet');
      return found;
    });
    return answer;
  };
  const events = (event: string): EmbedEvent[] =>
    parent.posted.map(({ message }) => message as EmbedEvent).filter((one) => one.event === event);
  return {
    phase,
    markets,
    unreachable,
    shown,
    seen,
    request,
    events,
    chart: (event: ChartEvent) => listeners.forEach((listener) => listener(event)),
  };
}

describe('a frame that replays', () => {
  it('reads its moment from the address, as ISO time or ms', () => {
    expect(address('replay=2026-11-25T12:00:00Z').replayMs).toBe(Date.UTC(2026, 10, 25, 12));
    expect(address('replay=1764000000000').replayMs).toBe(1_764_000_000_000);
    expect(address('').replayMs).toBeNull();
    for (const bad of ['soon', '', '-5', '1e400'])
      expect(address(`replay=${bad}`), bad).toMatchObject({ replayMs: null, faults: [{ code: 'malformed' }] });
  });

  it('obeys the commands of its page, and reports the moment', async () => {
    const { calls, replay, emit } = recordedReplay();
    const frame = frameOf('symbol=BTC/USDT&interval=1h&replay=5', replay);
    frame.markets.value = MARKETS;
    await frame.request('replayAt', { time: 9 });
    await frame.request('replaySpeed', { speed: 25 });
    await frame.request('replayPlay');
    await frame.request('replayPause');
    expect(await frame.request('replayStep', { by: 'candle' })).toMatchObject({ event: 'answer' });
    expect(calls.slice(1)).toEqual(['goTo 9', 'speed 25', 'play', 'pause', 'step candle 1h']);
    expect(calls[0]).toMatch(/^show /);
    const now = { time: 9, playing: false, speed: 25, known: 'events', ended: false } as const;
    emit(now);
    expect(frame.events('replay')).toMatchObject([{ replay: now }]);
    expect(frame.seen.feed, 'a past price is not seen without its time').toMatch(/^stale .*1970/);
  });

  it('is what a frame of the live market refuses to be', async () => {
    const frame = frameOf('');
    frame.markets.value = MARKETS;
    for (const [command, fields] of [
      ['replayAt', { time: 1 }],
      ['replayPlay', {}],
      ['replayStep', { by: 'event' }],
    ] as const)
      expect(await frame.request(command, fields)).toMatchObject({ event: 'error', code: 'no-replay' });
  });

  it('has the order-flow layers among its indicators', () => {
    const { settings, faults } = address('main=VPVR,SVP,FOOTPRINT,HEAT&sub=DELTA,CVD');
    expect(faults).toEqual([]);
    expect([printIndicatorList(settings.main), printIndicatorList(settings.sub)]).toEqual([
      'VPVR,SVP,FOOTPRINT,HEAT',
      'DELTA,CVD',
    ]);
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

  it('switches to another language', async () => {
    const frame = frameOf('symbol=NO/SUCH&lang=en-US');
    frame.markets.value = MARKETS;
    expect(await frame.request('setLocale', { locale: 'ja-JP' })).toMatchObject({ value: { locale: 'ja-JP' } });
    expect(frame.seen.title).toBe('ja:kline.noMarket');
    expect(await frame.request('setLocale', { locale: 'tlh' })).toMatchObject({ code: 'unknown-locale' });
  });
});
