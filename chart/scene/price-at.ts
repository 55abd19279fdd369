// The price at a height of the main pane.
import type { View } from './view.ts';

/** A price as the market writes it, at least one step of it. */
export function roundPrice(price: number, precision: number): number {
  const scale = 10 ** precision;
  return Math.max(1, Math.round(price * scale)) / scale;
}

/** Price at a device px of the main pane, as `roundPrice` gives it. */
export function priceAt(view: View, yPx: number): number {
  return roundPrice(view.panes[0]!.scale.valueAt(yPx), view.market.pricePrecision);
}
