// The recorded feed that the next replay document plays, handed over in this browser (IndexedDB): one at a time.

import { FILE_PARAM, REPLAY_MARKET } from '../../lib/replay-market.ts';

const NAME = 'recording';
const STORE = 'file';
const KEY = 'handed';

/** Leaves this page for the replay of a file. Rejects where this browser stores nothing, or has no space. */
export async function replayInChart(file: Blob): Promise<void> {
  await withStore('readwrite', async (store) => {
    await done(store.delete(KEY));
    await done(store.add(file, KEY));
  });
  window.location.assign(`${REPLAY_MARKET}?${FILE_PARAM}=1`);
}

/** Null without one. Rejects where this browser stores nothing. */
export function handedRecording(): Promise<Blob | null> {
  return withStore('readonly', async (store) => {
    const file: unknown = await done(store.get(KEY));
    return file instanceof Blob ? file : null;
  });
}

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  const database = await done(request);
  try {
    const transaction = database.transaction(STORE, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
    const result = await act(transaction.objectStore(STORE));
    // A full disk may show at the commit alone.
    await ended;
    return result;
  } finally {
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no result')));
  });
}
