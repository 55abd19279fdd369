// What a market source says: the same few words whether the embedded exchange, a recording or another venue speaks.
import type { SideCode } from '../../core/feed/checksum.ts';
import type { Side } from '../../core/orders/spot-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

export type MarketEvent =
  /** All lots that now rest at a price; 0: the level is gone. */
  | { kind: 'level'; coinInfoId: number; side: SideCode; priceTicks: PriceTicks; lots: Lots }
  /** `id` is dense per market; `side` is the taker's. */
  | { kind: 'trade'; coinInfoId: number; id: number; priceTicks: PriceTicks; lots: Lots; side: Side; ts: EpochMs }
  /** The book was lost: nothing is known of it until levels follow. */
  | { kind: 'bookReset'; coinInfoId: number };

/**
 * Finished candle handed over by a source that knows history: prices in ticks, volume in lots, amount in quote coins.
 */
export interface CandleRow {
  start: EpochMs;
  open: PriceTicks;
  high: PriceTicks;
  low: PriceTicks;
  close: PriceTicks;
  volumeLots: number;
  amount: number;
}
