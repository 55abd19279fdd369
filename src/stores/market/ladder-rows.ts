// Price ladder: a column of prices around the market with the book's sizes; each cell is a signal.
import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { BOOK_FIELD as F, BOOK_STATE, LEVEL_FIELD as L } from '../../../core/worker-protocol/worker-protocol.ts';
import type { ViewSink } from '../../api/view-subscription.ts';
import { numberStyle } from '../../lib/number-style.ts';
import { groupDecimals } from './book-rows.ts';
import { amountText, stepsText } from './number-format.ts';
import { type ViewFreshness, createFreshness } from './view-freshness.ts';

/** Widest amount in characters; longer ones lose decimals. */
const AMOUNT_CHARACTERS = 8;
/** Bars move in steps of 1/100 of their column: finer steps are invisible and cost a write each. */
const BAR_STEPS = 100;
/** The ladder is centred again when the market comes nearer to an edge than this share of the rows. */
const EDGE = 0.2;

/** One price; empty texts where the book has nothing. Bars are fractions (0..1) of the largest size shown. */
interface LadderRow {
  price: ReadonlySignal<string>;
  bid: ReadonlySignal<string>;
  ask: ReadonlySignal<string>;
  bidBar: ReadonlySignal<number>;
  askBar: ReadonlySignal<number>;
}

export interface LadderCells extends ViewSink {
  /** One of BOOK_STATE. */
  state: ReadonlySignal<number>;
  freshness: ViewFreshness;
  /** Why the worker could not serve the view; '' while it can. */
  failure: ReadonlySignal<string>;
  /** Highest price first. */
  rows: readonly LadderRow[];
  /** Price of the first row in ticks; NaN before the first book. It changes when the prices move to other rows. */
  topTicks: ReadonlySignal<PriceTicks>;
  /** Rows of the best prices; NaN for an empty side, outside 0..rows-1 where the market is out of sight. */
  bestBidRow: ReadonlySignal<number>;
  bestAskRow: ReadonlySignal<number>;
  /** The ladder stays centred on the market; false after the user has scrolled. */
  following: ReadonlySignal<boolean>;
  /** Price of a row; NaN before the first book, and below the first tick. */
  ticksAt(row: number): PriceTicks;
  /** Row of a price: a bid is rounded down to it, an ask up. May be outside the rows. */
  rowOf(priceTicks: PriceTicks, side: 'bid' | 'ask'): number;
  /** Centres on the market and follows it again. */
  centre(): void;
  /** Shows prices `rows` rows lower, or higher when negative; the market is not followed any more. */
  scroll(rows: number): void;
  /** While held no price changes its row: a press or a drag is on its way. */
  hold(held: boolean): void;
  /** Whether prices have changed their rows within the last `ms`. */
  movedWithin(ms: number): boolean;
}

interface Row {
  price: Signal<string>;
  bid: Signal<string>;
  ask: Signal<string>;
  bidBar: Signal<number>;
  askBar: Signal<number>;
}

