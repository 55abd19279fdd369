// Generates past candles of a simulated market: one price path, cut into 1m, 1h and 1d candles.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import { type TradingSession, sessionAt } from '../../core/instruments/trading-hours.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/units/durations.ts';
import { type EpochMs, candleStart } from '../../core/units/time.ts';
import { stepsToNumber } from '../../core/units/units.ts';
import type { CandleRow } from '../exchange/market-event.ts';
import { type InstrumentProfile, type PriceDriver, type WeightedDriver, profileOf } from './instrument-profiles.ts';
import type { RandomSource } from './random-stream.ts';
import { REVERSION_MS, VolatilityWalk, YEAR_MS, paceAt } from './volatility.ts';

/** Length of the history of each interval, in days. */
const DAILY_DAYS = 730;
const HOURLY_DAYS = 90;
const MINUTE_DAYS = 7;
/** Path points per base candle: enough for a high and a low that differ from open and close. */
const STEPS_PER_CANDLE = 4;

/**
 * Candles of one market, oldest first. The running hour and day are included so far as they have passed; the running
 * minute is not.
 */
export interface GeneratedHistory {
  '1m': CandleRow[];
  '1h': CandleRow[];
  '1d': CandleRow[];
}

/** Grid of the path: hours, then minutes for the last week; ends at the last whole minute before `now`. */
interface Timeline {
  /** Start of each base candle, and the end of the last. */
  starts: Float64Array;
  minutesFrom: number;
}

function timelineTo(now: EpochMs): Timeline {
  const end = candleStart(now, '1m');
  const first = candleStart(now, '1d') - (DAILY_DAYS - 1) * DAY_MS;
  const minuteStart = candleStart(now - MINUTE_DAYS * DAY_MS, '1h');
  const hours = (minuteStart - first) / HOUR_MS;
  const minutes = (end - minuteStart) / MINUTE_MS;
  const starts = new Float64Array(hours + minutes + 1);
  for (let i = 0; i < hours; i += 1) starts[i] = first + i * HOUR_MS;
  for (let i = 0; i <= minutes; i += 1) starts[hours + i] = minuteStart + i * MINUTE_MS;
  return { starts, minutesFrom: hours };
}

/** The random numbers of one driver over a timeline, shared by all of its markets. */
interface DriverMoves {
  /** Volatility multiple of each base candle. */
  volatility: Float64Array;
  /** Standard normal of each step. */
  normals: Float64Array;
}

function makeMoves(driver: PriceDriver, { starts }: Timeline, source: RandomSource): DriverMoves {
  const random = source.stream(`walk/${driver.name}`);
  const walk = new VolatilityWalk(source.stream(`volatility/${driver.name}`));
  const candles = starts.length - 1;
  const volatility = new Float64Array(candles);
  const normals = new Float64Array(candles * STEPS_PER_CANDLE);
  for (let candle = 0; candle < candles; candle += 1)
    volatility[candle] = walk.step((starts[candle + 1] ?? 0) - (starts[candle] ?? 0));
  for (let step = 0; step < normals.length; step += 1) normals[step] = random.normal();
  return { volatility, normals };
}

/** The hours of one kind of market over a timeline, shared by all of its markets. */
interface Hours {
  pace: Float64Array;
  /** 1 for each base candle that begins in open hours. */
  isOpen: Uint8Array;
}

function hoursOf(info: CoinInfo, { starts }: Timeline): Hours {
  return {
    pace: starts.map((start) => paceAt(info, start)),
    isOpen: Uint8Array.from(starts, (start) => (sessionAt(info, start).open ? 1 : 0)),
  };
}

/** Adds one driver's walk to `path` (log-price at the end of every step). */
function addDriver(
  path: Float64Array,
  hours: Hours,
  { starts }: Timeline,
  { driver, weight }: WeightedDriver,
  { volatility, normals }: DriverMoves,
): void {
  let level = 0;
  for (let candle = 0; candle + 1 < starts.length; candle += 1) {
    const start = starts[candle] ?? 0;
    const lengthMs = (starts[candle + 1] ?? 0) - start;
    const pace = (hours.pace[candle] ?? 0) * (volatility[candle] ?? 0);
    const deviation = weight * driver.yearlyVol * pace * Math.sqrt(lengthMs / STEPS_PER_CANDLE / YEAR_MS);
    level *= Math.exp(-lengthMs / REVERSION_MS);
    for (let step = candle * STEPS_PER_CANDLE; step < (candle + 1) * STEPS_PER_CANDLE; step += 1) {
      level += deviation * (normals[step] ?? 0);
      path[step] = (path[step] ?? 0) + level;
    }
  }
}

/** Basis of a perpetual: fast mean-reverting noise. */
function addBasis(path: Float64Array, profile: InstrumentProfile, source: RandomSource, id: number): void {
  if (profile.basisVol === 0) return;
  const random = source.stream(`basis/${id}`);
  let basis = 0;
  for (let step = 0; step < path.length; step += 1) {
    basis = basis * 0.98 + profile.basisVol * 0.2 * random.normal();
    path[step] = (path[step] ?? 0) + basis;
  }
}

