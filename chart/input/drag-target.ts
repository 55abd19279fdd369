// Things that a pointer may take hold of before the chart itself pans: drawings, lines of orders,
// edges of panes, axes.
import type { Covered } from '../scene/view.ts';

/** Position in device px of the canvas. */
export interface CanvasPoint {
  xPx: number;
  yPx: number;
  timeMs: number;
  /** A finger or pen: aims less well than a mouse. */
  touch: boolean;
}

export interface DragTarget {
  /** A pointer went down; true takes it, and the moves up to `drop` or `cancel` are this grip's alone. */
  start(point: CanvasPoint): boolean;
  /**
   * A finger has rested here for `HOLD_MS` since it went down at `point`: true takes it, also from whoever took it
   * then.
   */
  hold?(point: CanvasPoint): boolean;
  /** false: this was not meant for it; it has let go, and the chart pans. */
  move(point: CanvasPoint): boolean | void;
  drop(point: CanvasPoint): void;
  /** A second finger came, or the browser took the pointer: what was begun is undone. */
  cancel(): void;
  /**
   * Down and up without a move in between; true when the tap was meant for this. Asked of every grip in turn, the taker
   * of the pointer first.
   */
  tap?(point: CanvasPoint, twice: boolean): boolean;
  /** CSS cursor for a hovering mouse; null when there is nothing here. */
  cursor?(point: CanvasPoint): string | null;
}

/** Something drawn over the series in every frame. */
export interface Overlay {
  draw(): void;
  /** Stretches of the price axis that it covered: labels there are left out. */
  readonly covered?: readonly Covered[];
}
