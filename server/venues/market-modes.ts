// Market modes (setting MARKET): the instruments of each, and the market source it starts.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import { liveInstruments, liveSettings, startLive } from './live-market.ts';
import { parseReplayPlan, startReplay } from './replay-market.ts';
import { type SimulationPlan, startSimulation } from '../simulation/simulated-market.ts';
import type { MarketSourceOptions, MarketSource } from '../simulation/market-source.ts';
import { tapeInstruments } from './tape-instruments.ts';
import { firstMs } from './tape-reader.ts';
import { adapterOf, liveModes } from './venue-registry.ts';

/** A mode as configured: `sim`, `sim:SEED`, `sim:SEED@still`, `replay:FILE[@SPEED]` or `live:VENUE`. */
interface Mode {
  kind: 'sim' | 'replay' | 'live';
  argument: string;
}

/** Parses a mode. Throws Error with a sentence that lists the allowed ones. */
function parseMode(mode: string): Mode {
  const [kind, ...rest] = mode.split(':');
  const argument = rest.join(':');
  if (kind === 'sim' && (mode === 'sim' || /^\d{1,9}(@still)?$/.test(argument))) return { kind, argument };
  if (kind === 'replay' && argument !== '') return { kind, argument };
  if (kind === 'live') return { kind, argument };
  throw new Error(
    `MARKET=${mode} is unknown: use sim, replay:FILE[@SPEED], ${liveModes().join(' or ')}; for tests sim:SEED, a number, or sim:SEED@still`,
  );
}

function simulationPlan(argument: string): SimulationPlan {
  const [seed, still] = argument.split('@');
  return { seed: seed ? Number(seed) : null, still: still !== undefined };
}

/** Whether the market is the exchange's own (simulated) and not a watched one. */
export function isOwnMarket(mode: string): boolean {
  return parseMode(mode).kind === 'sim';
}

/** Market time at which a replay begins, ms; null for the other modes, and for a tape without messages. */
export async function tapeStart(mode: string): Promise<EpochMs | null> {
  const { kind, argument } = parseMode(mode);
  return kind === 'replay' ? firstMs(parseReplayPlan(argument).path) : null;
}

/** Whether prices are the same in every run; trading for money is then not allowed. */
export function isRepeatable(mode: string): boolean {
  return isOwnMarket(mode) && parseMode(mode).argument !== '';
}

/**
 * Instruments of a mode: the listed ones for `sim`; USDT and the watched markets of the tape or venue for the others.
 */
export async function instrumentsFor(mode: string): Promise<CoinInfo[]> {
  const { kind, argument } = parseMode(mode);
  if (kind === 'live') return liveInstruments(adapterOf(argument));
  return kind === 'replay' ? tapeInstruments(parseReplayPlan(argument).path) : LISTED_INSTRUMENTS;
}

/**
 * Starts the market source of a mode. Resolves when it runs; for the simulation, when the first books have orders.
 * `LIVE_URL` and `LIVE_REST_URL` replace the addresses of a live venue.
 */
export async function startMarket(options: MarketSourceOptions): Promise<MarketSource> {
  const { kind, argument } = parseMode(options.mode);
  if (kind === 'live') {
    const settings = liveSettings(process.env);
    return startLive(adapterOf(argument, settings), options, settings);
  }
  return kind === 'replay'
    ? startReplay(parseReplayPlan(argument), options)
    : startSimulation(options, simulationPlan(argument));
}
