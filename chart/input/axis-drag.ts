// Dragging the axes: prices stretch, times zoom, a tap picks a price, a double tap fits the prices.
import { type ChartEvent, SMALL_CHART_CSS_PX } from '../api.ts';
import type { DragTarget, CanvasPoint } from './drag-target.ts';
import { DAMAGE, type DamageLevel } from '../scene/damage.ts';
import type { View } from '../scene/view.ts';
import { priceAt } from '../scene/price-at.ts';

/** A drag over the whole pane stretches prices by e to this power. */
const STRETCH = 2.2;
/** The time axis zooms by the pointer's distance to the right edge, at least this much. */
const NEAREST_CSS_PX = 24;
/** While the prices are locked a single tap waits this long for a second one, which frees them. */
const SECOND_TAP_MS = 300;

/** An axis being dragged, and the state before the drag. */
interface Drag {
  axis: 'price' | 'time';
  lastPx: number;
  moved: boolean;
  low: number;
  high: number;
  autoScale: boolean;
  barPx: number;
  right: number;
}

export class AxisDrag implements DragTarget {
  readonly #view: View;
  readonly #mark: (level: DamageLevel) => void;
  readonly #emit: (event: ChartEvent) => void;
  #drag: Drag | null = null;
  #tapTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: View, mark: (level: DamageLevel) => void, emit: (event: ChartEvent) => void) {
    this.#view = view;
    this.#mark = mark;
    this.#emit = emit;
  }

  /** Fits the prices to the visible range from now on (true), or leaves them as they are; emits an event. */
  setAuto(on: boolean): void {
    const view = this.#view;
    if (view.style.autoScale === on) return;
    view.style = { ...view.style, autoScale: on };
    this.#mark(DAMAGE.scale);
    this.#emit({ kind: 'autoScale', on });
  }

  /** Moves locked prices down by device px; fitted ones stay. */
  shift(deltaPx: number): void {
    if (this.#view.style.autoScale || deltaPx === 0) return;
    this.#view.panes[0]!.scale.shift(deltaPx);
    this.#mark(DAMAGE.scale);
  }

  wheel(factor: number, xPx: number, yPx: number): boolean {
    if (this.#axisAt({ xPx, yPx }) !== 'price') return false;
    this.setAuto(false);
    this.#view.panes[0]!.scale.stretch(factor, yPx);
    this.#mark(DAMAGE.scale);
    return true;
  }

  start(point: CanvasPoint): boolean {
    const axis = this.#axisAt(point);
    const { style, panes, time, heightPx, ratio } = this.#view;
    if (!axis || (axis === 'price' && point.touch && heightPx < SMALL_CHART_CSS_PX * ratio)) return false;
    const { low, high } = panes[0]!.scale;
    const { barPx, right } = time;
    this.#drag = {
      axis,
      lastPx: axis === 'price' ? point.yPx : point.xPx,
      moved: false,
      low,
      high,
      autoScale: style.autoScale,
      barPx,
      right,
    };
    return true;
  }

  move(point: CanvasPoint): void {
    const drag = this.#drag;
    if (!drag) return;
    drag.moved = true;
    if (drag.axis === 'price') this.#stretch(drag, point.yPx);
    else this.#zoom(drag, point.xPx);
    this.#mark(DAMAGE.scale);
  }

  drop(point: CanvasPoint): void {
    this.move(point);
    this.#drag = null;
  }

  cancel(): void {
    const drag = this.#drag;
    const view = this.#view;
    this.#drag = null;
    if (!drag?.moved) return;
    const { low, high, barPx, right } = drag;
    if (drag.axis === 'time') Object.assign(view.time, { barPx, right });
    else Object.assign(view.panes[0]!.scale, { low, high });
    this.setAuto(drag.autoScale);
    this.#mark(DAMAGE.scale);
  }

  tap(point: CanvasPoint, twice: boolean): boolean {
    if (this.#axisAt(point) !== 'price') return false;
    clearTimeout(this.#tapTimer);
    if (twice) this.setAuto(true);
    else if (this.#view.style.autoScale) this.#emitPrice(priceAt(this.#view, point.yPx));
    else this.#tapTimer = setTimeout(() => this.#emitPrice(priceAt(this.#view, point.yPx)), SECOND_TAP_MS);
    return true;
  }

  cursor(point: CanvasPoint): string | null {
    const axis = this.#drag?.axis ?? this.#axisAt(point);
    return axis === 'price' ? 'ns-resize' : axis === 'time' ? 'ew-resize' : null;
  }

  #emitPrice(price: number): void {
    this.#emit({ kind: 'priceTap', price });
  }

  #axisAt({ xPx, yPx }: Pick<CanvasPoint, 'xPx' | 'yPx'>): 'price' | 'time' | null {
    const view = this.#view;
    if (view.data.columns.length === 0) return null;
    if (yPx >= view.plotBottomPx) return xPx < view.plotRightPx ? 'time' : null;
    return xPx >= view.plotRightPx && yPx < view.panes[0]!.bottomPx ? 'price' : null;
  }

  /** Up stretches, down narrows, around the middle of the pane. */
  #stretch(drag: Drag, yPx: number): void {
    const pane = this.#view.panes[0]!;
    this.setAuto(false);
    pane.scale.stretch(
      Math.exp(((drag.lastPx - yPx) / (pane.bottomPx - pane.topPx)) * STRETCH),
      (pane.topPx + pane.bottomPx) / 2,
    );
    drag.lastPx = yPx;
  }

  /** To the right widens candles, to the left narrows them; the right edge stays. */
  #zoom(drag: Drag, xPx: number): void {
    const { time, plotRightPx, ratio } = this.#view;
    const left = (px: number): number => Math.max(NEAREST_CSS_PX * ratio, plotRightPx - px);
    time.zoomAt(left(drag.lastPx) / left(xPx), plotRightPx);
    drag.lastPx = xPx;
  }
}
