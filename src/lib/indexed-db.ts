// Promises for IndexedDB: one transaction on the one object store of a database.

/** A database of this origin with one object store, made when it is first used. */
export interface StorePlace {
  database: string;
  store: string;
  /** Property that is the key of an object; null: keys are given. */
  keyPath: string | null;
}

/** Runs `act` in a transaction and waits until it is stored. Rejects where this browser stores nothing or is full. */
export async function withStore<T>(
  { database: name, store, keyPath }: StorePlace,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store, { keyPath }));
  const database = await done(request);
  try {
    const transaction = database.transaction(store, mode);
    const stored = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
    // A full disk may show at the end alone.
    const [result] = await Promise.all([act(transaction.objectStore(store)), stored]);
    return result;
  } finally {
    database.close();
  }
}

/** The result of a request. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no result')));
  });
}

/** Stores a value in place of the one with its key; `key` where values do not hold theirs. */
export async function replace(store: IDBObjectStore, value: unknown, key?: IDBValidKey): Promise<void> {
  await done(store.put(value, key));
}
