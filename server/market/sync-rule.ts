// When a change of a book may be applied: the venues' own rules for joining snapshot and stream and for seeing a gap.
import type { VenueDelta, VenueSnapshot } from './venue-message.ts';

/** drop: older than the book. gap: something was missed, the book is lost. */
export type Verdict = 'apply' | 'drop' | 'gap';

/** State of one book's sequence. */
export interface SyncRule {
  /** Whether changes that came before a snapshot may continue it; else they are older than it, and void. */
  readonly joinsEarlier: boolean;
  /** Takes a snapshot as the new start. */
  start(snapshot: VenueSnapshot): void;
  judge(delta: VenueDelta): Verdict;
}

/** Binance spot: ids of consecutive changes join without a hole; `U` may lie before the last id, not beyond its successor. */
export class BinanceSpotRule implements SyncRule {
  readonly joinsEarlier = true;
  #lastId = 0;

  start(snapshot: VenueSnapshot): void {
    this.#lastId = snapshot.seq ?? 0;
  }

  judge({ U = 0, u = 0 }: VenueDelta): Verdict {
    if (u <= this.#lastId) return 'drop';
    if (U > this.#lastId + 1) return 'gap';
    this.#lastId = u;
    return 'apply';
  }
}

/** Binance futures (USD-M and COIN-M): the first change spans the snapshot's id, every later one names its predecessor in `pu`. */
export class BinanceFuturesRule implements SyncRule {
  readonly joinsEarlier = true;
  #lastId = 0;
  #joined = false;

  start(snapshot: VenueSnapshot): void {
    this.#lastId = snapshot.seq ?? 0;
    this.#joined = false;
  }

  judge({ U = 0, u = 0, pu = 0 }: VenueDelta): Verdict {
    if (this.#joined ? u <= this.#lastId : u < this.#lastId) return 'drop';
    if (this.#joined ? pu !== this.#lastId : U > this.#lastId) return 'gap';
    this.#joined = true;
    this.#lastId = u;
    return 'apply';
  }
}

/** Venues without update ids: every change follows, and the checksum says whether it was right. */
export class ChecksumRule implements SyncRule {
  readonly joinsEarlier = false;

  start(): void {}

  judge(): Verdict {
    return 'apply';
  }
}
