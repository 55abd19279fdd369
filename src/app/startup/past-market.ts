// The market of a replay: the worker of the past in place of the live market worker.
import type { MarketWorkerClient } from '../../api/market-worker.ts';
import { startPastWorker } from '../../api/past-worker.ts';
import { handleWorkerError } from '../../stores/market/frame-receiver.ts';

export function pastMarket(): MarketWorkerClient {
  return startPastWorker(handleWorkerError);
}
