// One view a picture, in turns: all of them at once are a picture that a slow screen is late with.
import type { View, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { LiveView } from './live-view.ts';

/** Views as they are open, in the order in which they are asked; null: it waits for what it is made from. */
type OpenViews = Map<ViewId, { view: View; open: { live: LiveView } | null }>;

/**
 * Writes what changed in the views; true when a change waits for a later frame. What stands in the frame already has
 * its turn. `whole`: all of it now, for once.
 */
export type RoundRobin = (views: OpenViews, writer: FrameWriter, paintMs: number, whole: boolean) => boolean;

export function createRoundRobin(): RoundRobin {
  /** Who was told last, and in which picture. */
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
      // What this thread draws itself, or tells as events, is no work for the page.
      const takesSlot = !whole && ('rows' in view || view.kind === 'tickers');
      pending =
        (takesSlot && lastMs === paintMs && lastView !== id) || open?.live.write(writer, paintMs) === true || pending;
      if (takesSlot && writer.used > used) markWritten(id);
    }
    // It is asked last from now on.
    const entry = views.get(lastView);
    if (entry && views.delete(lastView)) views.set(lastView, entry);
    return pending;
  };
}
