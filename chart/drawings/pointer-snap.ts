// Converts pointer positions to anchors: candle, price in the market's steps, magnet.
import type { Anchor } from '../api.ts';
import type { CanvasPoint } from '../input/drag-target.ts';
import type { View } from '../scene/view.ts';
import { snapTo, type Snap } from './magnet.ts';
import { priceAt, roundPrice } from '../scene/price-at.ts';
import { logicalOf, timeAt } from './anchors.ts';

const MAGNET_CSS_PX = { mouse: 14, touch: 24 } as const;

export class PointerSnap {
  magnet = false;
  readonly #view: View;
  readonly #snap: Snap = { row: 0, price: 0 };

  constructor(view: View) {
    this.#view = view;
  }

  /** Whether a point is on the candles' pane, with candles there to draw on. */
  onPane({ xPx, yPx }: CanvasPoint): boolean {
    const { panes, plotRightPx, data } = this.#view;
    return (
      data.columns.length > 0 && xPx >= 0 && xPx < plotRightPx && yPx >= panes[0]!.topPx && yPx < panes[0]!.bottomPx
    );
  }

  /** The candle and price at a point, which may be outside the pane. */
  at(xPx: number, yPx: number, touch: boolean): Anchor {
    const { time, data, panes, ratio, market } = this.#view;
    const reach = (touch ? MAGNET_CSS_PX.touch : MAGNET_CSS_PX.mouse) * ratio;
    const candles = { columns: data.columns, time, scale: panes[0]!.scale };
    if (this.magnet && snapTo(candles, xPx, yPx, reach, this.#snap))
      return { time: data.columns.time[this.#snap.row]!, price: roundPrice(this.#snap.price, market.pricePrecision) };
    return { time: this.#timeAt(Math.round(time.logicalAt(xPx))), price: priceAt(this.#view, yPx) };
  }

  /** The exact position at a point, between candles. */
  between(xPx: number, yPx: number): Anchor {
    return { time: this.#timeAt(this.#view.time.logicalAt(xPx)), price: priceAt(this.#view, yPx) };
  }

  /** An anchor moved by candles and by device px. */
  shift({ time, price }: Anchor, candles: number, downPx: number): Anchor {
    const view = this.#view;
    const logical = logicalOf(view.data.columns, view.time.origin, view.market.interval, time);
    return { time: this.#timeAt(logical + candles), price: priceAt(view, view.panes[0]!.scale.yOf(price) + downPx) };
  }

  #timeAt(logical: number): number {
    const { data, time, market } = this.#view;
    return timeAt(data.columns, time.origin, market.interval, logical);
  }
}
