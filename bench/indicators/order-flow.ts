// Order flow of a million trades, and of a million candles: what a trade, a profile and the delta cost, in CPU time.
import { FlowBars } from '../../chart/order-flow/flow-bars.ts';
import { RangeProfile } from '../../chart/order-flow/range-profile.ts';
import { MINUTE_MS } from '../../core/units/durations.ts';
import { seeded } from '../../tests/support/data/seeded-random.ts';
import { CandleSeries } from '../../workers/candles/candle-series.ts';
import { CANDLE_ROW } from '../../workers/decode/decoded-event.ts';
import { Rows } from '../../workers/decode/rows.ts';
import { FlowLines } from '../../workers/order-flow/flow-lines.ts';
import { formed } from '../harness/quick.ts';
import { type Row, median } from '../harness/row.ts';
import { cpuMsOf } from '../harness/process-cpu.ts';

const SEED = 5;
const START = Date.UTC(2026, 0, 5);
const TRADES = formed(1_000_000, 100_000);
const BARS = TRADES / 100;
const CANDLES = formed(1_000_000, 100_000);
const ROUNDS = formed(5, 2);
/** Trades at each end whose cost is compared. */
const END = TRADES / 10;
const AREA_PERCENT = 70;
const UNITS = { levelPrice: 0.5, tickPrice: 0.5, lotCoins: 0.001 };

interface Trades {
  time: Float64Array;
  level: Float64Array;
  lots: Float64Array;
  isBuy: Uint8Array;
}

/** A hundred trades a bar, within 20 levels of a price that walks. */
function madeTrades(): Trades {
  const random = seeded(SEED);
  const columns = { time: new Float64Array(TRADES), level: new Float64Array(TRADES), lots: new Float64Array(TRADES) };
  const isBuy = new Uint8Array(TRADES);
  let middle = 120_000;
  for (let at = 0; at < TRADES; at++) {
    if (at % 100 === 0) middle += Math.round((random() - 0.5) * 8);
    columns.time[at] = START + Math.floor(at / 100) * MINUTE_MS;
    columns.level[at] = middle + Math.round((random() - 0.5) * 40);
    columns.lots[at] = 1 + Math.floor(random() ** 3 * 900);
    isBuy[at] = random() < 0.5 ? 1 : 0;
  }
  return { ...columns, isBuy };
}

function fill(flow: FlowBars, { time, level, lots, isBuy }: Trades, from: number, to: number): void {
  for (let at = from; at < to; at++) flow.add(time[at]!, level[at]!, lots[at]!, isBuy[at] === 1);
}

/** Lots sold and bought by level and by bar, as a chart without columns has them. */
type Plain = Map<number, Map<number, [sold: number, bought: number]>>;

function fillPlain(plain: Plain, { time, level, lots, isBuy }: Trades): void {
  for (let at = 0; at < TRADES; at++) {
    let bar = plain.get(time[at]!);
    if (!bar) plain.set(time[at]!, (bar = new Map()));
    let cell = bar.get(level[at]!);
    if (!cell) bar.set(level[at]!, (cell = [0, 0]));
    cell[isBuy[at]!]! += lots[at]!;
  }
}

function plainProfile(plain: Plain): Map<number, number> {
  const sums = new Map<number, number>();
  for (const bar of plain.values())
    for (const [level, [sold, bought]] of bar) sums.set(level, (sums.get(level) ?? 0) + sold + bought);
  return sums;
}

