// One view a picture, in turns: all of them at once are a picture that a slow screen is late with.
import type { View, ViewId } from '../../contract/thread.ts';
import type { FrameWriter } from '../frame/frame-writer.ts';
import type { LiveView } from './live-view.ts';

/** Views as they are open, in the order in which they are asked; null: it waits for what it is made from. */
export type OpenViews = Map<ViewId, { view: View; open: { live: LiveView } | null }>;

/** Writes what changed in the views; true when a change waits for a later frame. What stands in the frame already has its turn. `whole`: all of it now, for once. */
export type Turns = (views: OpenViews, writer: FrameWriter, paintMs: number, whole: boolean) => boolean;

export function createTurns(): Turns {
  /** Who was told last, and in which picture. */
  let last: ViewId = 0;
  let lastMs = NaN;
  return (views, writer, paintMs, whole) => {
    let waits = false;
    if (writer.used > 0) [last, lastMs] = [0, paintMs];
    for (const [id, { view, open }] of views) {
      const takesTurn = !whole && hasSections(view);
      if (takesTurn && lastMs === paintMs && last !== id) waits = true;
      else {
        const { used } = writer;
        waits = open?.live.write(writer, paintMs) === true || waits;
        if (takesTurn && writer.used > used) [last, lastMs] = [id, paintMs];
      }
    }
    // It is asked last from now on.
    const entry = views.get(last);
    if (entry && views.delete(last)) views.set(last, entry);
    return waits;
  };
}

/** Whether a view is told to the screen in columns. */
function hasSections(view: View): boolean {
  return view.kind === 'candles' ? view.chart === undefined : view.kind !== 'alerts' && view.kind !== 'channel';
}
