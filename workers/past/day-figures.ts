// Figures of the 24 hours before a replayed moment, to five minutes, or to an hour where minutes are no longer stored.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { candlesOf } from './candle-stream.ts';
import type { PastCandle } from './past-candles.ts';
import type { PastMarket, PastTrade } from './past-market.ts';
import type { PastSource } from './past-source.ts';

const STEP = '5m';
const STEP_MS = 5 * MINUTE_MS;

/** Candles before the session, ascending, and where they end. */
export interface DayFigures {
  before: PastCandle[];
  untilMs: EpochMs;
}

interface Figures {
  last: number;
  open: number;
  high: number;
  low: number;
  lots: number;
}

/** Candles of the day before the minute `minuteMs`. Throws Error when the source cannot be reached. */
export async function loadDay(source: PastSource, market: Instrument, minuteMs: EpochMs): Promise<DayFigures> {
  const dayMs = Math.max(0, minuteMs - DAY_MS);
  const spanned = await candlesOf(source, market, { interval: STEP, fromMs: dayMs, toMs: minuteMs });
  const whole = spanned.filter(({ startMs }) => startMs + STEP_MS <= minuteMs);
  const fromMs = (whole.at(-1)?.startMs ?? dayMs) + STEP_MS;
  const minutes = await candlesOf(source, market, { interval: '1m', fromMs, toMs: minuteMs });
  const before = [...whole, ...minutes];
  const firstMs = before[0]?.startMs ?? minuteMs;
  const hours =
    firstMs - dayMs < HOUR_MS ? [] : await candlesOf(source, market, { interval: '1h', fromMs: dayMs, toMs: firstMs });
  return { before: [...hours.filter(({ startMs }) => startMs + HOUR_MS <= firstMs), ...before], untilMs: minuteMs };
}

/** Null without a candle in the day before `atMs`. */
export function dayFigures({ before, untilMs }: DayFigures, market: PastMarket, atMs: EpochMs): Figures | null {
  // Whole steps, however long ago the session began.
  const fromMs = Math.ceil((atMs - DAY_MS) / STEP_MS) * STEP_MS;
  const shown = [
    ...before.filter(({ startMs }) => startMs >= fromMs),
    ...market.candles.playedFrom(STEP, Math.max(fromMs, untilMs)),
    ...market.tradesWithoutCandle(untilMs).map(candleOf),
  ];
  const [first] = shown;
  const newest = shown.at(-1);
  if (!first || !newest) return null;
  // The newest candle may be one of an hour, and the running one not stored.
  const trade = market.trades.at(-1);
  const last = trade && trade.ts >= newest.startMs ? trade.priceTicks : newest.close;
  return {
    open: first.open,
    last,
    high: Math.max(last, ...shown.map(({ high }) => high)),
    low: Math.min(last, ...shown.map(({ low }) => low)),
    lots: shown.reduce((sum, { lots }) => sum + lots, 0),
  };
}

/** A candle of one trade. */
function candleOf({ ts, priceTicks: price, lots }: PastTrade): PastCandle {
  return { startMs: ts, open: price, high: price, low: price, close: price, lots };
}
