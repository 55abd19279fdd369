// Drags a drawing by its body or by a handle; the result is separate until the drag ends.
import type { Anchor, Drawing } from '../api.ts';
import type { CanvasPoint } from '../input/drag-target.ts';
import type { View } from '../scene/view.ts';
import type { PointerSnap } from './pointer-snap.ts';
import type { Shape } from './tool.ts';

interface Held {
  drawing: Drawing;
  tool: Shape['tool'];
  /** -1: the body. */
  handle: number;
  from: CanvasPoint;
  /** Offset of the pointer from what it grabbed, device px. */
  besideX: number;
  besideY: number;
}

export class Dragging {
  /** The drawing as it would be if dropped now; null until it moves. */
  moved: Drawing | null = null;
  readonly #view: View;
  readonly #snap: PointerSnap;
  #held: Held | null = null;

  constructor(view: View, snap: PointerSnap) {
    this.#view = view;
    this.#snap = snap;
  }

  get drawing(): Drawing | null {
    return this.#held?.drawing ?? null;
  }

  /** Starts a drag by a handle; -1: by the body. A drawing with one anchor moves to the pointer. */
  begin({ drawing, tool, xy }: Shape, handle: number, from: CanvasPoint): void {
    const handleIndex = handle < 0 && tool.anchors === 1 ? 0 : handle;
    const [timeOf, priceOf] = tool.handles[Math.max(0, handleIndex)] ?? [0, 0];
    this.#held = {
      drawing,
      tool,
      handle: handleIndex,
      from: { ...from },
      besideX: from.xPx - xy[2 * timeOf]!,
      besideY: from.yPx - xy[2 * priceOf + 1]!,
    };
    this.moved = null;
  }

  move(point: CanvasPoint): void {
    const held = this.#held;
    const view = this.#view;
    if (!held) return;
    const { drawing, tool } = held;
    const anchors = held.handle < 0 ? this.#carried(held, point) : this.#pulled(held, point);
    this.moved = { ...drawing, anchors: tool.completeAnchors?.(anchors, view.market.pricePrecision) ?? anchors };
  }

  /** Ends the drag; returns the drawing if it changed. */
  release(): Drawing | null {
    const { moved } = this;
    this.cancel();
    return moved;
  }

  cancel(): void {
    this.#held = null;
    this.moved = null;
  }

  /** Every anchor moved alike. */
  #carried({ drawing, tool, from }: Held, point: CanvasPoint): Anchor[] {
    const bars = (point.xPx - from.xPx) / this.#view.time.barPx;
    const candles = tool.between ? bars : Math.round(bars);
    return drawing.anchors.map((anchor) => this.#snap.shift(anchor, candles, point.yPx - from.yPx));
  }

  /** Moves the anchors of one handle to the pointer. */
  #pulled({ drawing, tool, handle, besideX, besideY }: Held, point: CanvasPoint): Anchor[] {
    const to = this.#snap.at(point.xPx - besideX, point.yPx - besideY, point.touch);
    const [timeOf, priceOf] = tool.handles[handle] ?? [0, 0];
    return drawing.anchors.map((anchor, at) => ({
      time: at === timeOf ? to.time : anchor.time,
      price: at === priceOf ? to.price : anchor.price,
    }));
  }
}
