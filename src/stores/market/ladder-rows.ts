// Price ladder: a column of prices around the market with the book's sizes; each cell is a signal.
import { type Signal, batch, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { BOOK_FIELD as F, BOOK_STATE, LEVEL_FIELD as L } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ViewSink } from '../../api/view-subscription.ts';
import { numberStyle } from '../../lib/number-style.ts';
import { type BookSideName, groupDecimals } from './book-rows.ts';
import { amountText, stepsText } from './number-format.ts';
import { ViewFreshness } from './view-freshness.ts';

/** Widest amount in characters; longer ones lose decimals. */
const AMOUNT_CHARACTERS = 8;
/** Bars move in steps of 1/100 of their column: finer steps are invisible and cost a write each. */
const BAR_STEPS = 100;
/** The ladder is centred again when the market comes nearer to an edge than this share of the rows. */
const EDGE = 0.2;

/** One price; empty texts where the book has nothing. Bars are fractions (0..1) of the largest size shown. */
interface LadderRow {
  price: Signal<string>;
  bid: Signal<string>;
  ask: Signal<string>;
  bidBar: Signal<number>;
  askBar: Signal<number>;
}

export class LadderCells implements ViewSink {
  /** One of BOOK_STATE. */
  readonly state = signal<number>(BOOK_STATE.loading);
  readonly freshness = new ViewFreshness();
  readonly onStatus = this.freshness.update;
  /** Why the worker could not serve the view; '' while it can. */
  readonly failure = signal('');
  /** Highest price first. */
  readonly rows: readonly LadderRow[];
  /** Price of the first row in ticks; NaN before the first book. It changes when the prices move to other rows. */
  readonly topTicks = signal<PriceTicks>(NaN);
  /** Rows of the best prices; NaN for an empty side, outside 0..rows-1 where the market is out of sight. */
  readonly bestBidRow = signal(NaN);
  readonly bestAskRow = signal(NaN);
  /** The ladder stays centred on the market; false after the user has scrolled. */
  readonly following = signal(true);
  readonly #instrument: Instrument;
  readonly #nowMs: () => number;
  readonly #groupTicks = signal(1);
  /** The latest section of the book. */
  #book = new Float64Array(0);
  /** Lots by row, and those that are written. */
  readonly #lots: Record<BookSideName, Float64Array>;
  readonly #writtenLots: Record<BookSideName, Float64Array>;
  #writtenTop = NaN;
  #writtenStyle = numberStyle.peek();
  #held = false;
  #movedMs = -Infinity;

  /** Cells for `count` prices of `instrument`. `nowMs` is a clock that never goes back. */
  constructor(instrument: Instrument, count: number, nowMs = () => performance.now()) {
    this.#instrument = instrument;
    this.#nowMs = nowMs;
    this.rows = Array.from({ length: count }, () => ({
      price: signal(''),
      bid: signal(''),
      ask: signal(''),
      bidBar: signal(0),
      askBar: signal(0),
    }));
    this.#lots = { bid: new Float64Array(count), ask: new Float64Array(count) };
    this.#writtenLots = { bid: new Float64Array(count).fill(NaN), ask: new Float64Array(count).fill(NaN) };
  }

  onSection(columns: Float64Array, at: number): void {
    const levels = (columns[at + F.bids] ?? 0) + (columns[at + F.asks] ?? 0);
    // A copy for the next recentring: the frame's columns go back to the worker.
    this.#book = columns.slice(at, at + F.size + levels * L.size);
    const groupTicks = this.#book[F.group] ?? 1;
    const regrouped = groupTicks !== this.#groupTicks.peek();
    batch(() => {
      this.#groupTicks.value = groupTicks;
      this.state.value = this.#book[F.state] ?? BOOK_STATE.loading;
      this.failure.value = '';
      if (regrouped || Number.isNaN(this.topTicks.peek())) this.#toMiddle();
      else this.#follow();
      if (regrouped) this.#writtenTop = NaN;
      this.#write();
    });
  }

  onFailed(reason: string): void {
    this.failure.value = reason;
  }

  /** Price of a row; NaN before the first book, and below the first tick. */
  ticksAt(row: number): PriceTicks {
    const ticks = this.topTicks.peek() - row * this.#groupTicks.peek();
    return row >= 0 && row < this.rows.length && ticks > 0 ? ticks : NaN;
  }

