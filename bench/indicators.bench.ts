// The indicators: ns a candle beside klinecharts, technicalindicators and trading-signals, and one live tick with all
// 24.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as technical from 'technicalindicators';
import * as signals from 'trading-signals';
import { seeded } from '../tests/support/data/seeded-random.ts';
import { CandleSeries } from '../workers/candles/candle-series.ts';
import { Rows } from '../workers/decode/rows.ts';
import { type Indicator, IndicatorLines } from '../workers/indicators/kit/indicator.ts';
import { INDICATORS } from '../workers/indicators/registry.ts';
import { QUICK, formed } from './harness/quick.ts';
import { type Row, median } from './harness/row.ts';
import { heatMapRows } from './indicators/heat-map.ts';
import { orderFlowRows } from './indicators/order-flow.ts';

const ROUNDS = formed(3, 1);
const SIZES = QUICK ? [100_000] : [100_000, 1_000_000];
const TICK_HISTORY = 10_000;
const TICKS = 20_000;

interface Candle {
  timestamp: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}
interface Columns {
  open: number[];
  high: number[];
  low: number[];
  close: number[];
  volume: number[];
}
/** An indicator of klinecharts as its source defines it: no public name leads to it. */
interface Template {
  name: string;
  calcParams: unknown[];
  regenerateFigures?: (params: unknown[]) => unknown;
  calc(candles: Candle[], self: unknown): unknown[];
}

interface Fixture {
  series: CandleSeries;
  candles: Candle[];
  columns: Columns;
}

function makeFixture(count: number): Fixture {
  const random = seeded(24);
  const rows = new Rows(6, count);
  const candles: Candle[] = [];
  let price = 60_000;
  for (let i = 0; i < count; i++) {
    const open = price;
    price = Math.max(1, price * (1 + (random() - 0.5) * 0.002));
    const candle = {
      timestamp: i * 60_000,
      open,
      high: Math.max(open, price) * (1 + random() * 0.001),
      low: Math.min(open, price) * (1 - random() * 0.001),
      close: price,
      volume: random() * 50,
    };
    rows.data.set([candle.timestamp, candle.open, candle.high, candle.low, candle.close, candle.volume], rows.add());
    candles.push(candle);
  }
  const series = new CandleSeries();
  series.merge(rows);
  const column = (key: keyof Columns): number[] => candles.map((candle) => candle[key]);
  return {
    series,
    candles,
    columns: {
      open: column('open'),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      volume: column('volume'),
    },
  };
}

/**
 * klinecharts keeps its indicators to itself and asks for a window when it loads: its own source, with one more export.
 */
