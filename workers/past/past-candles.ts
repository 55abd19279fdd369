// Candles of a market's past up to the replayed moment: closed ones as fetched, later ones from what is played.
import { type EpochMs, type Interval, candleStart } from '../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../core/units/units.ts';

/** A candle in ticks and lots. */
export interface PastCandle {
  startMs: EpochMs;
  open: PriceTicks;
  high: PriceTicks;
  low: PriceTicks;
  close: PriceTicks;
  lots: Lots;
}

const MINUTE = '1m';
/** Least minutes in memory, a month: the running candle is made of them. At twice as many the older half goes. */
const MIN_BASE = 31 * 1_440;

export class PastCandles {
  /** Candles that were played, ascending: minutes, or longer ones where the past has none. */
  readonly #played: PastCandle[] = [];
  /** What the running candle of an interval had before the first played one. */
  readonly #before = new Map<Interval, PastCandle>();
  /** Grows with every change. */
  version = 0;

  /** Adds a trade to the minute of its time, which may be over. */
  addTrade(ts: EpochMs, price: PriceTicks, lots: Lots): void {
    this.version += 1;
    const startMs = candleStart(ts, MINUTE);
    let at = this.#played.length;
    while (at > 0 && this.#played[at - 1]!.startMs > startMs) at -= 1;
    const known = this.#played[at - 1];
    if (known?.startMs === startMs) extend(known, price, price, price, lots);
    else this.#insert(at, { startMs, open: price, high: price, low: price, close: price, lots });
  }

  /** A candle that closed. */
  addClosed(candle: PastCandle): void {
    this.version += 1;
    this.#insert(this.#played.length, { ...candle });
  }

  /** Sets what the running candle had before the session began; null: nothing. */
  setBefore(interval: Interval, candle: PastCandle | null): void {
    if (candle) this.#before.set(interval, candle);
    this.version += 1;
  }

  /** The last candle that was played; null before the first. */
  get last(): PastCandle | null {
    return this.#played.at(-1) ?? null;
  }

  /** Candles of an interval from the one that contains `fromMs`, ascending, with the running one. */
  from(interval: Interval, fromMs: EpochMs): PastCandle[] {
    const before = this.#before.get(interval);
    const found = before && before.startMs >= candleStart(fromMs, interval) ? [{ ...before }] : [];
    return this.#addPlayed(found, interval, fromMs);
  }

  /** The same of what was played alone. */
  playedFrom(interval: Interval, fromMs: EpochMs): PastCandle[] {
    return this.#addPlayed([], interval, fromMs);
  }

  #addPlayed(found: PastCandle[], interval: Interval, fromMs: EpochMs): PastCandle[] {
    const firstMs = candleStart(fromMs, interval);
    let first = this.#played.length;
    while (first > 0 && this.#played[first - 1]!.startMs >= firstMs) first -= 1;
    for (const { startMs: at, open, high, low, close, lots } of this.#played.slice(first)) {
      const startMs = candleStart(at, interval);
      const last = found.at(-1);
      if (last?.startMs === startMs) extend(last, high, low, close, lots);
      else found.push({ startMs, open, high, low, close, lots });
    }
    return found;
  }

  #insert(at: number, candle: PastCandle): void {
    this.#played.splice(at, 0, candle);
    if (this.#played.length > 2 * MIN_BASE) this.#played.splice(0, MIN_BASE);
  }
}

function extend(candle: PastCandle, high: PriceTicks, low: PriceTicks, close: PriceTicks, lots: Lots): void {
  candle.high = Math.max(candle.high, high);
  candle.low = Math.min(candle.low, low);
  candle.close = close;
  candle.lots += lots;
}

/** One candle over several of ascending times; null for none. */
export function joinCandles(startMs: EpochMs, parts: readonly PastCandle[]): PastCandle | null {
  const [first] = parts;
  if (!first) return null;
  const joined = { ...first, startMs };
  for (const { high, low, close, lots } of parts.slice(1)) extend(joined, high, low, close, lots);
  return joined;
}

/** Whole candles of one interval, from `fromMs` to before `toMs`. */
export interface CandleSpan {
  interval: Interval;
  fromMs: EpochMs;
  toMs: EpochMs;
}

/** Spans that together reach from the start of the candle that contains `untilMs` to the minute of `untilMs`. */
export function spansUntil(interval: Interval, untilMs: EpochMs): CandleSpan[] {
  const spans: CandleSpan[] = [];
  let fromMs = candleStart(untilMs, interval);
  for (const part of ['1d', '1h', MINUTE] as const) {
    const toMs = candleStart(untilMs, part);
    if (toMs <= fromMs) continue;
    spans.push({ interval: part, fromMs, toMs });
    fromMs = toMs;
  }
  return spans;
}
