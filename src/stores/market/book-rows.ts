// Order book as a fixed number of rows; each cell is a signal that changes only with its text.
import { type Signal, batch, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { BOOK_FIELD as F, BOOK_STATE, LEVEL_FIELD as L } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ViewSink } from '../../api/view-subscription.ts';
import { numberStyle } from '../../lib/number-style.ts';
import { amountText, stepsText } from './number-format.ts';
import { ViewFreshness } from './view-freshness.ts';

/** Widest amount in characters; longer ones lose decimals. */
const AMOUNT_CHARACTERS = 8;
/** Depth bars move in steps of 1/200 of their column: finer steps are invisible and cost a write each. */
const DEPTH_STEPS = 200;

export type BookSideName = 'bid' | 'ask';

/** One row; empty texts where the book has fewer levels. `depth` is the fraction (0..1) of the deepest row shown. */
interface BookRow {
  price: Signal<string>;
  amount: Signal<string>;
  depth: Signal<number>;
}

/** Formatting of rows. `most`: lots of the deepest row shown. `isNew`: rows are written in another format. */
interface Scale {
  instrument: Instrument;
  decimals: number;
  most: number;
  isNew: boolean;
}

/** Both sides of a book. */
export class BookCells implements ViewSink {
  /** One of BOOK_STATE. */
  readonly state = signal<number>(BOOK_STATE.loading);
  readonly freshness = new ViewFreshness();
  readonly onStatus = this.freshness.update;
  /** Why the worker could not serve the view; '' while it can. */
  readonly failure = signal('');
  /** Best prices in ticks; NaN on an empty side. */
  readonly bestBidTicks = signal(NaN);
  readonly bestAskTicks = signal(NaN);
  /** Share of bids in the levels shown, in whole percent; NaN for an empty book. */
  readonly bidPercent = signal(NaN);
  readonly #bids: SideRows;
  readonly #asks: SideRows;
  readonly #scale: Scale;
  #groupTicks = 1;
  #writtenStyle = numberStyle.peek();

  /** Cells for `rows` levels a side of `instrument`'s book. */
  constructor(instrument: Instrument, rows: number) {
    this.#bids = new SideRows(rows);
    this.#asks = new SideRows(rows);
    this.#scale = { instrument, decimals: groupDecimals(instrument, 1), most: 0, isNew: false };
  }

  /** Rows of a side, best first. */
  get bids(): readonly BookRow[] {
    return this.#bids.rows;
  }

  get asks(): readonly BookRow[] {
    return this.#asks.rows;
  }

  onSection(columns: Float64Array, at: number): void {
    const bidCount = columns[at + F.bids] ?? 0;
    const askCount = columns[at + F.asks] ?? 0;
    const firstBid = at + F.size;
    const firstAsk = firstBid + bidCount * L.size;
    const bidTotal = totalOf(columns, firstBid, Math.min(bidCount, this.bids.length));
    const askTotal = totalOf(columns, firstAsk, Math.min(askCount, this.asks.length));
    this.#rescale(columns[at + F.group] ?? 1, Math.max(bidTotal, askTotal));
    batch(() => {
      this.state.value = columns[at + F.state] ?? BOOK_STATE.loading;
      this.failure.value = '';
      this.#bids.apply(columns, firstBid, bidCount, this.#scale);
      this.#asks.apply(columns, firstAsk, askCount, this.#scale);
      this.bestBidTicks.value = this.priceTicksAt('bid', 0);
      this.bestAskTicks.value = this.priceTicksAt('ask', 0);
      this.bidPercent.value = Math.round((bidTotal / (bidTotal + askTotal)) * 100);
    });
  }

  onFailed(reason: string): void {
    this.failure.value = reason;
  }

  /** Price of a row in ticks, for filling a ticket; NaN: empty. */
  priceTicksAt(side: BookSideName, row: number): number {
    return this.#side(side).ticks[row] ?? NaN;
  }

  /** Lots from the best price to this row; NaN: empty. */
  lotsTo(side: BookSideName, row: number): number {
    return this.#side(side).totals[row] ?? NaN;
  }

