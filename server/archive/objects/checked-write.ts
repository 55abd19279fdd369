// Writes an object and reads it back: a store is not believed.
import type { ObjectStore } from './object-store.ts';

/**
 * False: there is another object of this key, and it stays. Rejects with Error when the store fails, or does not have
 * what it took.
 */
export async function writeChecked(objects: ObjectStore, key: string, content: Uint8Array): Promise<boolean> {
  const isNew = await objects.write(key, content);
  const stored = await objects.get(key);
  if (!stored) throw new Error(`the object store took ${key} and does not have it`);
  if (Buffer.compare(stored, content) === 0) return true;
  if (!isNew) {
    // This archive's engine ends where another one writes: one wrong answer of the store is no proof of that.
    const again = await objects.get(key);
    if (again && Buffer.compare(again, stored) === 0) return false;
    throw new Error(`the object store answers differently each time for ${key}`);
  }
  await objects.delete(key);
  throw new Error(`the object store has not what it took for ${key}`);
}
