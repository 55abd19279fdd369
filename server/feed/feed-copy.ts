// What a feed holds besides books and candles, to make another process's feed equal.
import type { Anchor, ProofTick } from '../../core/proofs/proof.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { FeedMarket } from './feed-market.ts';
import type { BaseInterval, CandleTail } from './market-candles.ts';
import type { TradeRow } from './trade-ring.ts';

export interface FeedCopy {
  markets: MarketCopy[];
  /** The latest anchors, oldest first. */
  anchors: Anchor[];
}

/** `trades` and `indexTicks` are the latest, oldest first. */
interface MarketCopy {
  id: number;
  /** Number of the command that changed the book last. */
  bookSeq: number;
  trades: TradeRow[];
  mark: FeedMarket['mark'];
  ts: EpochMs;
  indexTicks: ProofTick[];
  /** The running candles and those of the last hours; earlier ones do not change, and are copied apart. */
  candles: Record<BaseInterval, CandleTail>;
}
