// The simulated market: generates missing history, then runs the bots on the exchange.
import { type CoinInfo, HALTED } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { Bots } from './bots/bots.ts';
import { PriceHistory } from './price-history.ts';
import { cancellableDelay } from '../clock/cancellable-delay.ts';
import { secretSource, seededSource } from './random-stream.ts';
import type { FeedPort, MarketSourceOptions, MarketSource } from './market-source.ts';

/** Length of the first trades of a still market, and of their passes, ms. */
const BEFORE_STILL_MS = 6_000;
const STILL_PASS_MS = 100;

/** How a simulation runs. Without a seed, prices come from secrets. `still`: after its first trades nothing moves. */
export interface SimulationPlan {
  seed: number | null;
  still: boolean;
}

/** Delay after a failed pass (the exchange refused commands). */
const RETRY_MS = 2_000;

/** The instruments that have a market of their own here. */
function simulatedMarkets(instruments: CoinInfo[]): CoinInfo[] {
  return instruments.filter((info) => info.pair !== '' && info.watchOnly !== 1);
}

/** Imports a generated history for every market without one. Returns how many. */
export function importMissingHistory(instruments: CoinInfo[], feed: FeedPort, past: PriceHistory): number {
  const missing = simulatedMarkets(instruments).filter((info) => !feed.hasHistory(info.id));
  for (const info of missing) {
    const history = past.candlesOf(info);
    for (const interval of ['1m', '1h', '1d'] as const) feed.importHistory(info.id, interval, history[interval]);
  }
  return missing.length;
}

/**
 * Imports missing histories and starts the passes. Resolves when the first books have orders. Without a seed, history
 * and live prices come from two independent secrets that are held in memory only; with a seed every run is the same.
 */
export async function startSimulation(
  { instruments, sequencer, feed, startTicks, now, log }: MarketSourceOptions,
  { seed, still }: SimulationPlan,
): Promise<MarketSource> {
  const markets = simulatedMarkets(instruments);
  const startedAt = now();
  const pause = new Pause();
  const past = new PriceHistory(seed === null ? secretSource('past') : seededSource(seed), startedAt);
  const imported = importMissingHistory(markets, feed, past);
  log(
    `market: simulated${seed === null ? '' : `, repeatable (seed ${seed}): for tests alone`}, ${markets.length} markets${imported > 0 ? `, past of ${imported} made` : ''}`,
  );
  const bots = new Bots({
    instruments: markets,
    submitter: sequencer,
    random: seed === null ? secretSource('live') : seededSource(seed),
    now: startedAt,
    // A new market goes on from the end of its generated history.
    startTicks: (info) => startTicks(info.id) || (past.candlesOf(info)['1m'].at(-1)?.close ?? 1),
    isHalted: (coinInfoId) => sequencer.machine?.market(coinInfoId)?.status === HALTED,
    onOpened: () => pause.skip(),
  });
  sequencer.onCommitted?.((outcomes) => {
    for (const outcome of outcomes) bots.onOutcome(outcome);
  });
  await bots.step(startedAt);
  if (still) {
    for (let ms = 0; ms < BEFORE_STILL_MS; ms += STILL_PASS_MS) await bots.step(startedAt + ms);
    return { stop: async () => undefined };
  }
  const stopping = new AbortController();
  const running = runPasses(bots, now, log, stopping.signal, pause);
  return {
    stop: async () => {
      stopping.abort();
      pause.skip();
      await running;
    },
  };
}

/** The pause between two passes. */
class Pause {
  #skipping = new AbortController();

  /** Ends the pause under way; during a pass, the next one. */
  skip(): void {
    this.#skipping.abort();
  }

  async wait(ms: number): Promise<void> {
    await cancellableDelay(ms, this.#skipping.signal);
    if (this.#skipping.signal.aborted) this.#skipping = new AbortController();
  }
}

async function runPasses(
  bots: Bots,
  now: () => EpochMs,
  log: (line: string) => void,
  stopped: AbortSignal,
  pause: Pause,
): Promise<void> {
  while (!stopped.aborted) {
    const dueInMs = await runPass(bots, now, log, stopped);
    await pause.wait(dueInMs);
  }
}

async function runPass(
  bots: Bots,
  now: () => EpochMs,
  log: (line: string) => void,
  stopped: AbortSignal,
): Promise<number> {
  const passStartedAt = now();
  try {
    await bots.step(passStartedAt);
    return Math.max(0, bots.nextPassMs() - (now() - passStartedAt));
  } catch (error) {
    if (!stopped.aborted) log(`bots.pass_failed retry_ms=${RETRY_MS} error="${String(error)}"`);
    return RETRY_MS;
  }
}
