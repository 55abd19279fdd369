// Keeps one book in step with the feed: sequence and checksum on every delta, one resync under way at most.
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import type { BookEvent } from '../decode/decoded-event.ts';
import { OrderBook, type BookChange } from './order-book.ts';

/**
 * Deltas kept while a snapshot is awaited (about 3 min of the fastest recorded market); at the limit the oldest half
 * goes, and a gap shows.
 */
const QUEUE_LIMIT = 4096;
/** Deltas remembered to know a repeated one by: more than any line repeats late. */
const KNOWN_LIMIT = 64;
/** A snapshot that has not come after this long is asked again. */
export const RESYNC_TIMEOUT_MS = 5_000;

/**
 * While the feed goes on without it, it is asked again after this long already (or what the line takes), then twice
 * that, up to the time-out.
 */
const FIRST_RETRY_MS = 250;

/** A change and what it follows. */
interface Step extends BookChange {
  prevSeq: number;
}

/**
 * `loading` until the first snapshot, `live` while every delta fitted, `repairing` from the first that did not until
 * the next snapshot.
 */
export class BookSync {
  readonly book: OrderBook;
  state: number = BOOK_STATE.loading;
  /**
   * Whether the last change agreed with its checksum and left no crossed book: then the columns are a good picture,
   * live or not.
   */
  sound = true;
  /** Grows with everything that a picture of the book shows. */
  version = 0;
  /** Times this book was invalidated. */
  gaps = 0;
  private readonly requestSnapshot: () => void;
  private queue: Step[] = [];
  /** seq and prevSeq of the last deltas, as a ring. */
  private readonly known = new Float64Array(2 * KNOWN_LIMIT).fill(NaN);
  private knownAt = 0;
  /** Stamp at which the awaited snapshot was asked for; NaN when none is. */
  private requestedAt = NaN;
  private retryMs = FIRST_RETRY_MS;
  private readonly slowMs: () => number;

  /** `askAgain` sends one resync request; `slowMs` is how long an answer may take on this line. */
  constructor(depth: number, requestSnapshot: () => void, slowMs = () => 0) {
    this.book = new OrderBook(depth);
    this.requestSnapshot = requestSnapshot;
    this.slowMs = slowMs;
  }

  /** A subscription was (re)placed: its snapshot is on the way, older deltas mean nothing. */
  onSubscribed(stampMs: number): void {
    this.setRepairing();
    this.queue = [];
    this.requestedAt = stampMs;
  }

  /** The socket is gone: what the book shows is the last good picture. */
  onDisconnected(): void {
    this.setRepairing();
    this.queue = [];
    this.requestedAt = NaN;
  }

  /** Returns whether the book is verified by it. */
  accept(event: BookEvent, stampMs: number): boolean {
    const { version } = this;
    if (event.snapshot) this.acceptSnapshot(event, stampMs);
    else if (this.state !== BOOK_STATE.live) this.acceptEarly(event, stampMs);
    else if (event.seq > this.book.seq) this.acceptDelta(event, stampMs);
    // Said again is said once; an older change that never was is a sequence gone wrong, here or there.
    else if (!this.isKnown(event)) this.invalidate(stampMs);
    return this.version > version && this.state === BOOK_STATE.live;
  }

  /**
   * The exchange says that `seq` is what it told last. Returns whether the book is verified by that; a change that
   * never came is missing.
   */
  onHeartbeat(seq: number, stampMs: number): boolean {
    if (this.state !== BOOK_STATE.live) return false;
    if (seq !== this.book.seq) this.invalidate(stampMs);
    return seq === this.book.seq;
  }

  /** To be called about once a second: asks again for a snapshot that never came. */
  check(stampMs: number): void {
    if (
      stampMs - this.requestedAt < RESYNC_TIMEOUT_MS ||
      this.state === BOOK_STATE.live ||
      Number.isNaN(this.requestedAt)
    )
      return;
    this.requestedAt = stampMs;
    this.requestSnapshot();
  }

  /** A delta that came before the snapshot: one that is overdue was lost, or belied itself. */
  private acceptEarly(event: BookEvent, stampMs: number): void {
    this.enqueue(event);
    const retryMs = Math.min(Math.max(this.retryMs, this.slowMs()), RESYNC_TIMEOUT_MS);
    if (!(stampMs - this.requestedAt >= retryMs)) return;
    this.retryMs = 2 * retryMs;
    this.requestedAt = stampMs;
    this.requestSnapshot();
  }

  private acceptDelta(event: BookEvent, stampMs: number): void {
    if (event.prevSeq !== this.book.seq || !(event.prevSeq < event.seq)) {
      this.invalidate(stampMs);
      this.enqueue(event);
    } else if (this.apply(event)) this.version++;
    else this.invalidate(stampMs);
  }

  private acceptSnapshot(event: BookEvent, stampMs: number): void {
    // The exchange does not know the book: what it was stands, unverified, and is asked for again until it does.
    if (event.lost) return this.onSubscribed(stampMs);
    // Late, and past already: it would throw a verified book back.
    if (this.state === BOOK_STATE.live && event.seq < this.book.seq) return;
    this.version++;
    const queue = this.queue;
    this.queue = [];
    this.sound = this.book.replace(event) && !this.book.crossed;
    if (!this.sound) {
      // A snapshot that belies itself: wait the time-out instead of asking at the pace of the wire.
      this.state = BOOK_STATE.repairing;
      this.gaps++;
      this.requestedAt = stampMs;
      return;
    }
    this.state = BOOK_STATE.live;
    this.requestedAt = NaN;
    this.retryMs = FIRST_RETRY_MS;
    this.replay(queue, stampMs);
  }

  /**
   * Applies what came while the snapshot was awaited. One that does not fit takes the rest along: kept, it would spoil
   * every snapshot to come.
   */
  private replay(queue: Step[], stampMs: number): void {
    for (const delta of queue) {
      if (delta.seq <= this.book.seq) {
        this.remember(delta);
        continue;
      }
      if (delta.prevSeq === this.book.seq && this.apply(delta)) continue;
      this.invalidate(stampMs);
      return;
    }
  }

  private apply(delta: Step): boolean {
    this.sound = this.book.apply(delta) && !this.book.crossed;
    this.remember(delta);
    return this.sound;
  }

  private remember({ seq, prevSeq }: Step): void {
    this.known[this.knownAt] = seq;
    this.known[this.knownAt + 1] = prevSeq;
    this.knownAt = (this.knownAt + 2) % (2 * KNOWN_LIMIT);
  }

  private isKnown({ seq, prevSeq }: Step): boolean {
    for (let at = 0; at < 2 * KNOWN_LIMIT; at += 2)
      if (this.known[at] === seq && this.known[at + 1] === prevSeq) return true;
    return false;
  }

  private setRepairing(): void {
    if (this.state !== BOOK_STATE.live) return;
    this.state = BOOK_STATE.repairing;
    this.version++;
  }

  private invalidate(stampMs: number): void {
    this.setRepairing();
    this.gaps++;
    this.queue = [];
    this.requestedAt = stampMs;
    this.requestSnapshot();
  }

  private enqueue(event: BookEvent): void {
    if (this.queue.length >= QUEUE_LIMIT) this.queue.splice(0, QUEUE_LIMIT / 2);
    const { seq, prevSeq, ts, cs } = event;
    this.queue.push({ seq, prevSeq, ts, cs, bids: event.bids.copy(), asks: event.asks.copy() });
  }
}
