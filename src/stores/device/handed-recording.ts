// The recorded feed that the next replay document plays, handed over in this browser (IndexedDB): one at a time.
import { done, replace, withStore } from '../../lib/indexed-db.ts';
import { FILE_PARAM, REPLAY_MARKET } from '../../lib/replay-market.ts';

const PLACE = { database: 'recording', store: 'file', keyPath: null };
const KEY = 'handed';

/** Leaves this page for the replay of a file. Rejects where this browser stores nothing, or has no space. */
export async function replayInChart(file: Blob): Promise<void> {
  await withStore(PLACE, 'readwrite', (store) => replace(store, file, KEY));
  window.location.assign(`${REPLAY_MARKET}?${FILE_PARAM}=1`);
}

/** Null without one. Rejects where this browser stores nothing. */
export function handedRecording(): Promise<Blob | null> {
  return withStore(PLACE, 'readonly', async (store) => {
    const file: unknown = await done(store.get(KEY));
    return file instanceof Blob ? file : null;
  });
}
