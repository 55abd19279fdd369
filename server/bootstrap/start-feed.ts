// Starts the public feed, the private feed and the source of prices.
import type { Config } from './config.ts';
import { type Feed, createFeed } from '../feed/feed.ts';
import { PrivateFeed } from '../gateway/socket/private-feed.ts';
import { type ExchangeClock, startClock } from '../clock/exchange-clock.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import { isOwnMarket, startMarket } from '../venues/market-modes.ts';
import type { MarketSource } from '../simulation/market-source.ts';
import { publishFrom } from './publish-outcomes.ts';
import { publishProofs } from './publish-proofs.ts';
import { logError } from './startup-errors.ts';
import type { Persistence } from './persistence.ts';
import type { InstrumentSet } from './instruments.ts';

export interface MarketData {
  feed: Feed;
  privateFeed: PrivateFeed;
  market: MarketSource;
  /**
   * Null while another market is watched: that has its own clock, and none of the exchange's own prices move in its
   * time.
   */
  clock: ExchangeClock | null;
}

export async function startMarketData(
  config: Config,
  { infos, own }: InstrumentSet,
  { store, sequencer, proofs }: Persistence,
  now: () => number,
  log: (line: string) => void,
): Promise<MarketData> {
  const isOwn = isOwnMarket(config.market);
  // Only the own market's history is stored; a shown market has its own clock and is not persisted.
  const feed = await createFeed({
    instruments: infos,
    store,
    now,
    isRecording: !isOwn,
    onError: (error) => logError('feed', error),
  });
  const privateFeed = new PrivateFeed({
    instruments: LISTED_INSTRUMENTS,
    balanceOf: sequencer.machine.balance,
    machine: sequencer.machine,
    now,
  });
  publishFrom(sequencer, infos, feed, privateFeed, now());
  await publishProofs(sequencer, proofs, isOwn ? own : [], feed, privateFeed);
  let market: MarketSource | null = null;
  try {
    market = await startMarket({ mode: config.market, instruments: infos, sequencer, feed, now, log });
    return { feed, privateFeed, market, clock: isOwn ? await startClock(sequencer, now) : null };
  } catch (error) {
    await market?.stop();
    await feed.close().catch((closeError: unknown) => logError('feed.close_failed', closeError));
    throw error;
  }
}

/** Last price of an instrument; 0 also for one without a market. */
export function lastTicksOf(feed: Feed): (coinInfoId: number) => number {
  return (coinInfoId) => feed.market(coinInfoId)?.lastTicks() ?? 0;
}
