// Rules of the venues for joining snapshot and stream, and for detecting gaps.
import type { VenueDelta, VenueSnapshot } from './venue-message.ts';

/** drop: the change is older than the book. gap: a change was missed, the book is lost. */
export type SyncDecision = 'apply' | 'drop' | 'gap';

/** Sequence rule and state of one book. */
export interface SyncRule {
  /** Whether changes received before a snapshot may continue it; else they are older and void. */
  readonly joinsEarlier: boolean;
  /** Restarts from a snapshot. */
  start(snapshot: VenueSnapshot | VenueDelta): void;
  check(delta: VenueDelta): SyncDecision;
  /** Whether a change is a complete book that replaces the current one; absent when the venue sends none. */
  isWhole?(delta: VenueDelta): boolean;
  /** Whether a snapshot is older than the applied changes; absent when the two cannot be compared. */
  isPast?(snapshot: VenueSnapshot): boolean;
}

/** Binance spot: ids of consecutive changes have no gap; `U` may be before the last id, but not after its successor. */
export class BinanceSpotRule implements SyncRule {
  readonly joinsEarlier = true;
  #lastId = 0;

  start(snapshot: VenueSnapshot | VenueDelta): void {
    this.#lastId = snapshot.seq ?? 0;
  }

  isPast({ seq = 0 }: VenueSnapshot): boolean {
    return seq < this.#lastId;
  }

  check({ U = 0, u = 0 }: VenueDelta): SyncDecision {
    if (u <= this.#lastId) return 'drop';
    if (U > this.#lastId + 1) return 'gap';
    this.#lastId = u;
    return 'apply';
  }
}

/**
 * Binance futures (USD-M and COIN-M): the first change contains the snapshot's id or follows it; each has its
 * predecessor in `pu`.
 */
export class BinanceFuturesRule implements SyncRule {
  readonly joinsEarlier = true;
  #lastId = 0;
  #joined = false;

  start(snapshot: VenueSnapshot | VenueDelta): void {
    this.#lastId = snapshot.seq ?? 0;
    this.#joined = false;
  }

  isPast({ seq = 0 }: VenueSnapshot): boolean {
    return seq < this.#lastId;
  }

  check({ U = 0, u = 0, pu = 0 }: VenueDelta): SyncDecision {
    if (this.#joined ? u <= this.#lastId : u < this.#lastId) return 'drop';
    if (pu !== this.#lastId && (this.#joined || U > this.#lastId)) return 'gap';
    this.#joined = true;
    this.#lastId = u;
    return 'apply';
  }
}

/**
 * Bybit (v5): ids of consecutive changes are consecutive; id 1 means that the service restarted and sends its whole
 * book.
 */
export class BybitRule implements SyncRule {
  readonly joinsEarlier = false;
  /** NaN after a snapshot without an id. */
  #lastId = NaN;
  #seq = 0;

  start({ u, seq = 0 }: VenueSnapshot | VenueDelta): void {
    this.#lastId = u ?? NaN;
    this.#seq = seq;
  }

  isWhole({ u }: VenueDelta): boolean {
    return u === 1;
  }

  check({ u = 0, seq = Infinity }: VenueDelta): SyncDecision {
    if (Number.isNaN(this.#lastId) ? seq <= this.#seq : u <= this.#lastId) return 'drop';
    if (u > this.#lastId + 1) return 'gap';
    this.#lastId = u;
    return 'apply';
  }
}

/**
 * OKX (v5): each change names its predecessor in `pu`, also where the venue has begun to count again. Recordings
 * without ids are verified by their checksums alone.
 */
export class OkxRule implements SyncRule {
  readonly joinsEarlier = false;
  /** Of the last change; NaN without ids. */
  #lastId = NaN;
  #lastPu = NaN;

  start({ seq }: VenueSnapshot | VenueDelta): void {
    this.#lastId = seq ?? NaN;
    this.#lastPu = NaN;
  }

  check({ seq, pu }: VenueDelta): SyncDecision {
    if (Number.isNaN(this.#lastId) && seq === undefined) return 'apply';
    if (seq === this.#lastId && pu === this.#lastPu) return 'drop';
    if (pu !== this.#lastId || seq === undefined) return 'gap';
    this.#lastPu = this.#lastId;
    this.#lastId = seq;
    return 'apply';
  }
}

/** Venues without update ids: every change is applied, and verified by a checksum where there is one. */
export class EveryChangeRule implements SyncRule {
  readonly joinsEarlier = false;

  start(): void {}

  check(): SyncDecision {
    return 'apply';
  }
}
