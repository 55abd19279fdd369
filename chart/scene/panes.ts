// How the chart's area is shared: candles above, panes of indicators below, prices to the right, times at the bottom.
import { PriceScale } from './price-scale.ts';

/** One pane over the full plot width; all edges in device px. */
export class Pane {
  topPx = 0;
  bottomPx = 1;
  readonly scale = new PriceScale();
  readonly kind: 'main' | 'sub';
  /** Index into the chart's indicators for a pane of its own; -1 for the candles. */
  readonly indicator: number;

  constructor(kind: 'main' | 'sub', indicator: number) {
    this.kind = kind;
    this.indicator = indicator;
  }
}

export const TIME_AXIS_CSS_PX = 24;
export const LEGEND_CSS_PX = 20;
/** Least width of the price axis. */
export const PRICE_AXIS_CSS_PX = 64;
/** Room above the highest candle (two rows of legend) and below the lowest. */
const MAIN_TOP_CSS_PX = LEGEND_CSS_PX + 18;
const MAIN_BOTTOM_CSS_PX = 10;
const SUB_BOTTOM_CSS_PX = 2;
/** Height of a sub pane relative to the main one. */
const SUB_SHARE = 0.3;
/** Sub panes together take at most this share. */
const SUB_MOST = 0.6;

/** Stacks the panes (main first) from top to bottom over `heightPx`, leaving the time axis. */
export function layoutPanes(panes: readonly Pane[], heightPx: number, ratio: number): void {
  const area = Math.max(1, Math.round(heightPx - TIME_AXIS_CSS_PX * ratio));
  const subs = panes.length - 1;
  const subShare = subs === 0 ? 0 : Math.min(SUB_MOST, (subs * SUB_SHARE) / (1 + subs * SUB_SHARE));
  const mainHeight = Math.round(area * (1 - subShare));
  let top = 0;
  panes.forEach((pane, at) => {
    const bottom = at === 0 ? mainHeight : at === subs ? area : Math.round(mainHeight + ((area - mainHeight) * at) / subs);
    pane.topPx = top;
    pane.bottomPx = at === 0 && subs === 0 ? area : bottom;
    const headCssPx = pane.kind === 'main' ? MAIN_TOP_CSS_PX : LEGEND_CSS_PX;
    const footCssPx = pane.kind === 'main' ? MAIN_BOTTOM_CSS_PX : SUB_BOTTOM_CSS_PX;
    pane.scale.place(top + Math.round(headCssPx * ratio), pane.bottomPx - Math.round(footCssPx * ratio));
    top = pane.bottomPx;
  });
}
