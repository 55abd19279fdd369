// Closed candles of a span in order, for a past from which no events are recorded.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { type EpochMs, type Interval, nextCandleStart } from '../../core/units/time.ts';
import type { Grid } from '../../core/units/units.ts';
import { CANDLE_ROW } from '../decode/decoded-event.ts';
import type { Rows } from '../decode/rows.ts';
import type { CandleSpan, PastCandle } from './past-candles.ts';
import type { PastSource } from './past-source.ts';

/** Candles of one call, the most that the exchange answers. */
const PAGE = 1_000;
/** The finest interval that reaches back to a moment is played. */
const FINEST: readonly Interval[] = ['1m', '1h', '1d'];

export class CandleStream {
  readonly #source: PastSource;
  readonly #market: Instrument;
  readonly #untilMs: EpochMs;
  #interval: Interval | null = null;
  #fromMs: EpochMs;
  #candles: PastCandle[] = [];
  #hasMore = true;

  /** Candles that close after `fromMs` and at the latest at `untilMs`. */
  constructor(source: PastSource, market: Instrument, fromMs: EpochMs, untilMs: EpochMs) {
    this.#source = source;
    this.#market = market;
    this.#fromMs = fromMs;
    this.#untilMs = untilMs;
  }

  /** When the next candle that is loaded closes; Infinity when none is. */
  get nextMs(): EpochMs {
    const next = this.#candles[0];
    return next && this.#interval ? nextCandleStart(next.startMs, this.#interval) : Infinity;
  }

  get isEnded(): boolean {
    return !this.#hasMore && this.#candles.length === 0;
  }

  next(): PastCandle {
    return this.#candles.shift()!;
  }

  /** Loads until a candle is there, or none follows. Throws Error when the source cannot be reached. */
  async fill(): Promise<void> {
    while (this.#candles.length === 0 && this.#hasMore) {
      const found = await candlesOf(this.#source, this.#market, {
        interval: (this.#interval ??= await this.#finest()),
        fromMs: this.#fromMs,
        toMs: this.#untilMs,
      });
      this.#hasMore = found.length >= PAGE;
      const interval = this.#interval;
      this.#candles = found.filter(({ startMs }) => nextCandleStart(startMs, interval) <= this.#untilMs);
      this.#hasMore &&= this.#candles.length === found.length;
      this.#fromMs = nextCandleStart(found.at(-1)?.startMs ?? this.#untilMs, interval);
    }
  }

  /** The interval whose first candle from the moment on begins first; of equal ones the finest. */
  async #finest(): Promise<Interval> {
    let best: Interval = '1m';
    let bestMs = Infinity;
    for (const interval of FINEST) {
      const { rows } = await this.#source.candles(interval, { limit: 1, from: this.#fromMs });
      const startMs = rows.count > 0 ? rows.data[0]! : Infinity;
      // A coarser one must begin earlier by one of its own candles.
      if (!(nextCandleStart(startMs, interval) < bestMs)) continue;
      best = interval;
      bestMs = startMs;
    }
    return best;
  }
}

/** Candles that start within a span, at most one page. Throws Error when the source cannot be reached. */
export async function candlesOf(source: PastSource, market: Instrument, span: CandleSpan): Promise<PastCandle[]> {
  const { rows } = await source.candles(span.interval, { limit: PAGE, from: span.fromMs });
  return pastCandlesOf(rows, market).filter(({ startMs }) => startMs >= span.fromMs && startMs < span.toMs);
}

/** Rows as candles in ticks and lots. */
export function pastCandlesOf({ data, count }: Rows, { price, amount }: Instrument): PastCandle[] {
  return Array.from({ length: count }, (_, row) => {
    const [startMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = data.subarray(row * CANDLE_ROW);
    const ticks = (value: number): number => stepsOf(value, price);
    return {
      startMs,
      open: ticks(open),
      high: ticks(high),
      low: ticks(low),
      close: ticks(close),
      lots: stepsOf(volume, amount),
    };
  });
}

/** Grid steps of a number that was printed on the grid: the nearest count is the exact one. */
function stepsOf(value: number, { decimals, step }: Grid): number {
  return Math.round((value * 10 ** decimals) / step);
}
