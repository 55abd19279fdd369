// Order book as a fixed number of rows; each cell is a signal that changes only with its text.
import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { BOOK_FIELD as F, BOOK_STATE, LEVEL_FIELD as L } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ViewSink } from '../../api/view-subscription.ts';
import { numberStyle } from '../../lib/number-style.ts';
import { amountText, stepsText } from './number-format.ts';
import { type ViewFreshness, createFreshness } from './view-freshness.ts';

/** Widest amount in characters; longer ones lose decimals. */
const AMOUNT_CHARACTERS = 8;
/** Depth bars move in steps of 1/200 of their column: finer steps are invisible and cost a write each. */
const DEPTH_STEPS = 200;

/** One row; empty texts where the book has fewer levels. `depth` is the fraction (0..1) of the deepest row shown. */
interface BookRow {
  price: ReadonlySignal<string>;
  amount: ReadonlySignal<string>;
  depth: ReadonlySignal<number>;
}

/** Both sides of a book, best first. */
export interface BookCells extends ViewSink {
  /** One of BOOK_STATE. */
  state: ReadonlySignal<number>;
  freshness: ViewFreshness;
  bids: readonly BookRow[];
  asks: readonly BookRow[];
  /** Best prices in ticks; NaN on an empty side. */
  bestBidTicks: ReadonlySignal<number>;
  bestAskTicks: ReadonlySignal<number>;
  /** Share of bids in the levels shown, in whole percent; NaN for an empty book. */
  bidPercent: ReadonlySignal<number>;
  /** Price of a row in ticks, for filling a ticket; NaN: empty. */
  priceTicksAt(side: 'bid' | 'ask', row: number): number;
  /** Lots from the best price to this row; NaN: empty. */
  lotsTo(side: 'bid' | 'ask', row: number): number;
  /** Ticks grouped into one row. */
  groupTicks(): number;
  /** An off-screen row is not written until it comes near. */
  setOffscreen(side: 'bid' | 'ask', row: number, offscreen: boolean): void;
  /** Why the worker could not serve the view; '' while it can. */
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
  offscreen: boolean[];
}
/** Formatting of a row. `most`: lots of the deepest row shown. */
interface Scale {
  instrument: Instrument;
  decimals: number;
  most: number;
}

/** Creates cells for `rows` levels a side of `instrument`'s book. */
export function createBook(instrument: Instrument, rows: number): BookCells {
  const state = signal<number>(BOOK_STATE.loading);
  const freshness = createFreshness();
  const bids = createSide(rows);
  const asks = createSide(rows);
  const bestBidTicks = signal(NaN);
  const bestAskTicks = signal(NaN);
  const bidPercent = signal(NaN);
  const failure = signal('');
  let group = 1;
  let writtenStyle = numberStyle.peek();
  const scale: Scale = { instrument, decimals: groupDecimals(instrument, group), most: 0 };

  const section = (columns: Float64Array, at: number): void => {
    const bidCount = columns[at + F.bids] ?? 0;
    const askCount = columns[at + F.asks] ?? 0;
    const firstBid = at + F.size;
    const firstAsk = firstBid + bidCount * L.size;
    const bidTotal = totalOf(columns, firstBid, Math.min(bidCount, rows));
    const askTotal = totalOf(columns, firstAsk, Math.min(askCount, rows));
    const style = numberStyle.peek();
    const regrouped = (columns[at + F.group] ?? 1) !== group || style !== writtenStyle;
    writtenStyle = style;
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
    freshness,
    onStatus: freshness.update,
    bids: bids.rows,
    asks: asks.rows,
    bestBidTicks,
    bestAskTicks,
    bidPercent,
    failure,
    onSection: section,
    onFailed: (reason) => {
      failure.value = reason;
    },
    priceTicksAt: (side, row) => (side === 'bid' ? bids : asks).ticks[row] ?? NaN,
    lotsTo: (side, row) => (side === 'bid' ? bids : asks).totals[row] ?? NaN,
    groupTicks: () => group,
    setOffscreen: (name, row, offscreen) => {
      const side = name === 'bid' ? bids : asks;
      side.offscreen[row] = offscreen;
      if (!offscreen) batch(() => writeRow(side, row, scale, true, true));
    },
  };
}

function createSide(rows: number): Side {
  return {
    rows: Array.from({ length: rows }, () => ({ price: signal(''), amount: signal(''), depth: signal(0) })),
    ticks: new Float64Array(rows).fill(NaN),
    lots: new Float64Array(rows).fill(NaN),
    totals: new Float64Array(rows).fill(NaN),
    offscreen: [],
  };
}

function totalOf(columns: Float64Array, first: number, count: number): number {
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
  const { ticks, lots, totals, offscreen } = side;
  for (let row = 0; row < side.rows.length; row += 1) {
    const at = first + row * L.size;
    const known = row < count;
    const [ticksBefore, lotsBefore] = [ticks[row], lots[row]];
    ticks[row] = known ? (columns[at + L.price] ?? NaN) : NaN;
    lots[row] = known ? (columns[at + L.lots] ?? NaN) : NaN;
    totals[row] = known ? (columns[at + L.total] ?? NaN) : NaN;
    if (!offscreen[row])
      writeRow(
        side,
        row,
        scale,
        regrouped || !Object.is(ticks[row], ticksBefore),
        regrouped || !Object.is(lots[row], lotsBefore),
      );
  }
}

/** Only changed values are formatted. */
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

/** Grouping by ten drops a decimal, as long as the price has one. */
export function groupDecimals(instrument: Instrument, group: number): number {
  return Math.max(0, instrument.info.pricePrecision - Math.max(0, Math.round(Math.log10(group))));
}
