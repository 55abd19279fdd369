// What a hand works with beyond panning: drawings, own lines and marks, edges of panes, axes, measuring. Comes after
// the first picture.
import { createCraft } from '../render/canvas2d/extra-painters.ts';
import type { ChartEvent } from '../api.ts';
import type { Composer } from '../layers/composer.ts';
import { DrawingDesk } from '../drawings/drawing-controller.ts';
import type { Hand } from './view-controller.ts';
import { actOnKey } from './keys.ts';
import { drawMeasure } from '../layers/pinch-measure.ts';
import { AxisGrip } from './axis-drag.ts';
import { PaneSplitter } from './pane-splitter.ts';
import type { DamageLevel } from '../scene/damage.ts';
import { TradeDesk } from '../orders/order-overlay.ts';

export class Desks {
  readonly drawings: DrawingDesk;
  readonly trades: TradeDesk;
  private readonly hand: Hand;

  /** Puts itself into the composer's overlays and the hand's grips. */
  constructor(composer: Composer, hand: Hand, mark: (level: DamageLevel) => void, emit: (event: ChartEvent) => void) {
    const { view, list, overlays } = composer;
    list.craft = createCraft();
    this.drawings = new DrawingDesk(view, list, mark, emit);
    this.trades = new TradeDesk(view, list, mark, emit);
    const splitter = new PaneSplitter(view, list, (shares) => composer.setPaneShares(shares), mark, emit);
    const axes = new AxisGrip(view, mark, emit);
    const measure = {
      draw: (): void => {
        if (composer.measured) drawMeasure(view, list, composer.measured);
      },
    };
    overlays.push(this.drawings, this.trades, splitter, measure);
    hand.grips.push(this.drawings.placing, this.trades, this.drawings, splitter, axes);
    hand.prices = axes;
    this.hand = hand;
  }

  /** A line that asks or is in the hand comes first, then the drawing in hand. */
  key(key: string, shift: boolean): void {
    if (!this.trades.key(key) && !this.drawings.key(key)) actOnKey(key, shift, this.hand);
  }
}
