// The canvas of a chart, and how to replace it: a canvas never changes the kind of its first context.
import type { AnyCanvas } from './backend.ts';

export interface Surface {
  readonly canvas: AnyCanvas;
  /** A fresh canvas of the same place, not shown yet. Rejects when the place is gone. */
  spare(): Promise<AnyCanvas>;
  /** A canvas that is never shown: for measuring, glyphs and questions. */
  scratch(): AnyCanvas;
  /** The canvas as PNG; call it in the task that drew it. */
  png(): Promise<Blob>;
  /** Shows the spare in place of the canvas. */
  show(): void;
  /** The chart is over: what was shown may go. */
  close(): void;
}
