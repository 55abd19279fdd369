// Rules of the venues for joining snapshot and stream, and for detecting gaps.
import type { VenueDelta, VenueSnapshot } from './venue-message.ts';

/** drop: older than the book. gap: something was missed, the book is lost. */
export type SyncDecision = 'apply' | 'drop' | 'gap';

/** State of one book's sequence. */
export interface SyncRule {
  /** Whether changes that came before a snapshot may continue it; else they are older than it, and void. */
  readonly joinsEarlier: boolean;
  /** Takes a snapshot as the new start. */
  start(snapshot: VenueSnapshot | VenueDelta): void;
  check(delta: VenueDelta): SyncDecision;
  /** Whether a change is the whole book, whatever was known; never, where there is no such rule. */
  isWhole?(delta: VenueDelta): boolean;
  /** Whether a snapshot is older than the changes applied already; false where the two cannot be compared. */
  isPast?(snapshot: VenueSnapshot): boolean;
}

/**
 * Binance spot: ids of consecutive changes join without a hole; `U` may lie before the last id, not beyond its
 * successor.
 */
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
 * Binance futures (USD-M and COIN-M): the first change spans the snapshot's id, or follows it; every one names its
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
 * Bybit (v5): ids of consecutive changes follow one another; id 1 means the service restarted and sends its whole book.
 */
export class BybitRule implements SyncRule {
  readonly joinsEarlier = false;
  /** NaN after a snapshot that has none. */
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

/** Venues without update ids: every change follows; the checksum, where there is one, verifies it. */
export class EveryChangeRule implements SyncRule {
  readonly joinsEarlier = false;

  start(): void {}

  check(): SyncDecision {
    return 'apply';
  }
}
