// Footprints: 800 bars of a minute with 40 levels each, in which lots were sold and bought.
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { seeded } from '../../../tests/support/data/seeded-random.ts';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { CANDLE_ROW } from '../../../workers/decode/decoded-event.ts';
import { Rows } from '../../../workers/decode/rows.ts';

export const FLOW_BARS = 800;
const LEVELS = 40;
export const LEVEL_PRICE = 0.5;
export const LOT_COINS = 0.001;
const START_MS = Date.UTC(2026, 0, 5);
export const FLOW_END_MS = START_MS + FLOW_BARS * MINUTE_MS;
/** Level at which the first bar begins. */
const FIRST_LEVEL = 1200;
const MAX_LOTS = 900;

/** Lots that were sold and bought at a level of a bar. */
interface Traded {
  level: number;
  sold: number;
  bought: number;
}

export interface MadeBar {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** From the lowest price on. */
  traded: Traded[];
}

export function madeBars(): MadeBar[] {
  const random = seeded(31);
  const lots = (): number => 1 + Math.floor(random() ** 3 * MAX_LOTS);
  let low = FIRST_LEVEL;
  return Array.from({ length: FLOW_BARS }, (_, bar) => {
    const traded = Array.from({ length: LEVELS }, (_each, at) => ({ level: low + at, bought: lots(), sold: lots() }));
    const priceAt = (part: number): number => (traded[0]!.level + Math.floor(part * (LEVELS - 1))) * LEVEL_PRICE;
    const made = {
      time: START_MS + bar * MINUTE_MS,
      open: priceAt(random()),
      high: priceAt(1),
      low: priceAt(0),
      close: priceAt(random()),
      traded,
    };
    low += Math.round((random() - 0.5) * 16);
    return made;
  });
}

export function madeFlow(): { bars: CandleSeries; flow: FlowBars } {
  const rows = new Rows(CANDLE_ROW, FLOW_BARS);
  const flow = new FlowBars({ levelPrice: LEVEL_PRICE, tickPrice: LEVEL_PRICE, lotCoins: LOT_COINS });
  for (const { time, open, high, low, close, traded } of madeBars()) {
    for (const { level, sold, bought } of traded) {
      flow.add(time, level, bought, true);
      flow.add(time, level, sold, false);
    }
    rows.data.set([time, open, high, low, close, 1], rows.add());
  }
  const bars = new CandleSeries();
  bars.merge(rows);
  return { bars, flow };
}
