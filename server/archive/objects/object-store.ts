// Where an archive is stored outside this machine: objects that are written once and never change.
export interface StoredObject {
  key: string;
  bytes: number;
}

export interface ByteRange {
  from: number;
  bytes: number;
}

/** All methods reject with Error when the store cannot be reached in time or refuses. Keys are of `[a-z0-9/.-]`. */
export interface ObjectStore {
  /** Every object whose key begins with `prefix`, ascending. */
  list(prefix: string): Promise<StoredObject[]>;
  /** Fewer bytes than requested at the end of the object; null: there is none. */
  get(key: string, range?: ByteRange): Promise<Uint8Array | null>;
  /** False: there is an object of this key, and it stays as it is. */
  write(key: string, content: Uint8Array): Promise<boolean>;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/** A store that does not answer within this time is away. */
export const ANSWER_MS = 10_000;
