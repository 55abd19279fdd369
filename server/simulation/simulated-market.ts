// The simulated market: makes the past once, then lets the bots trade through the exchange like everybody else.
import { type CoinInfo, HALTED } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { Bots } from './bots/bots.ts';
import { generateHistory } from './price-history.ts';
import { pauseUntil } from './cancellable-delay.ts';
import { type RandomSource, secretSource, seededSource } from './random-stream.ts';
import type { FeedPort, MarketOptions, RunningMarket } from './market-source.ts';

/** After a failed pass (the exchange refused to take commands) the bots wait this long. */
const AFTER_FAILURE_MS = 2_000;

/** Hands the feed a past for every market that has none. */
function importPast(markets: CoinInfo[], feed: FeedPort, past: RandomSource, now: EpochMs): number {
  const missing = markets.filter((info) => !feed.hasHistory(info.id));
  for (const info of missing) {
    const history = generateHistory(info, past, now);
    for (const interval of ['1m', '1h', '1d'] as const) feed.importHistory(info.id, interval, history[interval]);
  }
  return missing.length;
}

/**
 * Price that a market goes on from: its last trade or candle; a market never seen starts where a fresh past would end.
 */
function startTicks(info: CoinInfo, feed: FeedPort, past: RandomSource, now: EpochMs): number {
  return feed.lastTicks(info.id) || (generateHistory(info, past, now)['1m'].at(-1)?.close ?? 1);
}

/**
 * Imports what past is missing and starts the passes. Resolves when the first books are there. Without a seed the past
 * and the live market come from two secrets that are made here and kept in memory alone; with one every run is the
 * same.
 */
export async function startSim(
  { instruments, sequencer, feed, now, log }: MarketOptions,
  seed: number | null,
): Promise<RunningMarket> {
  const markets = instruments.filter((info) => info.pair !== '' && info.watchOnly !== 1);
  const startedAt = now();
  const past = seed === null ? secretSource('past') : seededSource(seed);
  const made = importPast(markets, feed, past, startedAt);
  log(
    `market: simulated${seed === null ? '' : `, repeatable (seed ${seed}): for tests alone`}, ${markets.length} markets${made > 0 ? `, past of ${made} made` : ''}`,
  );
  const bots = new Bots({
    instruments: markets,
    submitter: sequencer,
    random: seed === null ? secretSource('live') : seededSource(seed),
    now: startedAt,
    startTicks: (info) => startTicks(info, feed, past, startedAt),
    isHalted: (coinInfoId) => sequencer.machine?.market(coinInfoId)?.status === HALTED,
  });
  sequencer.onCommitted?.((outcomes) => {
    for (const outcome of outcomes) bots.read(outcome);
  });
  await bots.step(now());
  const stopping = new AbortController();
  const running = passes(bots, now, log, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function passes(
  bots: Bots,
  now: () => EpochMs,
  log: (line: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  while (!stopped.aborted) {
    const dueInMs = await onePass(bots, now, log, stopped);
    await pauseUntil(dueInMs, stopped);
  }
}

async function onePass(
  bots: Bots,
  now: () => EpochMs,
  log: (line: string) => void,
  stopped: AbortSignal,
): Promise<number> {
  const beganAt = now();
  try {
    await bots.step(beganAt);
    return Math.max(0, bots.nextPassMs() - (now() - beganAt));
  } catch (error) {
    if (!stopped.aborted)
      log(`market: a pass of the bots failed, next one in ${AFTER_FAILURE_MS} ms: ${String(error)}`);
    return AFTER_FAILURE_MS;
  }
}
