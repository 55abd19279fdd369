// Keeps one book in sync: checks sequence and checksum, requests a snapshot after a gap.
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import type { BookEvent } from '../decode/decoded-event.ts';
import { OrderBook, type BookChange } from './order-book.ts';

/**
 * Most deltas queued while waiting for a snapshot: about 3 min of the fastest recorded market. At the limit the oldest
 * half is dropped, and a gap is detected if it was needed.
 */
const QUEUE_LIMIT = 4096;
/** Deltas whose sequences are stored, to recognise a repeated one; more than any connection repeats late. */
const RECENT_DELTAS = 64;
/** A snapshot that has not arrived after this long is requested again. */
export const RESYNC_TIMEOUT_MS = 5_000;

/**
 * While deltas arrive without the snapshot, it is requested again after this long (or after a slow answer's time), then
 * after twice that, up to the time-out.
 */
const FIRST_RETRY_MS = 250;

/** A change and the sequence that it follows. */
interface SequencedChange extends BookChange {
  prevSeq: number;
}

/** Follows a book from change to change. */
export interface BookWatcher {
  /** The book, live so far, is about to change as of `ts`, ms by the exchange's clock. */
  beforeChange(ts: number): void;
  /** The book is live from `pts` on. */
  onLive(pts: number): void;
  /** The book is not verified any more. */
  onLost(): void;
}

/**
 * `state` is `loading` until the first snapshot, `live` while every delta fits, and `repairing` from the first that
 * does not fit until the next snapshot.
 */
export class BookSync {
  readonly book: OrderBook;
  state: number = BOOK_STATE.loading;
  /**
   * Whether the last change passed its checksum and left no crossed book: the columns may be shown then, live or not.
   */
  isConsistent = true;
  /** Grows with every change of what is shown: levels or state. */
  version = 0;
  /** Times this book was invalidated. */
  gaps = 0;
  watcher: BookWatcher | null = null;
  readonly #requestSnapshot: () => void;
  #queue: SequencedChange[] = [];
  /** Ring buffer of the last deltas, 2 numbers each: seq, prevSeq. */
  readonly #recentDeltas = new Float64Array(2 * RECENT_DELTAS).fill(NaN);
  #recentDeltasAt = 0;
  /** When the snapshot was requested, monotonic ms; NaN while none is awaited. */
  #requestedAt = NaN;
  /** The `seq` that the exchange named last; -1 where a snapshot of any `seq` may be the answer. */
  #newestSeq = -1;
  #retryMs = FIRST_RETRY_MS;
  readonly #slowMs: () => number;

  /**
   * `depth` as in the subscription, 0 for all levels. `requestSnapshot` sends one resync request. `slowMs` returns how
   * long an answer may take on this connection, ms.
   */
  constructor(depth: number, requestSnapshot: () => void, slowMs = () => 0) {
    this.book = new OrderBook(depth);
    this.#requestSnapshot = requestSnapshot;
    this.#slowMs = slowMs;
  }

  /** The book was subscribed: its snapshot will arrive, older deltas are void. */
  onSubscribed(stampMs: number): void {
    this.#setRepairing();
    this.#queue = [];
    this.#newestSeq = -1;
    this.#requestedAt = stampMs;
  }

  /** The socket closed: the book shows its last consistent state. */
  onDisconnected(): void {
    this.#recentDeltas.fill(NaN);
    this.#setRepairing();
    this.#queue = [];
    this.#newestSeq = -1;
    this.#requestedAt = NaN;
  }

