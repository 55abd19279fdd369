// Brings the scales of all panes up to what is in sight.
// Their kind, their range, and the distance of their labels.
import type { View } from '../view.ts';

/** Least distance of two value labels. */
const MAIN_LABEL_GAP_CSS_PX = 28;
const SUB_LABEL_GAP_CSS_PX = 32;
/** Least price range shown, in ticks of the market. */
const MIN_TICKS = 10;
/** A line of the user is in the automatic range when it is at most this share of the range beyond it. */
const NEAR_SHARE = 0.35;

/**
 * Called when data or the time scale changed. The main range is fitted while `autoScale` is on and no line is dragged,
 * and once for data that replaced others or a range that has no logarithm; a percent axis falls back to prices where
 * the first candle in sight closed at or below zero.
 */
export function fitScales(view: View): void {
  fitMain(view);
  for (const pane of view.panes) {
    if (pane.kind === 'main') continue;
    const range = view.data.subRange(pane.indicator, view.time);
    const minSpan = Math.max(1e-9, Math.abs(range[1]!) * 1e-3);
    pane.scale.fit(range[0]!, range[1]!, minSpan, SUB_LABEL_GAP_CSS_PX * view.ratio);
  }
}

/**
 * Takes in prices of the user's lines that are near the values in sight; farther ones would flatten the candles.
 * Called while the newest candle is in sight: a look at the past shows the past.
 */
function widenByLines(range: Float64Array, prices: readonly number[], log: boolean): void {
  const [low, high] = [range[0]!, range[1]!];
  const reach = (high - low) * NEAR_SHARE;
  for (const price of prices) {
    if (!(price >= low - reach && price <= high + reach) || (log && price <= 0)) continue;
    range[0] = Math.min(range[0]!, price);
    range[1] = Math.max(range[1]!, price);
  }
}

function fitMain(view: View): void {
  const { data, time, style } = view;
  const { scale } = view.panes[0]!;
  const base = style.axis === 'percent' ? data.columns.close[time.firstRow] || 0 : 0;
  if (base > 0 !== scale.percentBase > 0) scale.step = 0;
  scale.percentBase = Math.max(0, base);
  scale.inverted = style.inverted;
  const hasRange = scale.setLog(data.log);
  const minSpan = MIN_TICKS * view.prices.tick;
  const gap = MAIN_LABEL_GAP_CSS_PX * view.ratio;
  if (hasRange && (view.holdsPrices || !style.autoScale) && data.fittedResets === data.resets) {
    scale.chooseLabelStep(minSpan, gap);
    return;
  }
  const range = data.mainRange(time);
  if (time.endRow >= data.columns.length) widenByLines(range, view.linePrices, data.log);
  scale.fit(range[0]!, range[1]!, minSpan, gap);
  if (range[0]! <= range[1]!) data.fittedResets = data.resets;
}
