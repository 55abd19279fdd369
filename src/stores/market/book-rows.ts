// A book on screen: a fixed number of rows, each cell a signal that changes only when its text does.
import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { BOOK_FIELD as F, BOOK_STATE, LEVEL_FIELD as L } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ViewSink } from '../../api/view.ts';
import { amountText, stepsText } from './number-format.ts';
import { type ViewFreshness, createFreshness } from './view-freshness.ts';

/** Widest amount in a row; longer ones lose decimals. */
const AMOUNT_CHARACTERS = 8;
/** Depth bars move in steps of 1/200 of their column: finer ones cannot be seen and would cost a write each. */
const DEPTH_STEPS = 200;

/** One row; empty texts where the book has fewer levels. `depth` is the share (0..1) of the deepest row shown. */
interface BookRow {
  price: ReadonlySignal<string>;
  amount: ReadonlySignal<string>;
  depth: ReadonlySignal<number>;
}

/** Both sides of a book, best first. */
export interface BookCells extends ViewSink {
  /** One of BOOK_STATE. */
  state: ReadonlySignal<number>;
  shown: ViewFreshness;
  bids: readonly BookRow[];
  asks: readonly BookRow[];
  /** Best prices in ticks; NaN on an empty side. */
  bestBidTicks: ReadonlySignal<number>;
  bestAskTicks: ReadonlySignal<number>;
  /** Bought share of what is shown, in whole percent; NaN for an empty book. */
  bidPercent: ReadonlySignal<number>;
  /** Price of a row in ticks (NaN: empty), for filling a ticket. */
  priceTicksAt(side: 'bid' | 'ask', row: number): number;
  /** Lots from the best price to this row (NaN: empty). */
  lotsTo(side: 'bid' | 'ask', row: number): number;
  /** Ticks that are joined into one row. */
  groupTicks(): number;
  /** A row that is far from sight is not written until it comes near. */
  setFar(side: 'bid' | 'ask', row: number, far: boolean): void;
  /** Why the worker could not serve the view; empty while it can. */
  failure: ReadonlySignal<string>;
}

interface Row {
  price: Signal<string>;
  amount: Signal<string>;
  depth: Signal<number>;
}
interface Side {
  rows: Row[];
  ticks: Float64Array;
  lots: Float64Array;
  totals: Float64Array;
  far: boolean[];
}
/** How numbers become the texts and bars of rows. `most`: lots of the deepest row shown. */
interface Scale {
  instrument: Instrument;
  decimals: number;
  most: number;
}

/** Cells for `rows` levels a side of `instrument`'s book. */
export function createBook(instrument: Instrument, rows: number): BookCells {
  const state = signal<number>(BOOK_STATE.loading);
  const shown = createFreshness();
  const bids = sideOf(rows);
  const asks = sideOf(rows);
  const bestBidTicks = signal(NaN);
  const bestAskTicks = signal(NaN);
  const bidPercent = signal(NaN);
  const failure = signal('');
  let group = 1;
  const scale: Scale = { instrument, decimals: groupDecimals(instrument, group), most: 0 };

  const section = (columns: Float64Array, at: number): void => {
    const bidCount = columns[at + F.bids] ?? 0;
    const askCount = columns[at + F.asks] ?? 0;
    const firstBid = at + F.size;
    const firstAsk = firstBid + bidCount * L.size;
    const bidTotal = deepest(columns, firstBid, Math.min(bidCount, rows));
    const askTotal = deepest(columns, firstAsk, Math.min(askCount, rows));
    const regrouped = (columns[at + F.group] ?? 1) !== group;
    group = columns[at + F.group] ?? 1;
    scale.decimals = groupDecimals(instrument, group);
    scale.most = Math.max(bidTotal, askTotal);
    batch(() => {
      state.value = columns[at + F.state] ?? BOOK_STATE.loading;
      failure.value = '';
      writeSide(bids, columns, firstBid, bidCount, scale, regrouped);
      writeSide(asks, columns, firstAsk, askCount, scale, regrouped);
      bestBidTicks.value = bids.ticks[0] ?? NaN;
      bestAskTicks.value = asks.ticks[0] ?? NaN;
      bidPercent.value = Math.round((bidTotal / (bidTotal + askTotal)) * 100);
    });
  };
  return {
    state,
    shown,
    pane: shown.update,
    bids: bids.rows,
    asks: asks.rows,
    bestBidTicks,
    bestAskTicks,
    bidPercent,
    failure,
    section,
    failed: (reason) => {
      failure.value = reason;
    },
    priceTicksAt: (side, row) => (side === 'bid' ? bids : asks).ticks[row] ?? NaN,
    lotsTo: (side, row) => (side === 'bid' ? bids : asks).totals[row] ?? NaN,
    groupTicks: () => group,
    setFar: (name, row, far) => {
      const side = name === 'bid' ? bids : asks;
      side.far[row] = far;
      if (!far) batch(() => writeRow(side, row, scale, true, true));
    },
  };
}

function sideOf(rows: number): Side {
  return {
    rows: Array.from({ length: rows }, () => ({ price: signal(''), amount: signal(''), depth: signal(0) })),
    ticks: new Float64Array(rows).fill(NaN),
    lots: new Float64Array(rows).fill(NaN),
    totals: new Float64Array(rows).fill(NaN),
    far: [],
  };
}

function deepest(columns: Float64Array, first: number, count: number): number {
  return count === 0 ? 0 : (columns[first + (count - 1) * L.size + L.total] ?? 0);
}

function writeSide(
  side: Side,
  columns: Float64Array,
  first: number,
  count: number,
  scale: Scale,
  regrouped: boolean,
): void {
  const { ticks, lots, totals, far } = side;
  for (let row = 0; row < side.rows.length; row += 1) {
    const at = first + row * L.size;
    const known = row < count;
    const [ticksBefore, lotsBefore] = [ticks[row], lots[row]];
    ticks[row] = known ? (columns[at + L.price] ?? NaN) : NaN;
    lots[row] = known ? (columns[at + L.lots] ?? NaN) : NaN;
    totals[row] = known ? (columns[at + L.total] ?? NaN) : NaN;
    if (!far[row])
      writeRow(side, row, scale, regrouped || !Object.is(ticks[row], ticksBefore), !Object.is(lots[row], lotsBefore));
  }
}

/** Texts are made only of what changed. */
function writeRow(
  side: Side,
  at: number,
  { instrument, decimals, most }: Scale,
  priceMoved: boolean,
  amountMoved: boolean,
): void {
  const row = side.rows[at];
  const ticks = side.ticks[at] ?? NaN;
  const lots = side.lots[at] ?? NaN;
  if (!row) return;
  if (priceMoved) row.price.value = Number.isNaN(ticks) ? '' : stepsText(ticks, instrument.price, decimals);
  if (amountMoved) row.amount.value = Number.isNaN(lots) ? '' : amountText(lots, instrument.amount, AMOUNT_CHARACTERS);
  row.depth.value = most > 0 ? Math.round(((side.totals[at] || 0) / most) * DEPTH_STEPS) / DEPTH_STEPS : 0;
}

/** Joining levels by ten drops a decimal, as long as the price has one. */
function groupDecimals(instrument: Instrument, group: number): number {
  return Math.max(0, instrument.info.pricePrecision - Math.max(0, Math.round(Math.log10(group))));
}
