// Interactive tools, loaded after the first paint.
// Drawings, order lines, pane splitter, axis drag, measure.
import { createExtraPainters } from '../render/canvas2d/extra-painters.ts';
import type { ChartEvent } from '../api.ts';
import type { Composer } from '../layers/composer.ts';
import { DrawingController } from '../drawings/drawing-controller.ts';
import type { ViewController } from './view-controller.ts';
import { actOnKey } from './keys.ts';
import { drawMeasure } from '../layers/pinch-measure.ts';
import { AxisDrag } from './axis-drag.ts';
import { PaneSplitter } from './pane-splitter.ts';
import type { Navigator } from '../navigator/navigator.ts';
import { DAMAGE, type DamageLevel } from '../scene/damage.ts';
import { OrderOverlay } from '../orders/order-overlay.ts';

export class Interactions {
  readonly drawings: DrawingController;
  readonly orders: OrderOverlay;
  readonly #viewController: ViewController;
  readonly #composer: Composer;
  readonly #mark: (level: DamageLevel) => void;
  #navigator: Navigator | null = null;
  #navigatorWanted = false;

  /** Registers the overlays in the composer and the drag targets in the view controller. */
  constructor(
    composer: Composer,
    viewController: ViewController,
    mark: (level: DamageLevel) => void,
    emit: (event: ChartEvent) => void,
  ) {
    const { view, list, overlays } = composer;
    list.extraPainters = createExtraPainters();
    this.drawings = new DrawingController(view, list, mark, emit);
    this.orders = new OrderOverlay(view, list, mark, emit);
    const setShares = (shares: Record<string, number>): void => {
      composer.setPaneShares(shares);
      mark(DAMAGE.layout);
    };
    const splitter = new PaneSplitter(view, list, setShares, emit);
    const axes = new AxisDrag(view, mark, emit);
    const measure = {
      draw: (): void => {
        if (composer.measured) drawMeasure(view, list, composer.measured);
      },
    };
    overlays.push(this.drawings, this.orders, splitter, measure);
    viewController.dragTargets.push(this.drawings.placing, this.orders, this.drawings, splitter, axes);
    viewController.prices = axes;
    this.#viewController = viewController;
    this.#composer = composer;
    this.#mark = mark;
  }

  /** Shows or hides the map of all candles; its code is loaded when it is first shown. */
  async setNavigator(on: boolean): Promise<void> {
    this.#navigatorWanted = on;
    const composer = this.#composer;
    const viewController = this.#viewController;
    const { Navigator, NAVIGATOR_CSS_PX } = await import('../navigator/navigator.ts');
    const shown = this.#navigator;
    if (this.#navigatorWanted === (shown !== null)) return;
    if (shown) {
      composer.overlays.splice(composer.overlays.indexOf(shown), 1);
      viewController.dragTargets.splice(viewController.dragTargets.indexOf(shown), 1);
      this.#navigator = null;
    } else {
      this.#navigator = new Navigator(composer.view, composer.list, this.#mark, () => viewController.grab());
      composer.overlays.push(this.#navigator);
      viewController.dragTargets.unshift(this.#navigator);
    }
    composer.reserveBottom(this.#navigator ? NAVIGATOR_CSS_PX : 0);
    this.#mark(DAMAGE.layout);
  }

  /** An order line that asks or is dragged handles a key first, then the active drawing, then the view. */
  key(key: string, shift: boolean): void {
    if (!this.orders.key(key) && !this.drawings.key(key)) actOnKey(key, shift, this.#viewController);
  }
}
