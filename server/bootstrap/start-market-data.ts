// Starts the public feed, the private feed, the archive and the source of prices.
import type { Config } from './config.ts';
import { type Feed, createFeed } from '../feed/feed.ts';
import { PrivateFeed } from '../gateway/socket/private-feed.ts';
import { startClock } from '../clock/exchange-clock.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import { startPrices } from '../simulation/start-prices.ts';
import { isOwnMarket, startMarket } from '../venues/market-modes.ts';
import type { Archive } from '../archive/archive.ts';
import { completeCandles } from './archive/complete-candles.ts';
import { openArchive } from './archive/open-archive.ts';
import { publishFrom } from './publish-outcomes.ts';
import { publishProofs } from './publish-proofs.ts';
import { logError } from '../gateway/monitoring/log.ts';
import type { Persistence } from './persistence.ts';
import type { InstrumentSet } from './instruments.ts';

export interface MarketData {
  feed: Feed;
  privateFeed: PrivateFeed;
  /** Null where nothing is recorded. */
  archive: Archive | null;
  /** An engine goes on for another one: its users wait, and books and a past are there. */
  isTakeover: boolean;
  /** Resolves when the first books have orders, rejects when the source of prices cannot start; null: they have. */
  books(): Promise<void> | null;
  /** Starts the source of prices and the clock; resolves when the first books have orders. Call once. */
  startSource(): Promise<void>;
  /** Stops both, and waits for a start that is under way. */
  stopSource(): Promise<void>;
}

interface MarketDataOptions {
  now: () => number;
  /** Receives lines for the operator. */
  log: (line: string) => void;
  /** The feed of a standby, which is as of the sequencer's last command; null: none. */
  warm: Feed | null;
}

export async function startMarketData(
  config: Config,
  { infos, own }: InstrumentSet,
  persistence: Persistence,
  { now, log, warm }: MarketDataOptions,
): Promise<MarketData> {
  const { store, sequencer } = persistence;
  const isOwn = isOwnMarket(config.market);
  warm?.recordTo(store);
  // Only the own market's history is stored; a shown market has its own clock and is not persisted.
  const feed =
    warm ??
    (await createFeed({
      instruments: infos,
      store,
      now,
      isRecording: !isOwn,
      onError: (error) => logError('feed', error),
    }));
  const privateFeed = new PrivateFeed({
    instruments: LISTED_INSTRUMENTS,
    machine: sequencer.machine,
    now,
  });
  try {
    publishFrom(sequencer, infos, { feed, privateFeed }, now());
    await publishProofs(persistence, isOwn ? own : [], { feed, privateFeed }, warm !== null);
  } catch (error) {
    await feed.close();
    throw error;
  }
  const isTakeover = config.role === 'engine' && [...feed.markets()].every(({ id }) => feed.hasHistory(id));
  const startTicks = startPrices(infos, sequencer.machine, { lastTicks: lastTicksOf(feed) });
  const archive = await openArchive(config, feed, now, isTakeover);
  if (isOwn && !warm) {
    const lastTradeOf = (id: number): number => sequencer.machine?.market(id)?.tradeId ?? 0;
    await completeCandles(feed, archive, lastTradeOf).catch((error: unknown) =>
      logError('candles.not_completed', error),
    );
  }
  const source = sourceOf(async (running) => {
    // It reads the whole day: after the first answers.
    if (isTakeover) archive?.openLater();
    running.push(await startMarket({ mode: config.market, instruments: infos, sequencer, feed, startTicks, now, log }));
    // A watched market has its own clock, and none of the exchange's own prices move in its time.
    if (isOwn) running.push(await startClock(sequencer, now));
  });
  return { feed, privateFeed, archive, isTakeover, ...source };
}

/** A source of prices that `start` starts; what it has started so far is in `running`. */
function sourceOf(
  start: (running: { stop(): Promise<void> }[]) => Promise<void>,
): Pick<MarketData, 'books' | 'startSource' | 'stopSource'> {
  const running: { stop(): Promise<void> }[] = [];
  let started: Promise<void> = Promise.resolve();
  let onStart: (started: Promise<void>) => void;
  let books: Promise<void> | null = new Promise((resolve) => (onStart = resolve));
  books.catch(() => undefined); // the caller of startSource has the error
  return {
    books: () => books,
    startSource: () => {
      started = start(running).then(() => {
        books = null;
      });
      onStart(started);
      return started;
    },
    stopSource: async () => {
      await started.catch(() => undefined); // the caller of startSource has the error
      await Promise.all(running.map((source) => source.stop()));
    },
  };
}

/** Last price of an instrument; 0 also for one without a market. */
export function lastTicksOf(feed: Feed): (coinInfoId: number) => number {
  return (coinInfoId) => feed.market(coinInfoId)?.lastTicks() ?? 0;
}
