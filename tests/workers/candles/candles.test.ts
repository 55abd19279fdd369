// Candles views: history, live updates, repair after a reconnect, older pages, indicator lines.
import { beforeEach, describe, expect, it } from 'vitest';
import { CANDLES_MODE } from '../../../core/worker-protocol/worker-protocol.ts';
import { createMarketWorker } from '../../../workers/create-market-worker.ts';
import { coin } from '../../support/feed/coin.ts';
import { FakeScreen, FakePlatform, settled } from '../../support/feed/fake-platform.ts';
import { startedMarket } from '../../support/feed/started-market.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const MINUTE = 60_000;
const FIRST = 1_700_000_040_000;
type Candle = [number, string, string, string, string, string, string, 0 | 1];

let platform: FakePlatform;
let screen: FakeScreen;
let market: ReturnType<typeof createMarketWorker>;
/** The exchange's candles, ascending. */
let truth: Candle[];
let failing: boolean;

function candle(i: number, close: number, volume: number, closed: 0 | 1 = 1): Candle {
  return [
    (FIRST + i * MINUTE) / 1000,
    '100',
    String(Math.max(100, close)),
    '1',
    String(close),
    String(volume),
    '0',
    closed,
  ];
}

function grow(count: number): void {
  const random = seeded(truth.length + 1);
  for (let i = 0; i < count; i++)
    truth.push(candle(truth.length, Math.round(1 + random() * 200), Math.round(random() * 50)));
}

function page(form: URLSearchParams): { list: Candle[]; hasMore: boolean } {
  if (failing) throw new Error('down');
  const limit = Number(form.get('limit'));
  const from = form.get('startTime');
  const before = form.get('endTime');
  const all = truth.filter(([t]) => (from === null || t >= Number(from)) && (before === null || t < Number(before)));
  const list = from === null ? all.slice(-limit) : all.slice(0, limit);
  return { list, hasMore: all.length > list.length };
}

const indicators = [
  { name: 'MA', params: [3, 10] },
  { name: 'VOL', params: [5] },
];

beforeEach(async () => {
  platform = new FakePlatform();
  screen = new FakeScreen(() => platform.now);
  truth = [];
  failing = false;
  grow(1000);
  platform.answer = (path, form) => (path === '/coin/infos' ? { list: [coin(2)] } : page(form));
  market = await startedMarket(platform, screen);
  platform.socket.onOpen();
});

async function open(): Promise<void> {
  await market.open(1, { kind: 'candles', coinInfoId: 2, interval: '1m', indicators });
  await platform.pass(50);
}

function live(...candles: Candle[]): void {
  platform.socket.receive({
    type: 'data',
    channel: 'candles',
    coinInfoId: 2,
    period: '1m',
    kind: 'delta',
    seq: 1,
    prevSeq: 0,
    ts: 1,
    pts: 1,
    data: candles,
  });
}

/** The page has exactly the last `count` candles of the exchange, and the lines of a naive mean. */
function expectShown(count: number): void {
  const want = truth.slice(-count);
  const { columns } = screen.candles.get(1)!;
  expect(columns[0]).toEqual(want.map(([t]) => t * 1000));
  for (let column = 1; column < 6; column++) expect(columns[column]).toEqual(want.map((row) => Number(row[column])));
  const mean = (source: number[], period: number): number[] =>
    source.map((_, i) =>
      i < period - 1 ? NaN : source.slice(i - period + 1, i + 1).reduce((a, b) => a + b, 0) / period,
    );
  const wanted = [mean(columns[4]!, 3), mean(columns[4]!, 10), mean(columns[5]!, 5), columns[5]!];
  wanted.forEach((line, i) =>
    line.forEach((value, row) => {
      if (Number.isNaN(value)) expect(columns[6 + i]![row]).toBeNaN();
      else expect(columns[6 + i]![row]).toBeCloseTo(value, 9);
    }),
  );
}

