// Recorded feeds that replay documents play, handed over in this browser (IndexedDB), each with the key of its address.
import { done, replace, withStore } from '../../lib/indexed-db.ts';
import { FILE_PARAM, REPLAY_MARKET } from '../../lib/replay-address.ts';

const PLACE = { database: 'recording', store: 'file', keyPath: null };
/** So many stay, the newest ones: as many tabs may be loaded again. Without room for them the last one stays alone. */
const NEWEST = 4;

/** Leaves this page for the replay of a file. Rejects where this browser stores nothing, or has no space. */
export async function replayInChart(file: Blob): Promise<void> {
  const key = await store(file, NEWEST).catch(async () => {
    // What is removed in the same transaction still takes its space.
    await withStore(PLACE, 'readwrite', (files) => done(files.clear()));
    return store(file, 1);
  });
  window.location.assign(`${REPLAY_MARKET}?${FILE_PARAM}=${key}`);
}

/** Null without one: it was removed. Rejects where this browser stores nothing. */
export function handedRecording(key: number): Promise<Blob | null> {
  return withStore(PLACE, 'readonly', async (files) => {
    const file: unknown = await done(files.get(key));
    return file instanceof Blob ? file : null;
  });
}

/** Returns its key: later ones have greater keys, also where two tabs do it at once or the clock is set back. */
function store(file: Blob, count: number): Promise<number> {
  return withStore(PLACE, 'readwrite', async (files) => {
    const keys = await done(files.getAllKeys());
    const newestFirst = keys.filter((key) => typeof key === 'number').reverse();
    const key = Math.max(Date.now(), (newestFirst[0] ?? 0) + 1);
    const staying: IDBValidKey[] = newestFirst.slice(0, count - 1);
    for (const old of keys) if (!staying.includes(old)) files.delete(old);
    await replace(files, file, key);
    return key;
  });
}
