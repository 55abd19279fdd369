// When a change of a book may be applied: the venues' own rules for joining snapshot and stream and for seeing a gap.
import type { VenueDelta, VenueSnapshot } from './venue-message.ts';

/** drop: older than the book. gap: something was missed, the book is lost. */
export type Verdict = 'apply' | 'drop' | 'gap';

/** State of one book's sequence. */
export interface SyncRule {
  /** Whether changes that came before a snapshot may continue it; else they are older than it, and void. */
  readonly joinsEarlier: boolean;
  /** Takes a snapshot as the new start. */
  start(snapshot: VenueSnapshot | VenueDelta): void;
  judge(delta: VenueDelta): Verdict;
  /** Whether a change is the whole book, whatever was known; never, where there is no such rule. */
  isWhole?(delta: VenueDelta): boolean;
  /** Whether a snapshot tells less than the changes that were applied already; never, where none can be compared. */
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

  judge({ U = 0, u = 0 }: VenueDelta): Verdict {
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

  judge({ U = 0, u = 0, pu = 0 }: VenueDelta): Verdict {
    if (this.#joined ? u <= this.#lastId : u < this.#lastId) return 'drop';
    if (pu !== this.#lastId && (this.#joined || U > this.#lastId)) return 'gap';
    this.#joined = true;
    this.#lastId = u;
    return 'apply';
  }
}

/**
 * Bybit (v5): ids of consecutive changes follow one another; an id of 1 is a service that began anew, and says its
 * whole book.
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

  judge({ u = 0, seq = Infinity }: VenueDelta): Verdict {
    if (Number.isNaN(this.#lastId) ? seq <= this.#seq : u <= this.#lastId) return 'drop';
    if (u > this.#lastId + 1) return 'gap';
    this.#lastId = u;
    return 'apply';
  }
}

/** Venues without update ids: every change follows, and the checksum, where there is one, says whether it was right. */
export class EveryChangeRule implements SyncRule {
  readonly joinsEarlier = false;

  start(): void {}

  judge(): Verdict {
    return 'apply';
  }
}
