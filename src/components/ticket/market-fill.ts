// Estimated fill of a market order from the live book, while such an order is being typed.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { useEffect, useMemo } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { OrderType, Side } from '../../../core/orders/spot-order.ts';
import { BOOK_FIELD as F, BOOK_STATE, LEVEL_FIELD as L } from '../../../core/worker-protocol/worker-protocol.ts';
import { ONE_E8, type Lots, type PriceTicks, type Units, lotUnits, notionalUnits } from '../../../core/units/units.ts';
import { type ViewSink, openView } from '../../api/view-subscription.ts';
import { stored } from '../../stores/device/storage.ts';
import { BOOK_DEPTH, bookIntervalMs } from '../../hooks/use-book.ts';

/** One side of a book, best first: `count` pairs of price in ticks and lots. */
export interface Levels {
  ticks: Float64Array;
  lots: Float64Array;
  count: number;
}
/** Requested quantity: an amount, or the total to spend. */
export type FillRequest = { lots: Lots } | { totalUnits: Units };

export interface MarketFill {
  /** Average price in 1e-8 of the quote coin. */
  averageE8: bigint;
  worstTicks: PriceTicks;
  /** The levels cover the whole request. */
  complete: boolean;
}

/** What of `want` would fill from the levels; null when nothing would trade. */
export function fillOf(
  { ticks, lots, count }: Levels,
  { price, amount }: Instrument,
  want: FillRequest,
): MarketFill | null {
  let restLots = 'lots' in want ? want.lots : Infinity;
  let restUnits = 'totalUnits' in want ? want.totalUnits : null;
  let [paidUnits, gotLots, worstTicks] = [0n, 0, 0];
  for (let i = 0; i < count && restLots > 0; i += 1) {
    const at = ticks[i] ?? 0;
    const affordable = restUnits === null ? Infinity : Number(restUnits / notionalUnits(at, price, 1, amount));
    const taken = Math.min(lots[i] ?? 0, restLots, affordable);
    // The rest buys less than one lot: the total counts as spent.
    if (taken === 0) return gotLots > 0 ? done(true) : null;
    const units = notionalUnits(at, price, taken, amount);
    paidUnits += units;
    gotLots += taken;
    worstTicks = at;
    restLots -= taken;
    if (restUnits !== null) restUnits -= units;
    if (affordable === taken) restLots = 0;
  }
  return gotLots > 0 ? done(restLots === 0) : null;

  function done(complete: boolean): MarketFill {
    return { averageE8: (paidUnits * ONE_E8) / lotUnits(gotLots, amount), worstTicks, complete };
  }
}

/** Slippage of a fill against its taker as a fraction of `marketTicks`; never below 0. */
export function slippageOf(side: Side, { worstTicks }: MarketFill, marketTicks: PriceTicks): number {
  return Math.max(0, side === 'buy' ? worstTicks - marketTicks : marketTicks - worstTicks) / marketTicks;
}

/** Whether a fill exceeds the user's maximum slippage or the book's depth. */
export function exceedsSlippage(side: Side, fill: MarketFill, marketTicks: PriceTicks): boolean {
  const most = Number(stored('fxproSlippage').value);
  return !fill.complete || (most > 0 && marketTicks > 0 && slippageOf(side, fill, marketTicks) > most);
}

/** The slippage bound of a market order: the exchange fills it completely within the bound, or refuses it. */
export function slippageBound(orderType: OrderType): { maxSlip?: string } {
  const most = stored('fxproSlippage').peek();
  return orderType === 'market' && most !== '0' ? { maxSlip: most } : {};
}

/** The live book; `buy` is what a buyer meets. */
export interface Depth extends ViewSink {
  /** Counts updates of the book; 0 while it is not live. */
  version: ReadonlySignal<number>;
  buy: Levels;
  sell: Levels;
}

function createDepth(): Depth {
  const version = signal(0);
  const side = (): Levels => ({ ticks: new Float64Array(BOOK_DEPTH), lots: new Float64Array(BOOK_DEPTH), count: 0 });
  const [buy, sell] = [side(), side()];
  return {
    version,
    buy,
    sell,
    onFailed: () => {
      version.value = 0;
    },
    onSection: (columns, at) => {
      const bids = columns[at + F.bids] ?? 0;
      readSide(sell, columns, at + F.size, bids);
      readSide(buy, columns, at + F.size + bids * L.size, columns[at + F.asks] ?? 0);
      version.value = columns[at + F.state] === BOOK_STATE.live ? version.peek() + 1 : 0;
    },
  };
}

function readSide(side: Levels, columns: Float64Array, at: number, count: number): void {
  side.count = Math.min(count, BOOK_DEPTH);
  for (let i = 0; i < side.count; i += 1) {
    side.ticks[i] = columns[at + i * L.size + L.price] ?? 0;
    side.lots[i] = columns[at + i * L.size + L.lots] ?? 0;
  }
}

/** The book of a market while it is wanted. */
export function useDepth(instrument: Instrument, wanted: boolean): Depth {
  const depth = useMemo(() => createDepth(), []);
  const coinInfoId = instrument.info.id;
  useEffect(() => {
    if (!wanted) return undefined;
    const view = openView(
      { kind: 'book', coinInfoId, depth: BOOK_DEPTH, interval: bookIntervalMs.peek(), groupTicks: 1, rows: BOOK_DEPTH },
      depth,
    );
    return () => {
      view.close();
      // The book goes on without this view.
      depth.onFailed('');
    };
  }, [depth, coinInfoId, wanted]);
  return depth;
}

/** Levels that an order of a side meets; null while the book is unknown. */
export function levelsOf(depth: Depth, side: Side): Levels | null {
  return depth.version.peek() > 0 ? depth[side] : null;
}

/**
 * Estimated fill while `want` is set; null where it is not, or the book is unknown. The book is subscribed only
 * meanwhile.
 */
export function useMarketFill(
  instrument: Instrument,
  side: Side,
  want: FillRequest | null,
): ReadonlySignal<MarketFill | null> {
  return useFillIn(useDepth(instrument, want !== null), instrument, side, want);
}

/** The same in a book that is subscribed already. */
export function useFillIn(
  depth: Depth,
  instrument: Instrument,
  side: Side,
  want: FillRequest | null,
): ReadonlySignal<MarketFill | null> {
  return useMemo(
    () => computed(() => (depth.version.value > 0 && want ? fillOf(depth[side], instrument, want) : null)),
    [depth, instrument, side, want],
  );
}
