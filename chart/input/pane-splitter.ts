// The edges between panes, which are dragged to resize and double-tapped to reset.
// They are drawn as small handles beside the plot.
import type { ChartEvent } from '../api.ts';
import type { DrawList } from '../render/draw-list.ts';
import type { DragTarget, CanvasPoint, Overlay } from './drag-target.ts';
import { paneArea, paneLimits } from '../scene/panes.ts';
import { devicePx, type View } from '../scene/view.ts';

type Shares = Record<string, number>;

/** A finger drags an edge on the price axis only, so that the plot pans; a mouse drags it anywhere. */
const TOUCH_CSS_PX = 22;
const MOUSE_CSS_PX = 4;
const HANDLE_WIDTH_CSS_PX = 24;
const HANDLE_CSS_PX = 3;

/**
 * An edge being dragged: the pane below it, where the drag started, heights (of all panes, device px) and shares
 * before it, and the current shares.
 */
interface Drag {
  below: number;
  grabPx: number;
  heights: number[];
  before: Shares;
  shares: Shares;
}

export class PaneSplitter implements DragTarget, Overlay {
  readonly #view: View;
  readonly #list: DrawList;
  readonly #setShares: (shares: Shares) => void;
  readonly #emit: (event: ChartEvent) => void;
  #drag: Drag | null = null;

  /** `setShares` receives shares of sub panes by indicator name, and lays the panes out with them. */
  constructor(view: View, list: DrawList, setShares: (shares: Shares) => void, emit: (event: ChartEvent) => void) {
    this.#view = view;
    this.#list = list;
    this.#setShares = setShares;
    this.#emit = emit;
  }

  draw(): void {
    const view = this.#view;
    const list = this.#list;
    const width = devicePx(HANDLE_WIDTH_CSS_PX, view.ratio);
    const height = devicePx(HANDLE_CSS_PX, view.ratio);
    const left = Math.round((view.plotRightPx + view.widthPx - width) / 2);
    for (let at = 1; at < view.panes.length; at += 1) {
      const held = this.#drag?.below === at;
      list.over.add(
        left,
        view.panes[at]!.topPx - (height >> 1),
        width,
        height,
        held ? view.palette.text2 : view.palette.text3,
        height / 2,
      );
    }
  }

  start(point: CanvasPoint): boolean {
    const below = this.#edgeAt(point);
    if (below === 0) return false;
    const heights = this.#view.panes.map((pane) => pane.bottomPx - pane.topPx);
    const before = this.#sharesOf(heights);
    this.#drag = { below, grabPx: point.yPx, heights, before, shares: before };
    return true;
  }

  move(point: CanvasPoint): void {
    const drag = this.#drag;
    const view = this.#view;
    if (!drag) return;
    const { mainLeast, subLeast } = paneLimits(view.panes.length - 1, paneArea(view.heightPx, view.ratio), view.ratio);
    const { below, heights } = drag;
    const above = heights[below - 1]! - (below === 1 ? mainLeast : subLeast);
    const by = Math.max(
      -Math.max(0, above),
      Math.min(Math.max(0, heights[below]! - subLeast), point.yPx - drag.grabPx),
    );
    drag.shares = this.#sharesOf(
      heights.map((height, at) => (at === below ? height - by : at === below - 1 ? height + by : height)),
    );
    this.#setShares(drag.shares);
  }

  drop(point: CanvasPoint): void {
    const drag = this.#drag;
    if (!drag) return;
    this.move(point);
    this.#drag = null;
    this.#emit({ kind: 'panes', shares: drag.shares });
  }

  cancel(): void {
    if (!this.#drag) return;
    this.#setShares(this.#drag.before);
    this.#drag = null;
  }

  tap(point: CanvasPoint, twice: boolean): boolean {
    if (!twice || this.#edgeAt(point) === 0) return false;
    this.#setShares({});
    this.#emit({ kind: 'panes', shares: {} });
    return true;
  }

  cursor(point: CanvasPoint): string | null {
    return this.#drag || this.#edgeAt(point) > 0 ? 'ns-resize' : null;
  }

  /** Index of the pane whose top edge is under the pointer; 0: none. */
  #edgeAt(point: CanvasPoint): number {
    const view = this.#view;
    if (point.touch && point.xPx < view.plotRightPx) return 0;
    let nearest = 0;
    let nearestPx = (point.touch ? TOUCH_CSS_PX : MOUSE_CSS_PX) * view.ratio;
    for (let at = 1; at < view.panes.length; at += 1) {
      const distance = Math.abs(point.yPx - view.panes[at]!.topPx);
      if (distance > nearestPx) continue;
      nearest = at;
      nearestPx = distance;
    }
    return nearest;
  }

  #sharesOf(heights: readonly number[]): Shares {
    const { panes, data, heightPx, ratio } = this.#view;
    const area = paneArea(heightPx, ratio);
    const named = panes
      .slice(1)
      .map((pane, at) => [data.indicators[pane.indicator]?.name ?? '', heights[at + 1]! / area] as const);
    return Object.fromEntries(named.filter(([name]) => name !== ''));
  }
}