  /** Ticks grouped into one row. */
  groupTicks(): number {
    return this.#groupTicks;
  }

  /** An off-screen row is not written until it comes near. */
  setOffscreen(side: BookSideName, row: number, offscreen: boolean): void {
    batch(() => this.#side(side).setOffscreen(row, offscreen, this.#scale));
  }

  #side(side: BookSideName): SideRows {
    return side === 'bid' ? this.#bids : this.#asks;
  }

  #rescale(groupTicks: number, most: number): void {
    const scale = this.#scale;
    const style = numberStyle.peek();
    scale.isNew = groupTicks !== this.#groupTicks || style !== this.#writtenStyle;
    scale.decimals = groupDecimals(scale.instrument, groupTicks);
    scale.most = most;
    this.#groupTicks = groupTicks;
    this.#writtenStyle = style;
  }
}

/** Rows of one side, best first, with the numbers that are written in them; NaN in empty ones. */
class SideRows {
  readonly rows: readonly BookRow[];
  readonly ticks: Float64Array;
  /** Lots from the best price to each row. */
  readonly totals: Float64Array;
  readonly #lots: Float64Array;
  readonly #offscreen: boolean[] = [];

  constructor(count: number) {
    this.rows = Array.from({ length: count }, () => ({ price: signal(''), amount: signal(''), depth: signal(0) }));
    this.ticks = new Float64Array(count).fill(NaN);
    this.totals = new Float64Array(count).fill(NaN);
    this.#lots = new Float64Array(count).fill(NaN);
  }

  /** Applies `count` levels, which begin at `first`. */
  apply(columns: Float64Array, first: number, count: number, scale: Scale): void {
    for (let row = 0; row < this.rows.length; row += 1) {
      const at = first + row * L.size;
      const known = row < count;
      const [ticksBefore, lotsBefore] = [this.ticks[row], this.#lots[row]];
      this.ticks[row] = known ? (columns[at + L.price] ?? NaN) : NaN;
      this.#lots[row] = known ? (columns[at + L.lots] ?? NaN) : NaN;
      this.totals[row] = known ? (columns[at + L.total] ?? NaN) : NaN;
      if (this.#offscreen[row]) continue;
      if (scale.isNew || !Object.is(this.ticks[row], ticksBefore)) this.#writePrice(row, scale);
      if (scale.isNew || !Object.is(this.#lots[row], lotsBefore)) this.#writeAmount(row, scale);
      this.#writeDepth(row, scale);
    }
  }

  setOffscreen(row: number, offscreen: boolean, scale: Scale): void {
    this.#offscreen[row] = offscreen;
    if (offscreen) return;
    this.#writePrice(row, scale);
    this.#writeAmount(row, scale);
    this.#writeDepth(row, scale);
  }

  #writePrice(row: number, { instrument, decimals }: Scale): void {
    const ticks = this.ticks[row] ?? NaN;
    this.rows[row]!.price.value = Number.isNaN(ticks) ? '' : stepsText(ticks, instrument.price, decimals);
  }

  #writeAmount(row: number, { instrument }: Scale): void {
    const lots = this.#lots[row] ?? NaN;
    this.rows[row]!.amount.value = Number.isNaN(lots) ? '' : amountText(lots, instrument.amount, AMOUNT_CHARACTERS);
  }

  #writeDepth(row: number, { most }: Scale): void {
    this.rows[row]!.depth.value =
      most > 0 ? Math.round(((this.totals[row] || 0) / most) * DEPTH_STEPS) / DEPTH_STEPS : 0;
  }
}

function totalOf(columns: Float64Array, first: number, count: number): number {
  return count === 0 ? 0 : (columns[first + (count - 1) * L.size + L.total] ?? 0);
}

/** Grouping by ten drops a decimal, as long as the price has one. */
export function groupDecimals(instrument: Instrument, group: number): number {
  return Math.max(0, instrument.info.pricePrecision - Math.max(0, Math.round(Math.log10(group))));
}
