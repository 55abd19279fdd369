// What a pointer may drag before the chart pans: drawings, order lines, pane edges, axes.
import type { Covered } from '../scene/view.ts';

/** Position in device px of the canvas. */
export interface CanvasPoint {
  xPx: number;
  yPx: number;
  timeMs: number;
  /** A finger or pen: less precise than a mouse. */
  touch: boolean;
}

export interface DragTarget {
  /** A pointer went down; true claims it, and all moves up to `drop` or `cancel` go to this target alone. */
  start(point: CanvasPoint): boolean;
  /**
   * A finger has rested here for `HOLD_MS` since it went down at `point`: true claims it, also from the target that
   * claimed it at the start.
   */
  hold?(point: CanvasPoint): boolean;
  /** false: the move is not for this target; it has released the pointer, and the chart pans. */
  move(point: CanvasPoint): boolean | void;
  drop(point: CanvasPoint): void;
  /** A second finger came, or the browser took the pointer: the drag is undone. */
  cancel(): void;
  /**
   * Down and up without a move between; true when the tap was handled. Offered to every target in order, the active
   * one first.
   */
  tap?(point: CanvasPoint, twice: boolean): boolean;
  /** CSS cursor for a hovering mouse; null when there is nothing here. */
  cursor?(point: CanvasPoint): string | null;
}

/** Something drawn over the series in every frame. */
export interface Overlay {
  draw(): void;
  /** Parts of the price axis that it covers: labels there are omitted. */
  readonly covered?: readonly Covered[];
}
