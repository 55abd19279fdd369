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
export type Turns = (views: OpenViews, writer: FrameWriter, paintMs: number, whole: boolean) => boolean;

export function createTurns(): Turns {
  /** Who was told last, and in which picture. */
  let last: ViewId = 0;
  let lastMs = NaN;
  return (views, writer, paintMs, whole) => {
    let waits = false;
    const tell = (id: ViewId): void => {
      last = id;
      lastMs = paintMs;
    };
    if (writer.used > 0) tell(0);
    for (const [id, { view, open }] of views) {
      const { used } = writer;
      // What this thread draws itself, or tells as events, is no work for the page.
      const takesTurn = !whole && ('rows' in view || view.kind === 'tickers');
      waits = (takesTurn && lastMs === paintMs && last !== id) || open?.live.write(writer, paintMs) === true || waits;
      if (takesTurn && writer.used > used) tell(id);
    }
    // It is asked last from now on.
    const entry = views.get(last);
    if (entry && views.delete(last)) views.set(last, entry);
    return waits;
  };
}
