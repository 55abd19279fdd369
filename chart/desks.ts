// What a hand works with beyond panning: drawings, own lines and marks, edges of panes, axes, measuring. Comes after the first picture.
import { createCraft } from './canvas2d/craft.ts';
import type { ChartEvent } from './chart.ts';
import type { Composer } from './composer.ts';
import { DrawingDesk } from './drawings/drawing-desk.ts';
import type { Hand } from './hand.ts';
import { actOnKey } from './input/keys.ts';
import { drawMeasure } from './layers/measure.ts';
import { AxisGrip } from './panes/axis-grip.ts';
import { PaneSplitter } from './panes/pane-splitter.ts';
import type { DamageLevel } from './scene/damage.ts';
import { TradeDesk } from './trading/trade-desk.ts';

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
    const measure = { draw: (): void => { if (composer.measured) drawMeasure(view, list, composer.measured); } };
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
