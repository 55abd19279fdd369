// Objects of one source among those of others: each key begins with a prefix.
import type { ObjectStore } from './object-store.ts';

/** `prefix` ends with a slash, and no key of another source begins with it. */
export function prefixedObjects(objects: ObjectStore, prefix: string): ObjectStore {
  return {
    list: async (start) =>
      (await objects.list(prefix + start)).map(({ key, bytes }) => ({ key: key.slice(prefix.length), bytes })),
    get: (key, range) => objects.get(prefix + key, range),
    write: (key, content) => objects.write(prefix + key, content),
    delete: (key) => objects.delete(prefix + key),
    close: () => objects.close(),
  };
}