describe('a candles view', () => {
  it('loads the history once and continues live, tick by tick', async () => {
    await open();
    expectShown(300);
    expect(screen.candles.get(1)!.hasMore).toBe(true);
    for (let tick = 1; tick <= 20; tick++) {
      const next = candle(truth.length, 50 + tick, tick, tick % 5 === 0 ? 1 : 0);
      live(next);
      // Some frames contain one tick, some several candles.
      if (tick % 3 === 0) await platform.pass(20);
      if (tick % 5 === 0) truth.push(next);
    }
    await platform.pass(50);
    expectShown(304);
    expect(screen.candles.get(1)!.modes.filter((mode) => mode === CANDLES_MODE.reset).length).toBe(1);
  });

  it('live candles that arrive during the load are not lost', async () => {
    await market.open(1, { kind: 'candles', coinInfoId: 2, interval: '1m', indicators });
    const next = candle(truth.length, 77, 3, 0);
    live(next);
    await platform.pass(50);
    truth.push(next);
    expectShown(301);
  });

  it('older pages are prepended until there are none', async () => {
    await open();
    await market.older(1);
    await platform.pass(50);
    expectShown(800);
    await Promise.all([market.older(1), market.older(1)]);
    await platform.pass(50);
    expectShown(1000);
    expect(screen.candles.get(1)!.hasMore).toBe(false);
    const calls = platform.calls.length;
    await market.older(1);
    expect(platform.calls.length).toBe(calls);
    expect(screen.candles.get(1)!.modes).toContain(CANDLES_MODE.prepend);
  });

  it('an older page that cannot be fetched leaves the chart as it is, and is fetched at the next pan', async () => {
    await open();
    failing = true;
    await market.older(1);
    await platform.pass(50);
    expect(screen.events.filter(({ kind }) => kind === 'viewFailed')).toEqual([]);
    failing = false;
    await market.older(1);
    await platform.pass(50);
    expectShown(800);
  });

  it.each([1, 40, 900])('%d minutes without a connection are filled after it', async (minutes) => {
    await open();
    const half = candle(truth.length, 60, 2, 0);
    live(half);
    await platform.pass(50);
    platform.socket.onClose();
    grow(minutes);
    await platform.pass(5_000);
    platform.socket.onOpen();
    await settled();
    live(truth.at(-1)!);
    await platform.pass(200);
    expectShown(300 + minutes);
    expect(platform.calls.at(-1)!.form.get('startTime')).toBe(String(truth[999]![0]));
  });

  it('a gap before a live candle is fetched', async () => {
    await open();
    grow(5);
    live(truth.at(-1)!);
    await platform.pass(6_000);
    expectShown(305);
  });

  it('a failed repair is retried', async () => {
    await open();
    platform.socket.onClose();
    grow(3);
    failing = true;
    await platform.pass(5_000);
    platform.socket.onOpen();
    await settled();
    await platform.pass(2_000);
    failing = false;
    await platform.pass(5_500);
    expectShown(303);
  });

  it('a failed load is reported and retried', async () => {
    failing = true;
    await open();
    expect(screen.events).toMatchObject([{ kind: 'viewFailed', view: 1 }]);
    failing = false;
    for (let i = 0; i < 8; i++) {
      await platform.pass(1_000);
      platform.socket.receive({ type: 'pong', ts: 1 });
    }
    expectShown(300);
  });

  it('other indicators replace the lines in place, without a new load', async () => {
    await open();
    const calls = platform.calls.length;
    await market.change(1, {
      kind: 'candles',
      coinInfoId: 2,
      interval: '1m',
      indicators: [{ name: 'MA', params: [2] }],
    });
    await platform.pass(50);
    const { columns } = screen.candles.get(1)!;
    expect(columns.length).toBe(7);
    expect(columns[6]![299]).toBeCloseTo((columns[4]![298]! + columns[4]![299]!) / 2, 9);
    expect(platform.calls.length).toBe(calls);
  });
});