/** Cuts the path into base candles; a candle opens at the close before it. There are none in closed hours. */
function baseCandles(
  info: CoinInfo,
  hours: Hours,
  timeline: Timeline,
  path: Float64Array,
  source: RandomSource,
): CandleRow[] {
  const { price, amount } = instrumentOf(info);
  const lot = stepsToNumber(1, amount);
  const profile = profileOf(info.id);
  const random = source.stream(`volume/${info.id}`);
  const rows: CandleRow[] = [];
  for (let candle = 0; candle + 1 < timeline.starts.length; candle += 1) {
    const start = timeline.starts[candle] ?? 0;
    const size = Math.exp(0.6 * random.normal());
    const at = candle * STEPS_PER_CANDLE;
    // After closed hours the market opens with a gap.
    const continues = candle > 0 && rows[rows.length - 1]?.start === timeline.starts[candle - 1];
    if (hours.isOpen[candle] === 0) continue;
    const open = path[continues ? at - 1 : at] ?? 1;
    let high = open;
    let low = open;
    for (let step = at; step < at + STEPS_PER_CANDLE; step += 1) {
      high = Math.max(high, path[step] ?? high);
      low = Math.min(low, path[step] ?? low);
    }
    const close = path[at + STEPS_PER_CANDLE - 1] ?? open;
    const minutes = ((timeline.starts[candle + 1] ?? 0) - start) / MINUTE_MS;
    const calm = 0.0006 * Math.sqrt(minutes);
    const value =
      profile.minuteValue * minutes * (hours.pace[candle] ?? 0) * size * (0.6 + Math.min(4, (high - low) / low / calm));
    const middle = stepsToNumber((open + close) / 2, price);
    const volumeLots = Math.max(1, Math.round(value / middle / lot));
    rows.push({ start, open, high, low, close, volumeLots, amount: stepsToNumber(volumeLots, amount) * middle });
  }
  return rows;
}

/** Merges consecutive candles into longer ones: first open, last close, highest high, lowest low, summed volume. */
function mergeCandles(rows: CandleRow[], interval: '1h' | '1d'): CandleRow[] {
  const merged: CandleRow[] = [];
  for (const row of rows) {
    const start = candleStart(row.start, interval);
    const last = merged[merged.length - 1];
    if (last?.start !== start) {
      merged.push({ ...row, start });
      continue;
    }
    last.high = Math.max(last.high, row.high);
    last.low = Math.min(last.low, row.low);
    last.close = row.close;
    last.volumeLots += row.volumeLots;
    last.amount += row.amount;
  }
  return merged;
}

/**
 * Two years of daily, 90 days of hourly and 7 days of minute candles up to `now`. Deterministic: the same source and
 * time give the same candles. Where both exist, an hour is the merge of its minutes and a day that of its hours.
 */
export class PriceHistory {
  readonly #source: RandomSource;
  readonly #now: EpochMs;
  readonly #timeline: Timeline;
  readonly #moves = new Map<string, DriverMoves>();
  readonly #hours = new Map<TradingSession | undefined, Hours>();

  constructor(source: RandomSource, now: EpochMs) {
    this.#source = source;
    this.#now = now;
    this.#timeline = timelineTo(now);
  }

  candlesOf(info: CoinInfo): GeneratedHistory {
    const base = baseCandles(info, this.#hoursOf(info), this.#timeline, this.#pathTicks(info), this.#source);
    const minuteStart = this.#timeline.starts[this.#timeline.minutesFrom] ?? this.#now;
    const minutes = base.filter((row) => row.start >= minuteStart);
    const hours = [...base.filter((row) => row.start < minuteStart), ...mergeCandles(minutes, '1h')];
    const hourStart = candleStart(this.#now - HOURLY_DAYS * DAY_MS, '1d');
    return { '1m': minutes, '1h': hours.filter((row) => row.start >= hourStart), '1d': mergeCandles(hours, '1d') };
  }

  #movesOf(driver: PriceDriver): DriverMoves {
    const moves = this.#moves.get(driver.name) ?? makeMoves(driver, this.#timeline, this.#source);
    this.#moves.set(driver.name, moves);
    return moves;
  }

  #hoursOf(info: CoinInfo): Hours {
    const hours = this.#hours.get(info.session) ?? hoursOf(info, this.#timeline);
    this.#hours.set(info.session, hours);
    return hours;
  }

  /** The path in ticks, shifted to end at the profile's price. */
  #pathTicks(info: CoinInfo): Float64Array {
    const profile = profileOf(info.id);
    const path = new Float64Array((this.#timeline.starts.length - 1) * STEPS_PER_CANDLE);
    for (const weighted of profile.drivers)
      addDriver(path, this.#hoursOf(info), this.#timeline, weighted, this.#movesOf(weighted.driver));
    addBasis(path, profile, this.#source, info.id);
    const tick = stepsToNumber(1, instrumentOf(info).price);
    const shift = Math.log(profile.price / tick) - (path[path.length - 1] ?? 0);
    for (let step = 0; step < path.length; step += 1)
      path[step] = Math.max(1, Math.round(Math.exp((path[step] ?? 0) + shift)));
    return path;
  }
}
