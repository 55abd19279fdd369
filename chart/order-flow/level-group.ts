// How many price levels are drawn as one row at the current zoom of the price axis.
import type { PriceScale } from '../scene/scales/price-scale.ts';
import { edgePrice, type FlowColumns } from './flow-columns.ts';

/** Device px of one level in the middle of the pane. */
function levelPx(scale: PriceScale, levelPrice: number): number {
  const px = Math.abs(scale.pxPerPlace) * levelPrice;
  return scale.log ? px / scale.valueAt((scale.topPx + scale.bottomPx) / 2) : px;
}

/** The smallest of 1, 2, 5, 10, 20 ... levels that are at least `leastPx` high together. */
export function levelGroup(scale: PriceScale, levelPrice: number, leastPx: number): number {
  const wanted = leastPx / levelPx(scale, levelPrice);
  if (!(wanted > 1) || !Number.isFinite(wanted)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  for (const factor of [1, 2, 5]) if (factor * power >= wanted) return factor * power;
  return 10 * power;
}

/** Device px of the lower edge of a row of `group` levels. */
export function rowEdgePx(scale: PriceScale, flow: FlowColumns, group: number, row: number): number {
  return scale.yOf(edgePrice(flow, row * group));
}

/** The fewest of 1, 2, 5, 10, 20 ... levels in a row, so that levels `low` to `high` have at most so many rows. */
export function groupFor(low: number, high: number, mostRows: number): number {
  let group = 1;
  while (Math.floor(high / group) - Math.floor(low / group) >= mostRows) group = nextGroup(group);
  return group;
}

function nextGroup(group: number): number {
  const power = 10 ** Math.floor(Math.log10(group));
  return group === 2 * power ? 5 * power : 2 * group;
}
