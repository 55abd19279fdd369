// The last known ticker of every market: texts for cells, numbers for sorting; only what changed changes.
import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { TICKER_FIELD as F } from '../../../core/worker-protocol/worker-protocol.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { UNKNOWN, bigText, rateText, stepsText } from './number-format.ts';

/** -1 down, 0 flat or not known, 1 up. */
type Direction = -1 | 0 | 1;

/**
 * One market's ticker. Texts are written at the instrument's precision; numbers are for sorting and estimates, never
 * for money.
 */
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
  /** Best prices in ticks; NaN: not known, or that side is empty. */
  bidTicks: ReadonlySignal<number>;
  askTicks: ReadonlySignal<number>;
  /** Server time of the ticker in ms; NaN before the first one. */
  ts: ReadonlySignal<number>;
}

interface Entry {
  cells: Ticker;
  /** A signal a field: texts are made of it where somebody reads them. */
  row: readonly Signal<number>[];
  move: Signal<Direction>;
  instrument: Signal<Instrument | null>;
}

/** Every market's row as it last came, in TICKER_FIELD's layout, and behind it which way the last price moved. */
const rows = new Map<number, Float64Array>();
const MOVE = F.size;
const described = new Map<number, Instrument>();
/** Markets that somebody looked at: the others are numbers alone. */
const entries = new Map<number, Entry>();

/** The ticker of a market; its cells exist (not known) before the first frame. */
export function tickerOf(coinInfoId: number): Ticker {
  return entryOf(coinInfoId).cells;
}

/** Tells how the prices of these markets are written. */
export function describeTickers(instruments: Iterable<Instrument>): void {
  for (const instrument of instruments) {
    const { id } = instrument.info;
    described.set(id, instrument);
    const entry = entries.get(id);
    if (entry) entry.instrument.value = instrument;
  }
}

/** Reads a tickers section: `columns[at]` is the count, rows follow. */
export function applyTickers(columns: Float64Array, at: number): void {
  const count = columns[at] ?? 0;
  for (let i = 0, row = at + 1; i < count; i += 1, row += F.size) applyRow(columns, row);
}

/** Every row that came, in TICKER_FIELD's layout. */
export function tickerRows(): Float64Array[] {
  return [...rows.values()].map((row) => row.slice(0, F.size)).filter((row) => !Number.isNaN(row[F.ts]));
}

function applyRow(columns: Float64Array, at: number): void {
  const id = columns[at + F.id] ?? 0;
  const row = rowOf(id);
  const entry = entries.get(id);
  const last = columns[at + F.last] ?? NaN;
  const lastBefore = row[F.last] ?? NaN;
  for (let field = 0; field < F.size; field += 1) {
    const value = columns[at + field] ?? NaN;
    // To a signal NaN is never the same.
    if (Object.is(value, row[field])) continue;
    row[field] = value;
    const cell = entry?.row[field];
    if (cell) cell.value = value;
  }
  if (last > lastBefore) row[MOVE] = 1;
  else if (last < lastBefore) row[MOVE] = -1;
  if (entry) entry.move.value = moveOf(row);
}

function moveOf(row: Float64Array): Direction {
  return Math.sign(row[MOVE] || 0) as Direction;
}

/** The row of a market; nothing is known in a new one. */
function rowOf(coinInfoId: number): Float64Array {
  let row = rows.get(coinInfoId);
  if (!row) {
    row = new Float64Array(F.size + 1).fill(NaN);
    row[F.id] = coinInfoId;
    rows.set(coinInfoId, row);
  }
  return row;
}

function entryOf(coinInfoId: number): Entry {
  let entry = entries.get(coinInfoId);
  if (!entry) {
    entry = newEntry(coinInfoId);
    entries.set(coinInfoId, entry);
  }
  return entry;
}

function newEntry(coinInfoId: number): Entry {
  const known = rowOf(coinInfoId);
  const row = Array.from({ length: F.size }, (_, field) => signal(known[field] ?? NaN));
  const number = (field: number): Signal<number> => row[field] as Signal<number>;
  const instrument = signal<Instrument | null>(described.get(coinInfoId) ?? null);
  const move = signal<Direction>(moveOf(known));
  const price = (field: number): ReadonlySignal<string> =>
    computed(() => {
      const { value: known } = instrument;
      return known ? stepsText(number(field).value, known.price, known.info.pricePrecision) : UNKNOWN;
    });
  // Volumes are coins, not ticks: only a price may be read on the price grid.
  const coins = (field: number): ReadonlySignal<string> => computed(() => bigText(number(field).value));
  const changeRate = computed(() => {
    const open = number(F.open).value;
    return open > 0 ? (number(F.last).value - open) / open : NaN;
  });
  const cells: Ticker = {
    last: price(F.last),
    lastTicks: number(F.last),
    lastNumber: computed(() => (instrument.value ? stepsToNumber(number(F.last).value, instrument.value.price) : NaN)),
    move,
    change: computed(() => rateText(changeRate.value)),
    changeRate,
    direction: computed(() => (changeRate.value > 0 ? 1 : changeRate.value < 0 ? -1 : 0)),
    high: price(F.high),
    low: price(F.low),
    vol: coins(F.vol),
    amount: coins(F.amount),
    amountNumber: number(F.amount),
    bid: price(F.bid),
    ask: price(F.ask),
    bidTicks: number(F.bid),
    askTicks: number(F.ask),
    ts: number(F.ts),
  };
  return { cells, row, move, instrument };
}