  /** Applies a message. Returns whether it verified the book. */
  accept(event: BookEvent, stampMs: number): boolean {
    const { version, state } = this;
    if (event.snapshot) this.#acceptSnapshot(event, stampMs);
    // A repeated delta is dropped.
    else if ((this.state === BOOK_STATE.live && event.seq > this.book.seq) || !this.#isKnown(event))
      this.#acceptDelta(event, stampMs);
    if (state !== BOOK_STATE.live && this.state === BOOK_STATE.live) this.watcher?.onLive(event.pts);
    return this.version > version && this.state === BOOK_STATE.live;
  }

  /**
   * The exchange sent `seq` last. Returns whether the book has it; otherwise a change was missed and a snapshot is
   * requested.
   */
  onHeartbeat(seq: number, stampMs: number): boolean {
    this.#newestSeq = seq;
    if (this.state !== BOOK_STATE.live) return false;
    if (seq !== this.book.seq) this.#invalidate(stampMs);
    return seq === this.book.seq;
  }

  /** Call about once a second: requests a snapshot again that did not arrive. */
  check(stampMs: number): void {
    if (
      stampMs - this.#requestedAt < RESYNC_TIMEOUT_MS ||
      this.state === BOOK_STATE.live ||
      Number.isNaN(this.#requestedAt)
    )
      return;
    // The newest `seq` may have been a wrong one.
    this.#newestSeq = -1;
    this.#requestedAt = stampMs;
    this.#requestSnapshot();
  }

  /** The least `seq` of a snapshot that leads to the newest, alone or with the deltas queued. */
  get #leastSeq(): number {
    return this.#queue.some(({ seq }) => seq === this.#newestSeq) ? -1 : this.#newestSeq;
  }

  #acceptDelta(event: BookEvent, stampMs: number): void {
    this.#remember(event);
    this.#newestSeq = event.seq;
    if (this.state !== BOOK_STATE.live) this.#acceptEarly(event, stampMs);
    // An older one that never came means that a sequence is wrong.
    else if (event.seq <= this.book.seq) this.#invalidate(stampMs);
    else if (event.prevSeq !== this.book.seq || !(event.prevSeq < event.seq)) {
      this.#invalidate(stampMs);
      this.#enqueue(event);
    } else if (this.#apply(event)) this.version++;
    else this.#invalidate(stampMs);
  }

  /** Queues a delta that arrived before the snapshot, and requests a snapshot that is overdue. */
  #acceptEarly(event: BookEvent, stampMs: number): void {
    this.#enqueue(event);
    const retryMs = Math.min(Math.max(this.#retryMs, this.#slowMs()), RESYNC_TIMEOUT_MS);
    if (!(stampMs - this.#requestedAt >= retryMs)) return;
    this.#retryMs = 2 * retryMs;
    this.#requestedAt = stampMs;
    this.#requestSnapshot();
  }

  #acceptSnapshot(event: BookEvent, stampMs: number): void {
    // The exchange does not know the book yet: the last state stays, unverified, and is requested again.
    if (event.lost) return this.onSubscribed(stampMs);
    // A late or repeated snapshot, older than the book or than what came since, is not the state of the exchange.
    if (event.seq < (this.state === BOOK_STATE.live ? this.book.seq : this.#leastSeq)) return;
    this.version++;
    this.watcher?.beforeChange(event.ts);
    const queue = this.#queue;
    this.#queue = [];
    this.isConsistent = this.book.replace(event) && !this.book.isCrossed;
    if (!this.isConsistent) {
      // The snapshot fails its own checksum: wait for the time-out instead of requesting as fast as answers arrive.
      this.#setRepairing();
      this.state = BOOK_STATE.repairing;
      this.#newestSeq = event.seq;
      this.gaps++;
      this.#requestedAt = stampMs;
      return;
    }
    this.state = BOOK_STATE.live;
    this.#requestedAt = NaN;
    this.#retryMs = FIRST_RETRY_MS;
    this.#replay(queue, stampMs);
  }

  /**
   * Applies the deltas that arrived before the snapshot. One that does not fit voids the rest: they would spoil every
   * later snapshot too.
   */
  #replay(queue: SequencedChange[], stampMs: number): void {
    for (const delta of queue) {
      if (delta.seq <= this.book.seq) continue;
      if (delta.prevSeq === this.book.seq && this.#apply(delta)) continue;
      // Its numbers may be wrong, or of another book: the next answer decides.
      this.#newestSeq = this.book.seq;
      this.#invalidate(stampMs);
      return;
    }
  }

  #apply(delta: SequencedChange): boolean {
    this.watcher?.beforeChange(delta.ts);
    this.isConsistent = this.book.apply(delta) && !this.book.isCrossed;
    return this.isConsistent;
  }

  #remember({ seq, prevSeq }: SequencedChange): void {
    this.#recentDeltas[this.#recentDeltasAt] = seq;
    this.#recentDeltas[this.#recentDeltasAt + 1] = prevSeq;
    this.#recentDeltasAt = (this.#recentDeltasAt + 2) % (2 * RECENT_DELTAS);
  }

  #isKnown({ seq, prevSeq }: SequencedChange): boolean {
    for (let at = 0; at < 2 * RECENT_DELTAS; at += 2)
      if (this.#recentDeltas[at] === seq && this.#recentDeltas[at + 1] === prevSeq) return true;
    return false;
  }

  #setRepairing(): void {
    if (this.state !== BOOK_STATE.live) return;
    this.state = BOOK_STATE.repairing;
    this.version++;
    this.watcher?.onLost();
  }

  #invalidate(stampMs: number): void {
    this.#setRepairing();
    this.gaps++;
    this.#queue = [];
    this.#requestedAt = stampMs;
    this.#requestSnapshot();
  }

  #enqueue(event: BookEvent): void {
    if (this.#queue.length >= QUEUE_LIMIT) this.#queue.splice(0, QUEUE_LIMIT / 2);
    const { seq, prevSeq, ts, cs } = event;
    this.#queue.push({ seq, prevSeq, ts, cs, bids: event.bids.copy(), asks: event.asks.copy() });
  }
}