async function klineTemplates(): Promise<Template[]> {
  const path = createRequire(import.meta.url)
    .resolve('klinecharts')
    .replace('index.cjs', 'index.esm.js');
  const list = /var (extensions\$\d+) = \[\s*averagePrice,/.exec(readFileSync(path, 'utf8'))?.[1];
  if (!list) throw new Error('klinecharts no longer lists its indicators as it did');
  const source = `${readFileSync(path, 'utf8')}\nexport { ${list} as templates };`;
  const world = globalThis as { window?: unknown };
  world.window = { navigator: { userAgent: 'Node' } };
  const url = `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
  const { templates } = (await import(/* @vite-ignore */ url)) as { templates: Template[] };
  delete world.window;
  return templates.filter(({ name }) => INDICATORS.has(name));
}

function millis(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}

const compute = (indicator: Indicator, params: readonly number[], { series }: Fixture): IndicatorLines => {
  const lines = new IndicatorLines(indicator, { name: indicator.name, params: [...params] });
  lines.recompute(series);
  return lines;
};

const klineCompute = (template: Template, params: readonly number[], { candles }: Fixture): unknown[] => {
  const own = { ...template, calcParams: [...params] } as Template & { figures?: unknown };
  if (own.regenerateFigures) own.figures = own.regenerateFigures(own.calcParams);
  return own.calc(candles, own);
};

/** Those that both other libraries have with the same parameters and as much output. */
interface Shared {
  name: string;
  params: number[];
  technical(fixture: Fixture): unknown;
  signals(): { add(value: never): unknown };
  /** What trading-signals is fed. */
  feed: 'close' | 'candle';
}

const SHARED: Shared[] = [
  {
    name: 'MA',
    params: [20],
    technical: ({ columns }) => technical.SMA.calculate({ period: 20, values: columns.close }),
    signals: () => new signals.SMA(20),
    feed: 'close',
  },
  {
    name: 'EMA',
    params: [20],
    technical: ({ columns }) => technical.EMA.calculate({ period: 20, values: columns.close }),
    signals: () => new signals.EMA(20),
    feed: 'close',
  },
  {
    name: 'BOLL',
    params: [20, 2],
    technical: ({ columns }) => technical.BollingerBands.calculate({ period: 20, stdDev: 2, values: columns.close }),
    signals: () => new signals.BollingerBands(20, 2),
    feed: 'close',
  },
  {
    name: 'RSI',
    params: [14],
    technical: ({ columns }) => technical.RSI.calculate({ period: 14, values: columns.close }),
    signals: () => new signals.RSI(14),
    feed: 'close',
  },
  {
    name: 'MACD',
    params: [12, 26, 9],
    feed: 'close',
    technical: ({ columns }) =>
      technical.MACD.calculate({
        values: columns.close,
        fastPeriod: 12,
        slowPeriod: 26,
        signalPeriod: 9,
        SimpleMAOscillator: false,
        SimpleMASignal: false,
      }),
    signals: () => new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9)),
  },
  {
    name: 'CCI',
    params: [20],
    technical: ({ columns }) => technical.CCI.calculate({ period: 20, ...columns }),
    signals: () => new signals.CCI(20),
    feed: 'candle',
  },
  {
    name: 'WR',
    params: [14],
    technical: ({ columns }) => technical.WilliamsR.calculate({ period: 14, ...columns }),
    signals: () => new signals.WilliamsR(14),
    feed: 'candle',
  },
];

function signalsCompute(shared: Shared, { candles, columns }: Fixture): unknown[] {
  const subject = shared.signals() as { add(value: unknown): unknown };
  return (shared.feed === 'close' ? columns.close : candles).map((value: unknown) => subject.add(value));
}

/** Medians of each work in ms, taken in turns so that a slow moment meets them all; one round before is not counted. */
function race(works: (() => unknown)[]): number[] {
  const times = works.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++)
    works.forEach((work, k) => {
      const taken = millis(work);
      if (round > 0) times[k]!.push(taken);
    });
  return times.map(median);
}

function sharedRows(on: Fixture, templates: Template[]): Row[] {
  const count = on.series.length;
  return SHARED.flatMap((shared) => {
    const indicator = INDICATORS.get(shared.name)!;
    const template = templates.find(({ name }) => name === shared.name)!;
    const [ours, kline, tech, signal] = race([
      () => compute(indicator, shared.params, on),
      () => klineCompute(template, shared.params, on),
      () => shared.technical(on),
      () => signalsCompute(shared, on),
    ]);
    const peers = { klinecharts: kline!, technicalindicators: tech!, 'trading-signals': signal! };
    return Object.entries(peers).map(([against, ms]) => ({
      name: `${shared.name}(${shared.params.join()}) over ${count} candles`,
      value: (ours! * 1e6) / count,
      unit: 'ns a candle',
      against,
      ratio: ms / ours!,
    }));
  });
}

/** Named by the parent to a process that measures one side alone: "ours 1000000". */
const SIDE = 'INDICATORS_SIDE';
const SIDE_ANSWER = 'side-ms ';

/**
 * Each side in processes of its own, alternating: a million candle objects, and the 24 results over them, would
 * otherwise be collected during the other side's measurement. One pass before the measured one warms the code up.
 */
function allRow(count: number, templates: Template[]): Row {
  const times: Record<'ours' | 'klinecharts', number[]> = { ours: [], klinecharts: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of ['ours', 'klinecharts'] as const) {
      const out = execFileSync(process.execPath, [process.argv[1]!, 'indicators'], {
        env: { ...process.env, [SIDE]: `${side} ${count}` },
        encoding: 'utf8',
        maxBuffer: 1e8,
      });
      times[side].push(Number(out.slice(out.indexOf(SIDE_ANSWER) + SIDE_ANSWER.length).split('\n', 1)[0]));
    }
  }
  const ours = median(times.ours);
  return {
    name: `all ${templates.length} over ${count} candles`,
    value: (ours * 1e6) / count,
    unit: 'ns a candle',
    against: 'klinecharts',
    ratio: median(times.klinecharts) / ours,
  };
}

function measureSide(wanted: string, templates: Template[]): void {
  const [side, count] = wanted.split(' ');
  const on = makeFixture(Number(count));
  // Only what this side reads stays alive.
  if (side === 'ours') on.candles.length = 0;
  on.columns = { open: [], high: [], low: [], close: [], volume: [] };
  const computeAll = (fixture: Fixture): unknown[] =>
    side === 'ours'
      ? [...INDICATORS.values()].map((indicator) => compute(indicator, indicator.defaults, fixture))
      : templates.map((template) => klineCompute(template, INDICATORS.get(template.name)!.defaults, fixture));
  // A chart's lines live while it is shown. Without a living instance the engine discards a class's machine code. Those
  // of a short chart take no memory from the measured pass, which would otherwise be given new pages by the system.
  const shown = computeAll(makeFixture(100));
  computeAll(on);
  console.log(`${SIDE_ANSWER}${millis(() => computeAll(on))}`);
  if (shown.length === 0) throw new Error('nothing was computed');
}

function tickRow(on: Fixture, templates: Template[]): Row {
  const all = [...INDICATORS.values()].map((indicator) => compute(indicator, indicator.defaults, on));
  const last = on.series.length - 1;
  const row = Float64Array.of(
    on.series.time[last]!,
    on.series.open[last]!,
    on.series.high[last]!,
    on.series.low[last]!,
    on.series.close[last]!,
    on.series.volume[last]!,
  );
  const tick = (close: number): void => {
    row[4] = close;
    on.series.upsert(row, 0);
    for (const lines of all) lines.update(on.series);
  };
  const close = row[4]!;
  const [ours, kline] = race([
    () => {
      for (let k = 0; k < TICKS; k++) tick(close * (1 + (k % 7) * 1e-6));
    },
    () => {
      for (const template of templates) klineCompute(template, INDICATORS.get(template.name)!.defaults, on);
    },
  ]);
  return {
    name: `one tick, all ${all.length}, ${TICK_HISTORY} candles behind it`,
    value: (ours! * 1000) / TICKS,
    unit: 'us',
    against: 'klinecharts',
    ratio: kline! / (ours! / TICKS),
  };
}

export async function run(): Promise<Row[]> {
  const templates = await klineTemplates();
  const side = process.env[SIDE];
  if (side !== undefined) {
    measureSide(side, templates);
    return [];
  }
  const rows = [tickRow(makeFixture(TICK_HISTORY), templates)];
  for (const size of SIZES) {
    rows.push(allRow(size, templates), ...sharedRows(makeFixture(size), templates));
  }
  return [...rows, ...orderFlowRows(), ...heatMapRows()];
}
