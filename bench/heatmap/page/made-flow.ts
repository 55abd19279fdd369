// Footprints: 500 bars of a minute with 40 levels each, in which lots were sold and bought.
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { seeded } from '../../../tests/support/data/seeded-random.ts';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { CANDLE_ROW } from '../../../workers/decode/decoded-event.ts';
import { Rows } from '../../../workers/decode/rows.ts';

export const FLOW_BARS = 500;
const LEVELS = 40;
const LEVEL_PRICE = 0.5;
export const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 5);
export const FLOW_END_MS = START_MS + FLOW_BARS * MINUTE_MS;
/** Level at which the first bar begins. */
const FIRST_LEVEL = 1200;
const MOST_LOTS = 900;

export function madeFlow(): { bars: CandleSeries; flow: FlowBars } {
  const random = seeded(31);
  const rows = new Rows(CANDLE_ROW, FLOW_BARS);
  const flow = new FlowBars({ levelPrice: LEVEL_PRICE, lotCoins: 0.001 });
  let low = FIRST_LEVEL;
  for (let bar = 0; bar < FLOW_BARS; bar += 1) {
    const time = START_MS + bar * MINUTE_MS;
    for (let level = low; level < low + LEVELS; level += 1) {
      for (const isBuy of [true, false]) flow.add(time, level, 1 + Math.floor(random() ** 3 * MOST_LOTS), isBuy);
    }
    const priceAt = (part: number): number => (low + Math.floor(part * (LEVELS - 1))) * LEVEL_PRICE;
    rows.data.set([time, priceAt(random()), priceAt(1), priceAt(0), priceAt(random()), 1], rows.add());
    low += Math.round((random() - 0.5) * 16);
  }
  const bars = new CandleSeries();
  bars.merge(rows);
  return { bars, flow };
}
