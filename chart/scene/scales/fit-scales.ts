// Brings the scales of all panes up to what is in sight: their kind, their range, and the distance of
// their labels.
import type { View } from '../view.ts';

/** Least distance of two value labels. */
const MAIN_LABEL_GAP_CSS_PX = 30;
const SUB_LABEL_GAP_CSS_PX = 32;
/** Least price range shown, in ticks of the market. */
const MIN_TICKS = 10;

/**
 * Called when data or the time scale changed. The main range is fitted while `autoScale` is on, and once for data that
 * replaced others; a percent axis falls back to prices where the first candle in sight closed at or below zero.
 */
export function fitScales(view: View): void {
  fitMain(view);
  for (const pane of view.panes) {
    if (pane.kind === 'main') continue;
    const range = view.data.subRange(pane.indicator, view.time);
    const minSpan = Math.max(1e-9, Math.abs(range[1]!) * 1e-3) || 1;
    pane.scale.fit(range[0]!, range[1]!, Number.isFinite(minSpan) ? minSpan : 1, SUB_LABEL_GAP_CSS_PX * view.ratio);
  }
}

function fitMain(view: View): void {
  const { data, time, style } = view;
  const { scale } = view.panes[0]!;
  const base = style.axis === 'percent' ? (data.columns.close[time.firstRow] ?? 0) : 0;
  if (base > 0 !== scale.percentBase > 0) scale.step = 0;
  scale.percentBase = Math.max(0, base);
  scale.inverted = style.inverted;
  scale.setLog(data.log);
  const minSpan = MIN_TICKS * view.prices.tick;
  const gap = MAIN_LABEL_GAP_CSS_PX * view.ratio;
  if (!style.autoScale && data.fittedResets === data.resets) {
    scale.chooseLabelStep(minSpan, gap);
    return;
  }
  const range = data.mainRange(time);
  scale.fit(range[0]!, range[1]!, minSpan, gap);
  if (range[0]! <= range[1]!) data.fittedResets = data.resets;
}
