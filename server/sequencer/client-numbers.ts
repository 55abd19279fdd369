// Client numbers that may have been used, in memory: a new one then needs no lookup in the store.
import type { Store } from '../store/store.ts';

/**
 * Size of a Bloom filter: 4 MiB, of which the system gives a page when its first bit is set. The filter contains every
 * used number. It also reports some new ones as used, which are then looked up: 1 in 100 once it has 3 million numbers,
 * 1 in 4 at 10 million.
 */
const BITS = 2 ** 25;
const HASHES = 4;
/**
 * The store's numbers are read in parts of half a millisecond, with pauses 15 times as long, so that orders hardly wait
 * for them. Until all are read, every new number is looked up in the store.
 */
const PART_ROWS = 200;
const PAUSE_PARTS = 15;
/** Longest pause, for a store that answers slowly. */
const LONGEST_PAUSE_MS = 500;
/** FNV-1a. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

interface NumberRow {
  uid: bigint;
  client_no: string;
}

export class ClientNumbers {
  readonly #store: Store;
  readonly #report: (what: string, error: unknown) => void;
  readonly #bits = new Uint32Array(BITS / 32);
  /** Whether all numbers that the store had at the start are in the filter. */
  #isComplete = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void>;

  /** Numbers from now on come through `add`; those from before are read from the store meanwhile. */
  constructor(store: Store, report: (what: string, error: unknown) => void) {
    this.#store = store;
    this.#report = report;
    this.#reading = this.#readAfter(-1n, '');
  }

  /** Adds a number, by user and idempotency key. Returns whether it was surely not used before. */
  add(uid: number, key: string): boolean {
    let text = FNV_OFFSET ^ uid;
    for (let at = 0; at < key.length; at += 1) text = Math.imul(text ^ key.charCodeAt(at), FNV_PRIME);
    let hash = mixed(text);
    const step = mixed(hash ^ uid) | 1;
    let isNew = false;
    for (let round = 0; round < HASHES; round += 1, hash += step) {
      const bit = hash & (BITS - 1);
      const mask = 1 << (bit & 31);
      isNew ||= (this.#bits[bit >> 5]! & mask) === 0;
      this.#bits[bit >> 5]! |= mask;
    }
    return isNew && this.#isComplete;
  }

  /** Reads no more of the store once it resolves. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#reading;
  }

  /** Never rejects: with what cannot be read, every number is looked up. */
  async #readAfter(uid: bigint, clientNo: string): Promise<void> {
    const began = performance.now();
    try {
      const rows = await this.#store.all<NumberRow>(
        `SELECT uid, client_no FROM exchange_answer WHERE (uid, client_no) > (?, ?) ORDER BY uid, client_no LIMIT ${PART_ROWS}`,
        [uid, clientNo],
      );
      for (const row of rows) this.add(Number(row.uid), row.client_no);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PART_ROWS) this.#isComplete = true;
      else if (!this.#isClosed) {
        const pauseMs = Math.min(PAUSE_PARTS * (performance.now() - began), LONGEST_PAUSE_MS);
        this.#timer = setTimeout(() => {
          this.#reading = this.#readAfter(last.uid, last.client_no);
        }, pauseMs).unref();
      }
    } catch (error) {
      if (!this.#isClosed) this.#report('sequencer.client_numbers_unread: each is looked up in the store', error);
    }
  }
}

/** Spreads a number over 32 bits (the end of MurmurHash3). */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
