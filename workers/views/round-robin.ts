// Round-robin: at most one expensive view per frame, so slow devices do not miss frames.
import type { View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { LiveView } from './live-view.ts';

/** Open views in the order in which they are written; null while a view waits for its data. */
type OpenViews = Map<ViewId, { view: View; open: { live: LiveView } | null }>;

/**
 * Writes what changed in the views; returns true when a change waits for a later frame. A frame that already has data
 * counts as full. `whole`: writes all views in this frame.
 */
export type RoundRobin = (views: OpenViews, writer: FrameWriter, paintMs: number, whole: boolean) => boolean;

export function createRoundRobin(): RoundRobin {
  /** The view written last, and the paint time of that frame. */
  let lastView: ViewId = 0;
  let lastMs = NaN;
  return (views, writer, paintMs, whole) => {
    let pending = false;
    const markWritten = (id: ViewId): void => {
      lastView = id;
      lastMs = paintMs;
    };
    if (writer.used > 0) markWritten(0);
    for (const [id, { view, open }] of views) {
      const { used } = writer;
      // Views drawn in this thread, or sent as events, cost the page no layout.
      const takesSlot = !whole && ('rows' in view || view.kind === 'tickers');
      pending =
        (takesSlot && lastMs === paintMs && lastView !== id) || open?.live.write(writer, paintMs) === true || pending;
      if (takesSlot && writer.used > used) markWritten(id);
    }
    // The view written last moves to the end of the order.
    const entry = views.get(lastView);
    if (entry && views.delete(lastView)) views.set(lastView, entry);
    return pending;
  };
}
