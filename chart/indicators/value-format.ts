// How values of a pane are written on its axis.
// Prices, change in percent, or round numbers of an indicator.
import { formatDigits, formatRound, formatShortPercent } from '../scene/text/number-format.ts';
import { digitsOf } from './indicator-values.ts';
import type { Pane } from '../scene/panes.ts';
import type { View } from '../scene/view.ts';

/** A round value of a grid line. */
export function gridText(view: View, pane: Pane, value: number): string {
  return pane.kind === 'main' ? priceText(view, value) : formatRound(value);
}

/** A price on the axis of the candles: as the market writes it, or as change since the first candle in sight. */
export function priceText(view: View, price: number): string {
  const { percentBase } = view.panes[0]!.scale;
  return percentBase > 0 ? formatShortPercent((price / percentBase - 1) * 100) : view.prices.format(price);
}

/** Any value, with the digits of its pane's indicator. */
export function exactText(view: View, pane: Pane, value: number): string {
  if (pane.kind === 'main') return priceText(view, value);
  const name = view.data.indicators[pane.indicator]?.name ?? '';
  return formatDigits(value, digitsOf(name, pane.kind, view.prices.precision), view.prices);
}
