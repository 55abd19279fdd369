// Where a chart is painted: a canvas, and the way to another one, because a canvas keeps the kind of
// its first context for good.
import type { AnyCanvas } from './backend.ts';

export interface Surface {
  readonly canvas: AnyCanvas;
  /** A fresh canvas of the same place, not shown yet. Rejects when the place is gone. */
  spare(): Promise<AnyCanvas>;
  /** A canvas that is never shown: for measuring, glyphs and questions. */
  scratch(): AnyCanvas;
  /** What stands on the canvas, as PNG; to be asked in the task that drew it. */
  png(): Promise<Blob>;
  /** Shows the spare in place of the canvas. */
  show(): void;
  /** The chart is over: what was shown may go. */
  close(): void;
}
