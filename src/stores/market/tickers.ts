// Last ticker of every market: texts for cells, numbers for sorting.
import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { TICKER_FIELD as F, LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { connection } from './connection.ts';
import { UNKNOWN, bigText, rateText, stepsText } from './number-format.ts';

/**
 * One market's ticker. Texts have the instrument's precision; numbers are for sorting and estimates, never for money.
 */
export interface Ticker {
  /** Last price; `lastTicks` in ticks, `lastNumber` in quote units. NaN: unknown. */
  last: ReadonlySignal<string>;
  lastTicks: ReadonlySignal<number>;
  lastNumber: ReadonlySignal<number>;
  /** Direction of the last price change: -1 down, 0 none or unknown, 1 up. */
  move: ReadonlySignal<number>;
  /** Change in 24 h: "+1.84%", 0.0184, and its sign. */
  change: ReadonlySignal<string>;
  changeRate: ReadonlySignal<number>;
  direction: ReadonlySignal<number>;
  high: ReadonlySignal<string>;
  low: ReadonlySignal<string>;
  /** Traded in 24 h: `vol` in base coins, `amount` in quote coins. */
  vol: ReadonlySignal<string>;
  amount: ReadonlySignal<string>;
  amountNumber: ReadonlySignal<number>;
  bid: ReadonlySignal<string>;
  ask: ReadonlySignal<string>;
  /** Best prices in ticks; NaN: unknown, or an empty side. */
  bidTicks: ReadonlySignal<number>;
  askTicks: ReadonlySignal<number>;
  /** Server time of the ticker in ms; NaN before the first one. */
  ts: ReadonlySignal<number>;
}

interface Entry {
  cells: Ticker;
  /** One signal per field; texts are computed from it where they are read. */
  row: readonly Signal<number>[];
  move: Signal<number>;
  instrument: Signal<Instrument | null>;
}

/** Last row of every market in TICKER_FIELD's layout, followed by the direction of the last price change. */
const rows = new Map<number, Float64Array>();
const MOVE = F.size;
const instrumentsById = new Map<number, Instrument>();
/** Markets whose ticker was read; others exist as numbers only. */
const entries = new Map<number, Entry>();

/** The ticker of a market; its signals exist (unknown) before the first frame. */
export function tickerOf(coinInfoId: number): Ticker {
  return entryOf(coinInfoId).cells;
}

/** Sets the instruments by which prices are formatted. */
export function setTickerInstruments(instruments: Iterable<Instrument>): void {
  for (const instrument of instruments) {
    const { id } = instrument.info;
    instrumentsById.set(id, instrument);
    const entry = entries.get(id);
    if (entry) entry.instrument.value = instrument;
  }
}

/** Markets whose row is of an earlier visit. */
const restored = new Set<number>();

/** Applies rows of an earlier visit, in TICKER_FIELD's layout, before the first section. */
export function restoreTickers(list: readonly Float64Array[]): void {
  for (const row of list) {
    applyRow(row, 0);
    restored.add(row[F.id] ?? 0);
  }
}

/**
 * Applies a tickers section: `columns[at]` is the count, rows follow. Over an open socket the first one with rows has
 * those of all markets that have a price: an earlier visit's price of another one is not shown any more.
 */
export function applyTickers(columns: Float64Array, at: number): void {
  const count = columns[at] ?? 0;
  for (let i = 0, row = at + 1; i < count; i += 1, row += F.size) {
    restored.delete(columns[row + F.id] ?? 0);
    applyRow(columns, row);
  }
  if (count === 0 || restored.size === 0 || connection.state.peek() !== LINK.open) return;
  for (const id of restored) {
    const unknown = new Float64Array(F.size).fill(NaN);
    unknown[F.id] = id;
    applyRow(unknown, 0);
  }
  restored.clear();
}

/** All received rows, in TICKER_FIELD's layout. */
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
    // Signals compare by identity, so NaN would always count as a change.
    if (Object.is(value, row[field])) continue;
    row[field] = value;
    const cell = entry?.row[field];
    if (cell) cell.value = value;
  }
  if (last > lastBefore) row[MOVE] = 1;
  else if (last < lastBefore) row[MOVE] = -1;
  if (entry) entry.move.value = moveOf(row);
}

function moveOf(row: Float64Array): number {
  return row[MOVE] || 0;
}

/** The row of a market; a new one is all NaN. */
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
  const instrument = signal<Instrument | null>(instrumentsById.get(coinInfoId) ?? null);
  const move = signal(moveOf(known));
  const price = (field: number): ReadonlySignal<string> =>
    computed(() => {
      const { value: known } = instrument;
      return known ? stepsText(number(field).value, known.price, known.info.pricePrecision) : UNKNOWN;
    });
  // Volumes are in coins, not ticks: they are not formatted on the price grid.
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
    direction: computed(() => Math.sign(changeRate.value) || 0),
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
