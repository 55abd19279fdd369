// The last known ticker of every market: texts for cells, numbers for sorting; only what changed changes.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import type { Instrument } from '../../contract/instrument.ts';
import { TICKER_FIELD as F } from '../../contract/thread.ts';
import { stepsToNumber } from '../../contract/units.ts';
import { UNKNOWN, bigText, rateText, stepsText } from './digits.ts';

/** -1 down, 0 flat or not known, 1 up. */
export type Direction = -1 | 0 | 1;

/** One market's ticker. Texts are written at the instrument's precision; numbers are for sorting and estimates, never for money. */
export interface Ticker {
  /** Last price; `lastTicks` in ticks, `lastNumber` in quote units. NaN: not known. */
  last: ReadonlySignal<string>;
  lastTicks: ReadonlySignal<number>;
  lastNumber: ReadonlySignal<number>;
  /** Which way the last price moved when it last changed. */
  move: ReadonlySignal<Direction>;
  /** Change in 24 h: "+1.84%", 0.0184, and its sign. */
  change: ReadonlySignal<string>;
  changeRate: ReadonlySignal<number>;
  direction: ReadonlySignal<Direction>;
  high: ReadonlySignal<string>;
  low: ReadonlySignal<string>;
  /** Traded in 24 h: `vol` in base coins, `amount` in quote coins. */
  vol: ReadonlySignal<string>;
  amount: ReadonlySignal<string>;
  amountNumber: ReadonlySignal<number>;
  bid: ReadonlySignal<string>;
  ask: ReadonlySignal<string>;
  /** Server time of the ticker in ms; NaN before the first one. */
  ts: ReadonlySignal<number>;
}

type Writable<T> = { [K in keyof T]: T[K] extends ReadonlySignal<infer V> ? Signal<V> : never };
interface Entry {
  cells: Writable<Ticker>;
  /** The row as it last came, in TICKER_FIELD's layout. */
  row: Float64Array;
  instrument: Instrument | null;
}

const entries = new Map<number, Entry>();

/** The ticker of a market; its cells exist (not known) before the first frame. */
export function tickerOf(coinInfoId: number): Ticker {
  return entryOf(coinInfoId).cells;
}

/** Tells how the prices of these markets are written; rows that came before are written now. */
export function describeTickers(instruments: Iterable<Instrument>): void {
  for (const instrument of instruments) {
    const entry = entryOf(instrument.info.id);
    if (entry.instrument === instrument) continue;
    entry.instrument = instrument;
    for (let field = 1; field < F.size; field += 1) write(entry, field, entry.row[field] ?? NaN);
  }
}

/** Reads a tickers section: `columns[at]` is the count, rows follow. */
export function applyTickers(columns: Float64Array, at: number): void {
  const count = columns[at] ?? 0;
  for (let i = 0, row = at + 1; i < count; i += 1, row += F.size) applyRow(columns, row);
}

/** Every row that came, in TICKER_FIELD's layout. */
export function tickerRows(): Float64Array[] {
  return [...entries.entries()].filter(([, { row }]) => !Number.isNaN(row[F.ts] ?? NaN)).map(([id, { row }]) => {
    const whole = row.slice();
    whole[F.id] = id;
    return whole;
  });
}

function applyRow(columns: Float64Array, at: number): void {
  const entry = entryOf(columns[at + F.id] ?? 0);
  const { row, cells } = entry;
  const lastBefore = row[F.last] ?? NaN;
  let moved = false;
  for (let field = 1; field < F.size; field += 1) {
    const value = columns[at + field] ?? NaN;
    if (Object.is(value, row[field])) continue;
    row[field] = value;
    moved ||= field === F.last || field === F.open;
    write(entry, field, value);
  }
  if (moved) writeChange(entry);
  const last = row[F.last] ?? NaN;
  if (last > lastBefore) cells.move.value = 1;
  else if (last < lastBefore) cells.move.value = -1;
}

function write(entry: Entry, field: number, value: number): void {
  const { cells, instrument } = entry;
  // Volumes are coins, not ticks: only a price may be read on the price grid.
  const priced = instrument !== null && field !== F.vol && field !== F.amount && field !== F.ts;
  const price = priced ? stepsText(value, instrument.price, instrument.info.pricePrecision) : UNKNOWN;
  if (field === F.last) {
    cells.last.value = price;
    cells.lastTicks.value = value;
    cells.lastNumber.value = instrument ? stepsToNumber(value, instrument.price) : NaN;
  } else if (field === F.high) cells.high.value = price;
  else if (field === F.low) cells.low.value = price;
  else if (field === F.bid) cells.bid.value = price;
  else if (field === F.ask) cells.ask.value = price;
  else if (field === F.vol) cells.vol.value = bigText(value);
  else if (field === F.amount) {
    cells.amount.value = bigText(value);
    cells.amountNumber.value = value;
  } else if (field === F.ts) cells.ts.value = value;
}

function writeChange({ cells, row }: Entry): void {
  const open = row[F.open] ?? NaN;
  const rate = open > 0 ? ((row[F.last] ?? NaN) - open) / open : NaN;
  cells.changeRate.value = rate;
  cells.change.value = rateText(rate);
  cells.direction.value = rate > 0 ? 1 : rate < 0 ? -1 : 0;
}

function entryOf(coinInfoId: number): Entry {
  let entry = entries.get(coinInfoId);
  if (!entry) {
    entry = { cells: unknownCells(), row: new Float64Array(F.size).fill(NaN), instrument: null };
    entries.set(coinInfoId, entry);
  }
  return entry;
}

function unknownCells(): Writable<Ticker> {
  const text = (): Signal<string> => signal(UNKNOWN);
  const number = (): Signal<number> => signal(NaN);
  return {
    last: text(), lastTicks: number(), lastNumber: number(), move: signal<Direction>(0),
    change: text(), changeRate: number(), direction: signal<Direction>(0),
    high: text(), low: text(), vol: text(), amount: text(), amountNumber: number(), bid: text(), ask: text(), ts: number(),
  };
}