function bytesOf(flow: FlowBars): number {
  const columns = [flow.time, flow.firstLevel, flow.levelCount, flow.firstCell, flow.part, flow.sold, flow.bought];
  return [...columns, flow.changedAt].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function footprintRows(trades: Trades): { rows: Row[]; flow: FlowBars } {
  const own: number[] = [];
  const plainMs: number[] = [];
  const grown: number[] = [];
  const profiles: number[] = [];
  const plainProfiles: number[] = [];
  let flow = new FlowBars(UNITS);
  for (let round = 0; round < ROUNDS; round++) {
    flow = new FlowBars(UNITS);
    const first = cpuMsOf(() => fill(flow, trades, 0, END));
    const middle = cpuMsOf(() => fill(flow, trades, END, TRADES - END));
    const last = cpuMsOf(() => fill(flow, trades, TRADES - END, TRADES));
    own.push(first + middle + last);
    grown.push(last / first);
    const plain: Plain = new Map();
    plainMs.push(cpuMsOf(() => fillPlain(plain, trades)));
    profiles.push(cpuMsOf(() => new RangeProfile().update(flow, 0, flow.length, 1, AREA_PERCENT)));
    plainProfiles.push(cpuMsOf(() => plainProfile(plain)));
    checkSame(flow, plain);
  }
  const each = (1e6 * median(own)) / TRADES;
  const plainEach = (1e6 * median(plainMs)) / TRADES;
  const profile = median(profiles);
  return {
    flow,
    rows: [
      {
        name: `a trade into the footprints of ${BARS} bars, ${TRADES} trades`,
        value: each,
        unit: 'ns',
        against: 'Map of Maps',
        ratio: plainEach / each,
      },
      { name: 'a trade of the last tenth, to one of the first', value: median(grown), unit: 'times' },
      {
        name: `profile of all ${BARS} bars, summed again`,
        value: profile,
        unit: 'ms',
        against: 'Map of Maps',
        ratio: median(plainProfiles) / profile,
      },
      { name: 'columns of the footprints', value: bytesOf(flow) / 2 ** 20, unit: 'MiB' },
    ],
  };
}

/** Throws where the columns have other lots than the naive twin. */
function checkSame(flow: FlowBars, plain: Plain): void {
  const profile = new RangeProfile();
  profile.update(flow, 0, flow.length, 1, AREA_PERCENT);
  for (const [level, lots] of plainProfile(plain))
    if (profile.lots[level - profile.firstRow] !== lots) throw new Error(`level ${level} has other lots`);
}

/** A trade and the profile of all bars after it, as a live chart has it once a frame. */
function liveProfileRow(flow: FlowBars): Row {
  const profile = new RangeProfile();
  profile.update(flow, 0, flow.length, 1, AREA_PERCENT);
  const count = formed(20_000, 2_000);
  const time = flow.time[flow.length - 1]!;
  const level = flow.firstLevel[flow.length - 1]!;
  const ms = cpuMsOf(() => {
    for (let at = 0; at < count; at++) {
      flow.add(time, level + (at % 8), 1, at % 2 === 0);
      profile.update(flow, 0, flow.length, 1, AREA_PERCENT);
    }
  });
  return { name: `profile of ${BARS} bars updated by a trade`, value: (1000 * ms) / count, unit: 'us' };
}

function deltaRows(flow: FlowBars): Row[] {
  const rows = new Rows(CANDLE_ROW, CANDLES);
  // The trades are in the last of them.
  const firstMs = flow.time[flow.length - 1]! - (CANDLES - 1) * MINUTE_MS;
  for (let at = 0; at < CANDLES; at++) rows.data.set([firstMs + at * MINUTE_MS, 1, 2, 1, 2, 1], rows.add());
  const candles = new CandleSeries();
  candles.merge(rows);
  const whole = median(
    Array.from({ length: ROUNDS }, () => {
      const lines = new FlowLines(true, () => flow);
      return cpuMsOf(() => lines.recompute(candles));
    }),
  );
  const lines = new FlowLines(true, () => flow);
  lines.recompute(candles);
  const count = formed(200_000, 20_000);
  const tick = cpuMsOf(() => {
    for (let at = 0; at < count; at++) lines.update(candles);
  });
  return [
    { name: `cumulative delta of ${CANDLES} candles, all of it`, value: whole, unit: 'ms' },
    { name: `the same after one more trade`, value: (1000 * tick) / count, unit: 'us' },
  ];
}

export function orderFlowRows(): Row[] {
  const { rows, flow } = footprintRows(madeTrades());
  return [...rows, liveProfileRow(flow), ...deltaRows(flow)];
}
