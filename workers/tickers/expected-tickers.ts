// Tickers that are subscribed before a view shows them, while the page is still loading.
import type { EarlyPrice, MarketConfig } from '../../core/worker-protocol/worker-protocol.ts';
import type { Platform } from '../platform.ts';
import { type PriceSource, earlyPrice } from './early-price.ts';

/** How long a page may take until it opens its first view. After that, tickers that no view shows are unsubscribed. */
const EXPECTED_MS = 15_000;
/** Interval at which a page whose app has not started gets the price of its market. */
const PRICE_EVERY_MS = 50;

/** The market whose price a page shows before its app runs, and the language it is written in. */
interface PriceWanted {
  coinInfoId: number;
  language: string;
  /** Null: not live, or not known. */
  onPrice(price: EarlyPrice | null): void;
}

/** Where to connect before the app has started, and the price that its page shows until then. */
export interface EarlyStart extends MarketConfig {
  price?: PriceWanted | undefined;
}

interface Expecting extends Omit<PriceSource, 'tickers'> {
  platform: Platform;
  /** Empty until the app has started. */
  pages: readonly unknown[];
  reconcile(): void;
}

/** First screens show tickers: theirs are there when such a page opens its view, without a further round trip. */
export function expectTickers(from: Expecting, { price: wanted }: EarlyStart): void {
  const { platform, store } = from;
  const tickers = store.acquireTickers();
  let isOver = false;
  platform.after(EXPECTED_MS, () => {
    isOver = true;
    tickers.release();
    from.reconcile();
  });
  if (!wanted) return;
  const look = (): void => {
    if (from.pages.length > 0) return;
    const price = isOver ? null : earlyPrice({ ...from, tickers }, wanted.coinInfoId, wanted.language);
    wanted.onPrice(price);
    if (!isOver) platform.after(PRICE_EVERY_MS, look);
  };
  look();
}