  /** Row of a price: a bid is rounded down to it, an ask up. May be outside the rows. */
  rowOf(priceTicks: PriceTicks, side: BookSideName): number {
    const [top, group] = [this.topTicks.value, this.#groupTicks.value];
    return Math.round(top / group) - (side === 'bid' ? Math.floor(priceTicks / group) : Math.ceil(priceTicks / group));
  }

  /** Centres on the market and follows it again. */
  centre(): void {
    batch(() => {
      this.following.value = true;
      if (this.#held) return;
      this.#toMiddle();
      this.#write();
    });
  }

  /** Shows prices `rows` rows lower, or higher when negative; the market is not followed any more. */
  scroll(rows: number): void {
    batch(() => {
      if (this.#held || Number.isNaN(this.topTicks.peek())) return;
      this.following.value = false;
      this.#place(this.topTicks.peek() - rows * this.#groupTicks.peek());
      this.#write();
    });
  }

  /** While held no price changes its row: a press or a drag is on its way. */
  hold(held: boolean): void {
    this.#held = held;
    if (held || Number.isNaN(this.topTicks.peek())) return;
    batch(() => {
      this.#follow();
      this.#write();
    });
  }

  /** Whether prices have changed their rows within the last `ms`. */
  movedWithin(ms: number): boolean {
    return this.#nowMs() - this.#movedMs < ms;
  }

  #levels(side: BookSideName): number {
    return this.#book[side === 'bid' ? F.bids : F.asks] ?? 0;
  }

  /** Where the levels of a side begin in the book. */
  #firstLevel(side: BookSideName): number {
    return F.size + (side === 'bid' ? 0 : this.#levels('bid') * L.size);
  }

  /** Best price of a side; NaN where it is empty. */
  #bestTicks(side: BookSideName): PriceTicks {
    return this.#levels(side) > 0 ? (this.#book[this.#firstLevel(side) + L.price] ?? NaN) : NaN;
  }

  /** The price in the middle of the market; that of the one side of a one-sided book. */
  #middleTicks(): PriceTicks {
    const [bid, ask] = [this.#bestTicks('bid'), this.#bestTicks('ask')];
    if (Number.isNaN(bid)) return ask;
    return Number.isNaN(ask) ? bid : (bid + ask) / 2;
  }

  #place(topTicks: PriceTicks): void {
    const group = this.#groupTicks.peek();
    const before = this.topTicks.peek();
    // The lowest row shows at least one group: below it there is no price.
    const next = Math.max(group * this.rows.length, Math.round(topTicks / group) * group);
    if (next === before) return;
    if (!Number.isNaN(before)) this.#movedMs = this.#nowMs();
    this.topTicks.value = next;
  }

  #toMiddle(): void {
    const middle = this.#middleTicks();
    if (!Number.isNaN(middle)) this.#place(middle + Math.floor(this.rows.length / 2) * this.#groupTicks.peek());
  }

  /** Centres where the ladder follows, is not held, and the market is near an edge or out of sight. */
  #follow(): void {
    const row = (this.topTicks.peek() - this.#middleTicks()) / this.#groupTicks.peek();
    const isNear = row >= EDGE * this.rows.length && row <= (1 - EDGE) * this.rows.length;
    if (this.following.peek() && !this.#held && !isNear) this.#toMiddle();
  }

  #write(): void {
    batch(() => {
      this.#writePrices();
      this.#readLots('bid');
      this.#readLots('ask');
      const most = Math.max(...this.#lots.bid, ...this.#lots.ask);
      this.#writeSide('bid', most);
      this.#writeSide('ask', most);
      const [top, group] = [this.topTicks.peek(), this.#groupTicks.peek()];
      this.bestBidRow.value = Math.round((top - this.#bestTicks('bid')) / group);
      this.bestAskRow.value = Math.round((top - this.#bestTicks('ask')) / group);
    });
  }

  #writePrices(): void {
    const style = numberStyle.peek();
    const [top, group] = [this.topTicks.peek(), this.#groupTicks.peek()];
    if (top === this.#writtenTop && style === this.#writtenStyle) return;
    if (style !== this.#writtenStyle) for (const lots of Object.values(this.#writtenLots)) lots.fill(NaN);
    this.#writtenTop = top;
    this.#writtenStyle = style;
    const decimals = groupDecimals(this.#instrument, group);
    for (const [at, { price }] of this.rows.entries())
      price.value = Number.isNaN(top) ? '' : stepsText(top - at * group, this.#instrument.price, decimals);
  }

  #readLots(side: BookSideName): void {
    const lots = this.#lots[side].fill(0);
    const [top, group] = [this.topTicks.peek(), this.#groupTicks.peek()];
    const end = this.#firstLevel(side) + this.#levels(side) * L.size;
    for (let at = this.#firstLevel(side); at < end; at += L.size) {
      const row = Math.round((top - (this.#book[at + L.price] ?? NaN)) / group);
      if (row >= 0 && row < lots.length) lots[row] = this.#book[at + L.lots] ?? 0;
    }
  }

  /** `most`: lots of the longest bar. */
  #writeSide(side: BookSideName, most: number): void {
    const bar = side === 'bid' ? 'bidBar' : 'askBar';
    const written = this.#writtenLots[side];
    for (const [at, row] of this.rows.entries()) {
      const own = this.#lots[side][at] ?? 0;
      if (own !== written[at])
        row[side].value = own > 0 ? amountText(own, this.#instrument.amount, AMOUNT_CHARACTERS) : '';
      written[at] = own;
      row[bar].value = most > 0 ? Math.round((own / most) * BAR_STEPS) / BAR_STEPS : 0;
    }
  }
}
