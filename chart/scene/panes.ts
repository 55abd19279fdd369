// How the chart's area is shared.
// Candles above, panes of indicators below, prices to the right, times at the bottom.
import { SMALL_CHART_CSS_PX } from '../api.ts';
import { PriceScale } from './scales/price-scale.ts';

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
/** Room above the highest candle: the rows of the legend, at least this many, and half of its price beside it. */
const MIN_LEGEND_ROWS = 2;
const MAIN_TOP_CSS_PX = 8;
const MAIN_BOTTOM_CSS_PX = 10;
const SUB_BOTTOM_CSS_PX = 2;
/** Height of a sub pane relative to the main one. */
const SUB_SHARE = 0.3;
/** Sub panes together take at most this share by themselves. */
const MAX_SUBS_SHARE = 0.6;
/** The user cannot make panes lower than this, or than their default height. */
const MIN_MAIN_CSS_PX = 96;
const MIN_SUB_CSS_PX = 40;

/** Area of all panes together in device px. */
export function paneArea(heightPx: number, ratio: number): number {
  return Math.max(1, Math.round(heightPx - TIME_AXIS_CSS_PX * ratio));
}

/** Least heights of the candles' pane and of each of `subs` others over `areaPx`, and the usual height of those. */
export function paneLimits(
  subs: number,
  areaPx: number,
  ratio: number,
): { mainLeast: number; subLeast: number; subUsual: number } {
  const subUsual =
    subs === 0 ? 0 : (areaPx * Math.min(MAX_SUBS_SHARE, (subs * SUB_SHARE) / (1 + subs * SUB_SHARE))) / subs;
  return {
    mainLeast: Math.min(MIN_MAIN_CSS_PX * ratio, areaPx - subs * subUsual),
    subLeast: Math.min(MIN_SUB_CSS_PX * ratio, subUsual),
    subUsual,
  };
}

/**
 * Heights of sub panes from their shares of the area; a share that is not above zero is the usual height. Where they
 * leave the candles too little, all give way in proportion to what they have above the least.
 */
export function subHeights(shares: readonly number[], areaPx: number, ratio: number): number[] {
  const { mainLeast, subLeast, subUsual } = paneLimits(shares.length, areaPx, ratio);
  const wanted = shares.map((share) => (share > 0 ? Math.max(subLeast, share * areaPx) : subUsual));
  const spare = wanted.reduce((sum, height) => sum + height - subLeast, 0);
  const freePx = areaPx - mainLeast - shares.length * subLeast;
  const total = spare > freePx ? Math.max(0, freePx / spare) : 1;
  return wanted.map((height) => subLeast + (height - subLeast) * total);
}

/**
 * Stacks the panes (main first) from top to bottom over `heightPx`, leaving the time axis. `legendRows`: rows of the
 * legend over the candles. `shares`: those of the sub panes, in order.
 */
export function layoutPanes(
  panes: readonly Pane[],
  heightPx: number,
  ratio: number,
  legendRows: number,
  shares: readonly number[] = [],
): void {
  const area = paneArea(heightPx, ratio);
  const leastRows = heightPx < SMALL_CHART_CSS_PX * ratio ? 0 : MIN_LEGEND_ROWS;
  const heights = subHeights(
    panes.slice(1).map((_, at) => shares[at] ?? NaN),
    area,
    ratio,
  );
  const total = heights.reduce((sum, height) => sum + height, 0);
  const mainHeight = Math.round(area - total);
  let top = 0;
  let used = 0;
  panes.forEach((pane, at) => {
    if (at > 0) used += heights[at - 1]!;
    pane.topPx = top;
    pane.bottomPx =
      at === panes.length - 1 ? area : Math.round(mainHeight + (at === 0 ? 0 : ((area - mainHeight) * used) / total));
    const headCssPx =
      pane.kind === 'main' ? Math.max(leastRows, legendRows) * LEGEND_CSS_PX + MAIN_TOP_CSS_PX : LEGEND_CSS_PX;
    const footCssPx = pane.kind === 'main' ? MAIN_BOTTOM_CSS_PX : SUB_BOTTOM_CSS_PX;
    pane.scale.place(top + Math.round(headCssPx * ratio), pane.bottomPx - Math.round(footCssPx * ratio));
    top = pane.bottomPx;
  });
}
