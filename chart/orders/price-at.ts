// The price at a height of the main pane.
import type { View } from '../scene/view.ts';

/** Price at a device px of the main pane, whole in the market's last decimal and above zero. */
export function priceAt(view: View, yPx: number): number {
  const scale = 10 ** view.market.pricePrecision;
  return Math.max(1, Math.round(view.panes[0]!.scale.valueAt(yPx) * scale)) / scale;
}
