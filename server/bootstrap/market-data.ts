// The street: what everybody and each person is told, and who moves the prices.
import type { Config } from './config.ts';
import { type Feed, createFeed } from '../feed/feed.ts';
import { PrivateFeed } from '../gateway/socket/private-feed.ts';
import { startClock } from '../venues/exchange-clock.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import { isOwnMarket, startMarket } from '../venues/market-modes.ts';
import type { RunningMarket } from '../simulation/market-source.ts';
import { publishFrom } from './publish-outcomes.ts';
import { publishProofs } from './publish-proofs.ts';
import { logError } from './startup-errors.ts';
import type { Kept } from './persistence.ts';
import type { Listing } from './instruments.ts';

export interface Street {
  feed: Feed;
  privateFeed: PrivateFeed;
  market: RunningMarket;
  /**
   * Null while another market is watched: that has a clock of its own, and in its time nothing of the house's moves.
   */
  clock: RunningMarket | null;
}

export async function openStreet(
  config: Config,
  { infos, house }: Listing,
  { store, sequencer, proofs }: Kept,
  now: () => number,
  log: (line: string) => void,
): Promise<Street> {
  const own = isOwnMarket(config.market);
  // Only the house's own past is kept; what is watched has its own clock and is gone with the process.
  const feed = await createFeed({
    instruments: infos,
    store,
    now,
    tape: !own,
    onError: (error) => logError('feed', error),
  });
  const privateFeed = new PrivateFeed({
    instruments: LISTED_INSTRUMENTS,
    balanceOf: sequencer.machine.balance,
    machine: sequencer.machine,
    now,
  });
  publishFrom(sequencer, infos, feed, privateFeed, now());
  await publishProofs(sequencer, proofs, own ? house : [], feed, privateFeed);
  let market: RunningMarket | null = null;
  try {
    market = await startMarket({ mode: config.market, instruments: infos, sequencer, feed, now, log });
    return { feed, privateFeed, market, clock: own ? await startClock(sequencer, now) : null };
  } catch (error) {
    await market?.stop();
    await feed.close().catch((again: unknown) => logError('feed', again));
    throw error;
  }
}

/** Last price of an instrument; 0 also for one that has no market. */
export function lastTicksOf(feed: Feed): (coinInfoId: number) => number {
  return (coinInfoId) => feed.market(coinInfoId)?.lastTicks() ?? 0;
}
