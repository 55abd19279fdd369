// Round-robin: at most one expensive view per frame, so slow devices do not miss frames.
import type { View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { LiveView } from './live-view.ts';

/** Open views in the order in which they are written; null while a view waits for its data. */
type OpenViews = Map<ViewId, { view: View; open: { live: LiveView } | null }>;

export class RoundRobin {
  /** The view written last; 0 for none. */
  #lastView: ViewId = 0;
  /** Paint time of that frame, ms. */
  #lastMs = NaN;

  /**
   * Writes what changed in the views. A frame that already has data counts as full. `writesAll`: writes all views in
   * this frame. Returns whether a change waits for a later frame.
   */
  write(views: OpenViews, writer: FrameWriter, paintMs: number, writesAll: boolean): boolean {
    let isPending = false;
    if (writer.used > 0) this.#markWritten(0, paintMs);
    for (const [id, { view, open }] of views) {
      const { used } = writer;
      // Views drawn in this thread, or sent as events, cost the page no layout.
      const isExpensive = !writesAll && ('rows' in view || view.kind === 'tickers');
      const mustWait = isExpensive && this.#lastMs === paintMs && this.#lastView !== id;
      isPending = mustWait || open?.live.write(writer, paintMs) === true || isPending;
      if (isExpensive && writer.used > used) this.#markWritten(id, paintMs);
    }
    // The view written last moves to the end of the order.
    const entry = views.get(this.#lastView);
    if (entry && views.delete(this.#lastView)) views.set(this.#lastView, entry);
    return isPending;
  }

  #markWritten(id: ViewId, paintMs: number): void {
    this.#lastView = id;
    this.#lastMs = paintMs;
  }
}
