// Market events of a source: the embedded exchange, a recording or another venue.
import type { SideCode } from '../../core/feed/checksum.ts';
import type { Side } from '../../core/orders/spot-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

export type MarketEvent =
  /** All lots that now rest at a price; 0 removes the level. */
  | { kind: 'level'; coinInfoId: number; side: SideCode; priceTicks: PriceTicks; lots: Lots }
  | TradeEvent
  /** The book was lost: it is unknown until levels follow. */
  | { kind: 'bookReset'; coinInfoId: number };

/** `id` has no gaps within a market; `side` is the taker's. */
export interface TradeEvent {
  kind: 'trade';
  coinInfoId: number;
  id: number;
  priceTicks: PriceTicks;
  lots: Lots;
  side: Side;
  ts: EpochMs;
}

/** Finished candle from a source with history: prices in ticks, volume in lots, amount in quote coins. */
export interface CandleRow {
  start: EpochMs;
  open: PriceTicks;
  high: PriceTicks;
  low: PriceTicks;
  close: PriceTicks;
  volumeLots: number;
  amount: number;
}