/** Creates cells for `count` prices of `instrument`. `nowMs` is a clock that never goes back. */
export function createLadder(instrument: Instrument, count: number, nowMs = () => performance.now()): LadderCells {
  const rows: Row[] = Array.from({ length: count }, () => ({
    price: signal(''),
    bid: signal(''),
    ask: signal(''),
    bidBar: signal(0),
    askBar: signal(0),
  }));
  const state = signal<number>(BOOK_STATE.loading);
  const failure = signal('');
  const freshness = createFreshness();
  const topTicks = signal(NaN);
  const following = signal(true);
  const [bestBidRow, bestAskRow] = [signal(NaN), signal(NaN)];
  /** Lots by row, and those that are written. */
  const bids = new Float64Array(count);
  const asks = new Float64Array(count);
  const writtenBids = new Float64Array(count).fill(NaN);
  const writtenAsks = new Float64Array(count).fill(NaN);
  let latest: Float64Array = new Float64Array(0);
  const groupTicks = signal(1);
  let writtenTop = NaN;
  let writtenStyle = numberStyle.peek();
  let held = false;
  let movedMs = -Infinity;

  const bestOf = (levels: number, at: number): PriceTicks => (levels > 0 ? (latest[at + L.price] ?? NaN) : NaN);
  const bidLevels = (): number => latest[F.bids] ?? 0;
  const askLevels = (): number => latest[F.asks] ?? 0;
  const firstAsk = (): number => F.size + bidLevels() * L.size;
  const bestBid = (): PriceTicks => bestOf(bidLevels(), F.size);
  const bestAsk = (): PriceTicks => bestOf(askLevels(), firstAsk());

  /** The price in the middle of the market; that of the one side of a one-sided book. */
  const middle = (): PriceTicks => {
    const [bid, ask] = [bestBid(), bestAsk()];
    if (Number.isNaN(bid)) return ask;
    return Number.isNaN(ask) ? bid : (bid + ask) / 2;
  };
  const place = (top: PriceTicks): void => {
    const group = groupTicks.peek();
    // The lowest row shows at least one group: below it there is no price.
    const next = Math.max(group * count, Math.round(top / group) * group);
    if (next === topTicks.peek()) return;
    if (!Number.isNaN(topTicks.peek())) movedMs = nowMs();
    topTicks.value = next;
  };
  const toMiddle = (): void => {
    const price = middle();
    if (!Number.isNaN(price)) place(price + Math.floor(count / 2) * groupTicks.peek());
  };
  /** Centres where the ladder follows, is not held, and the market is near an edge or out of sight. */
  const follow = (): void => {
    const row = (topTicks.peek() - middle()) / groupTicks.peek();
    const near = row >= EDGE * count && row <= (1 - EDGE) * count;
    if (following.peek() && !held && !near) toMiddle();
  };

  const fill = (lots: Float64Array, at: number, levels: number): void => {
    lots.fill(0);
    const [top, group] = [topTicks.peek(), groupTicks.peek()];
    for (let level = 0; level < levels; level += 1) {
      const row = Math.round((top - (latest[at + level * L.size + L.price] ?? NaN)) / group);
      if (row >= 0 && row < count) lots[row] = latest[at + level * L.size + L.lots] ?? 0;
    }
  };
  const writeSide = (side: 'bid' | 'ask', lots: Float64Array, written: Float64Array, most: number): void => {
    const bar = side === 'bid' ? 'bidBar' : 'askBar';
    for (let at = 0; at < count; at += 1) {
      const row = rows[at]!;
      const own = lots[at] ?? 0;
      if (own !== written[at]) row[side].value = own > 0 ? amountText(own, instrument.amount, AMOUNT_CHARACTERS) : '';
      written[at] = own;
      row[bar].value = most > 0 ? Math.round((own / most) * BAR_STEPS) / BAR_STEPS : 0;
    }
  };
  const writePrices = (): void => {
    const style = numberStyle.peek();
    const [top, group] = [topTicks.peek(), groupTicks.peek()];
    if (top === writtenTop && style === writtenStyle) return;
    if (style !== writtenStyle) {
      writtenBids.fill(NaN);
      writtenAsks.fill(NaN);
    }
    writtenTop = top;
    writtenStyle = style;
    const decimals = groupDecimals(instrument, group);
    for (let at = 0; at < count; at += 1)
      rows[at]!.price.value = Number.isNaN(top) ? '' : stepsText(top - at * group, instrument.price, decimals);
  };
  const write = (): void =>
    batch(() => {
      writePrices();
      const [top, group] = [topTicks.peek(), groupTicks.peek()];
      fill(bids, F.size, bidLevels());
      fill(asks, firstAsk(), askLevels());
      const most = Math.max(...bids, ...asks);
      writeSide('bid', bids, writtenBids, most);
      writeSide('ask', asks, writtenAsks, most);
      bestBidRow.value = Math.round((top - bestBid()) / group);
      bestAskRow.value = Math.round((top - bestAsk()) / group);
    });

  return {
    state,
    freshness,
    failure,
    rows,
    topTicks,
    bestBidRow,
    bestAskRow,
    following,
    onStatus: freshness.update,
    onFailed: (reason) => {
      failure.value = reason;
    },
    onSection: (columns, at) => {
      const levels = (columns[at + F.bids] ?? 0) + (columns[at + F.asks] ?? 0);
      // A copy for the next recentring: the frame's columns go back to the worker.
      latest = columns.slice(at, at + F.size + levels * L.size);
      const regrouped = (latest[F.group] ?? 1) !== groupTicks.peek();
      batch(() => {
        groupTicks.value = latest[F.group] ?? 1;
        state.value = latest[F.state] ?? BOOK_STATE.loading;
        failure.value = '';
        if (regrouped || Number.isNaN(topTicks.peek())) toMiddle();
        else follow();
        if (regrouped) writtenTop = NaN;
        write();
      });
    },
    ticksAt: (row) => {
      const ticks = topTicks.peek() - row * groupTicks.peek();
      return row >= 0 && row < count && ticks > 0 ? ticks : NaN;
    },
    rowOf: (priceTicks, side) => {
      const [top, group] = [topTicks.value, groupTicks.value];
      return (
        Math.round(top / group) - (side === 'bid' ? Math.floor(priceTicks / group) : Math.ceil(priceTicks / group))
      );
    },
    centre: () =>
      batch(() => {
        following.value = true;
        if (held) return;
        toMiddle();
        write();
      }),
    scroll: (by) =>
      batch(() => {
        if (held || Number.isNaN(topTicks.peek())) return;
        following.value = false;
        place(topTicks.peek() - by * groupTicks.peek());
        write();
      }),
    hold: (next) => {
      held = next;
      if (held || Number.isNaN(topTicks.peek())) return;
      batch(() => {
        follow();
        write();
      });
    },
    movedWithin: (ms) => nowMs() - movedMs < ms,
  };
}