describe('the indicator bundle', () => {
  it('is loaded with the first view that needs it; a failure is reported, and the next view retries', async () => {
    const come = platform.loadIndicators.bind(platform);
    let asked = 0;
    platform.loadIndicators = () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('chunk not loaded')) : come();
    };
    await market.open(1, { kind: 'candles', coinInfoId: 2, interval: '1m', indicators: [] });
    await platform.pass(50);
    expect(asked).toBe(0);
    expect(screen.candles.get(1)!.columns[0]!.length).toBe(300);
    await market.open(2, { kind: 'candles', coinInfoId: 2, interval: '1m', indicators });
    await platform.pass(50);
    expect(screen.events).toContainEqual({ kind: 'viewFailed', view: 2, reason: 'chunk not loaded' });
    expect(screen.candles.get(2)).toBeUndefined();
    await market.close(2);
    await market.open(3, { kind: 'candles', coinInfoId: 2, interval: '1m', indicators });
    await platform.pass(50);
    expect(asked).toBe(2);
    expect(screen.candles.get(3)!.columns.length).toBe(10);
  });
});

describe('a candles view with a chart in this thread', () => {
  const view = { kind: 'candles', coinInfoId: 2, interval: '1m', indicators, chart: 7 } as const;

  it('draws from the columns, reports the number of candles and sends no sections', async () => {
    await market.hostChart(7, 'port');
    await market.open(1, { ...view, indicators: [...indicators] });
    await platform.pass(50);
    const chart = platform.charts.get('port')!;
    expect(chart.given).toEqual(['reset', 'lines']);
    expect(chart.candles!.length).toBe(300);
    expect(chart.indicators.map(({ name, pane, lines }) => [name, pane, lines.map(({ title }) => title)])).toEqual([
      ['MA', 'main', ['MA3', 'MA10']],
      // The bars, named by the label, come first.
      ['VOL', 'sub', ['', 'MA5']],
    ]);
    expect(screen.events).toContainEqual({ kind: 'viewDrawn', view: 1, candles: 300 });
    expect(screen.candles.get(1)).toBeUndefined();
    live(candle(truth.length, 61, 2, 0));
    await platform.pass(50);
    expect(chart.candles!.length).toBe(301);
    expect(chart.given.slice(2)).toEqual(['tail']);
    expect(chart.indicators[1]!.lines[0]!.values[300]).toBe(2);
  });

  it('panning near the first candle loads older ones; other indicators keep the candles', async () => {
    await market.hostChart(7, 'port');
    await market.open(1, { ...view, indicators: [...indicators] });
    await platform.pass(50);
    const chart = platform.charts.get('port')!;
    chart.listener.needOlder();
    await platform.pass(50);
    expect(chart.given.slice(2)).toEqual(['prepend 500', 'lines']);
    await market.change(1, { ...view, indicators: [{ name: 'KDJ', params: [9, 3, 3], colors: ['up'] }] });
    await platform.pass(50);
    expect(chart.given.slice(4)).toEqual(['refresh', 'lines']);
    expect(chart.indicators[0]!.lines.map(({ color }) => color)).toEqual(['up', 'line-1', 'line-2']);
    chart.listener.disposed();
    live(candle(truth.length, 61, 2, 0));
    await platform.pass(50);
    expect(chart.given.length).toBe(6);
  });

  it('the first candle of an empty market is a reset that the page is notified of', async () => {
    truth = [];
    await market.hostChart(7, 'port');
    await market.open(1, { ...view, indicators: [...indicators] });
    await platform.pass(50);
    expect(screen.events).toContainEqual({ kind: 'viewDrawn', view: 1, candles: 0 });
    const chart = platform.charts.get('port')!;
    chart.given.length = 0;
    live(candle(0, 61, 2, 0));
    await platform.pass(50);
    expect(screen.events).toContainEqual({ kind: 'viewDrawn', view: 1, candles: 1 });
    expect(chart.given).toEqual(['reset', 'lines']);
    live(candle(0, 62, 3, 0), candle(1, 63, 1, 0));
    await platform.pass(50);
    expect(chart.given.slice(2)).toEqual(['tail']);
    expect(screen.events.filter(({ kind }) => kind === 'viewDrawn').length).toBe(2);
  });

  it('a chart may be ready later than its view, and a failure is reported', async () => {
    await market.open(1, { ...view, indicators: [...indicators] });
    await platform.pass(50);
    await expect(market.hostChart(8, 'broken')).rejects.toThrow('no canvas');
    await market.hostChart(7, 'port');
    await platform.pass(50);
    expect(platform.charts.get('port')!.given).toEqual(['reset', 'lines']);
  });
});
