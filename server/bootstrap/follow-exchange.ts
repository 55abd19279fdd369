// Makes the feeds of a gateway from the commands that the engine has committed.
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { Bus } from '../cluster/bus.ts';
import { SUBJECT } from '../cluster/cluster-messages.ts';
import { EngineClock } from '../cluster/engine-clock.ts';
import { Follower } from '../cluster/follower.ts';
import { type Feed, createFeed } from '../feed/feed.ts';
import type { FeedCopy } from '../feed/feed-copy.ts';
import { BASE_INTERVALS } from '../feed/market-candles.ts';
import { PrivateFeed } from '../gateway/socket/private-feed.ts';
import type { ExchangeEvent } from '../exchange/event.ts';
import type { MarketEvent } from '../exchange/market-event.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import type { InstrumentSet } from './instruments.ts';
import { currentLevelsOf, publishOutcomes } from './publish-outcomes.ts';
import { optionInstruments, publishIndexTicks } from './publish-proofs.ts';
import { logError, logEvent } from '../gateway/monitoring/log.ts';

const CANDLES_MS = 5_000;
const TIME_MS = 2_000;

export interface FollowedExchange {
  follower: Follower;
  /** The exchange's time. */
  clock: EngineClock;
  feed: Feed;
  privateFeed: PrivateFeed;
  close(): Promise<void>;
}

export interface FollowOptions {
  bus: Bus;
  instruments: InstrumentSet;
  /** The time of this machine, which does not jump. */
  ownNow: () => number;
  /** Called with the events of each command after both feeds have published them. */
  onEvents?(events: readonly ExchangeEvent[]): void;
  /** Called when there is a state to go on from: at the start, and when it was loaded again. */
  onFollowing?(copy: FeedCopy): void;
  /** Whether commands without rows stay, which a standby needs when it takes over. */
  retainsCommands?: boolean;
}

export async function followExchange(options: FollowOptions): Promise<FollowedExchange> {
  const { bus, ownNow, retainsCommands = false } = options;
  const { infos, own } = options.instruments;
  const clock = new EngineClock({
    own: ownNow,
    ask: () => bus.request(SUBJECT.time(follower.epoch), null, TIME_MS),
    report: logError,
    log: logEvent,
  });
  const { now } = clock;
  const feed = await createFeed({ instruments: infos, store: null, now, onError: (error) => logError('feed', error) });
  const withOptions: ReadonlyMap<number, Instrument> = optionInstruments(own, feed);
  const follower: Follower = new Follower({
    bus,
    instruments: own,
    onOutcomes: (outcomes) => {
      publishOutcomes(outcomes, feed, privateFeed);
      publishIndexTicks(outcomes, withOptions, feed);
      for (const { events } of outcomes) options.onEvents?.(events);
    },
    onTime: (nowMs) => clock.addStamp(nowMs),
    onSync: async (copy) => {
      await adopt(copy, { bus, feed, follower }, now());
      options.onFollowing?.(copy);
    },
    retainsCommands,
    report: logError,
  });
  const privateFeed = new PrivateFeed({
    instruments: LISTED_INSTRUMENTS,
    machine: follower.machine,
    now,
  });
  return {
    follower,
    clock,
    feed,
    privateFeed,
    close: async () => {
      follower.close();
      await feed.close();
    },
  };
}

/** Older candles first, so that the newest, which belong to the copied state, come last. */
async function adopt(
  copy: FeedCopy,
  { bus, feed, follower }: { bus: Bus; feed: Feed; follower: Follower },
  now: number,
): Promise<void> {
  for (const { id, candles } of copy.markets) {
    const market = feed.market(id);
    if (!market) continue;
    for (const period of BASE_INTERVALS) {
      const fromMs = market.candles.base[period].lastStart();
      const toMs = candles[period].fromMs;
      if (fromMs >= toMs) continue;
      const request = { coinInfoId: id, period, fromMs, toMs };
      const columns = await bus.request(SUBJECT.candles(follower.epoch), request, CANDLES_MS);
      market.candles.adopt(period, columns);
    }
  }
  feed.adopt(copy);
  for (const { id, bookSeq } of copy.markets) {
    const market = feed.market(id);
    if (!market) continue;
    const isOther = market.book.bids.size + market.book.asks.size > 0;
    const reset: MarketEvent[] = isOther ? [{ kind: 'bookReset', coinInfoId: id }] : [];
    feed.apply([...reset, ...currentLevelsOf(follower.machine, id)], now, bookSeq);
  }
}
