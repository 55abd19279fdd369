// Has the window that opened this one share its market, for a chart in a window of its own.
import type { MarketWorkerClient } from '../../api/market-worker.ts';
import { OpenerMarket } from '../../api/opener-market.ts';
import { sharesMarket } from '../../api/shared-market.ts';
import { handleWorkerError, receiveFrame } from '../../stores/market/frame-receiver.ts';

/** Undefined where the opener shares none: this window starts its own. */
export function joinOpener(opener: Window): MarketWorkerClient | undefined {
  if (!sharesMarket(opener)) return undefined;
  return new OpenerMarket(opener, receiveFrame, handleWorkerError);
}
