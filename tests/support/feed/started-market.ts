// A market worker on a fake platform that a page has started.
import type { MarketConfig } from '../../../core/worker-protocol/worker-protocol.ts';
import { type PlatformMarketWorker, createMarketWorker } from '../../../workers/create-market-worker.ts';
import type { LazyModules } from '../../../workers/lazy-modules.ts';
import type { FramePort, Platform } from '../../../workers/platform.ts';

/** Addresses of the exchange that `FakePlatform` is. */
export const CONFIG: MarketConfig = { socketUrl: 'ws://exchange', apiBase: 'http://exchange', language: 'en-US' };

/** Started, with its instruments; its socket is not open yet. */
export async function startedMarket(
  platform: Platform & LazyModules,
  screen: FramePort,
): Promise<PlatformMarketWorker> {
  const market = createMarketWorker(platform);
  await market.start(CONFIG, screen);
  await market.instruments();
  return market;
}
