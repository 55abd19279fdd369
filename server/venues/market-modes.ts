// The market of this exchange: which instruments a mode offers, and what moves them.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import { LISTED_INSTRUMENTS } from '../simulation/listed-instruments.ts';
import { dialectOf, liveInstruments, liveSettings, startLive } from './live-market.ts';
import { replayPlan, startReplay } from './replay-market.ts';
import { startSim } from '../simulation/simulated-market.ts';
import type { MarketOptions, RunningMarket } from '../simulation/market-source.ts';
import { tapeInstruments } from './tape-instruments.ts';

/** A mode as it was asked for: `sim`, `sim:SEED`, `replay:FILE[@SPEED]` or `live:binance`, `live:kraken`. */
interface Mode {
  kind: 'sim' | 'replay' | 'live';
  of: string;
}

/** Reads a mode; throws with a sentence that says what can be asked. */
function modeOf(mode: string): Mode {
  const [kind, ...rest] = mode.split(':');
  const of = rest.join(':');
  if (kind === 'sim' && (mode === 'sim' || /^\d{1,9}$/.test(of))) return { kind, of };
  if (kind === 'replay' && of !== '') return { kind, of };
  if (kind === 'live') return { kind, of };
  throw new Error(
    `MARKET=${mode} is unknown: use sim, replay:FILE[@SPEED], live:binance or live:kraken; for tests sim:SEED, a number`,
  );
}

/** Whether the exchange's own market runs, not one that is watched. */
export function isOwnMarket(mode: string): boolean {
  return modeOf(mode).kind === 'sim';
}

/** Whether prices are the same in every run, so that nobody may trade for money on them. */
export function isRepeatable(mode: string): boolean {
  return isOwnMarket(mode) && modeOf(mode).of !== '';
}

/**
 * Instruments of a mode: the house list for `sim`; USDT and the watched markets of the tape or the venue for the
 * others.
 */
export async function instrumentsFor(mode: string): Promise<CoinInfo[]> {
  const { kind, of } = modeOf(mode);
  if (kind === 'live') return liveInstruments(dialectOf(of));
  return kind === 'replay' ? tapeInstruments(replayPlan(of).path) : LISTED_INSTRUMENTS;
}

/**
 * Starts what moves the market. Resolves once it runs; for the simulation, once the first books stand.
 * Other addresses of a live venue come from `LIVE_URL` and `LIVE_REST_URL`.
 */
export async function startMarket(options: MarketOptions): Promise<RunningMarket> {
  const { kind, of } = modeOf(options.mode);
  if (kind === 'live') {
    const settings = liveSettings(process.env);
    return startLive(dialectOf(of, settings), options, settings);
  }
  return kind === 'replay' ? startReplay(replayPlan(of), options) : startSim(options, of === '' ? null : Number(of));
}
