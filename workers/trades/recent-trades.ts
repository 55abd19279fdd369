// The last trades of one market, ordered by their consecutive ids.
import { TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../decode/rows.ts';

/** Most trades of a market: as many as one call returns. */
export const MAX_TRADES = 200;
const WIDTH = TRADE_FIELD.size;

export class RecentTrades {
  /** Increases with every change. */
  version = 0;
  count = 0;
  /** Id of the last trade known before a snapshot that left a gap; 0 without one. */
  seamId = 0;
  readonly #ring = new Float64Array(MAX_TRADES * WIDTH);
  #lastId = NaN;
  /** Ring index of the next trade. */
  #head = 0;

  /**
   * Applies rows of TRADE_FIELD in either order; known ids are dropped. Returns whether trades are missing before them.
   */
  apply(rows: Rows, snapshot: boolean): boolean {
    const known = this.count > 0 ? this.#lastId : NaN;
    if (snapshot) {
      this.count = 0;
      this.version++;
    }
    if (rows.count === 0) return false;
    const descending = rows.data[0]! > rows.data[(rows.count - 1) * WIDTH]!;
    const oldest = rows.data[descending ? (rows.count - 1) * WIDTH : 0]!;
    const gap = snapshot ? oldest > known + 1 : !(oldest <= known + 1);
    for (let i = 0; i < rows.count; i++) this.#push(rows.data, (descending ? rows.count - 1 - i : i) * WIDTH);
    if (snapshot && this.#lastId > known) this.seamId = known;
    return gap;
  }

  /** Merges fetched rows, in either order, with trades received meanwhile. */
  merge(rows: Rows): void {
    const all = new Map<number, Float64Array>();
    for (let i = 0; i < rows.count; i++) all.set(rows.data[i * WIDTH]!, rows.data.slice(i * WIDTH, (i + 1) * WIDTH));
    for (let rank = this.count - 1; rank >= 0; rank--) {
      const at = this.#offset(rank);
      all.set(this.#ring[at]!, this.#ring.slice(at, at + WIDTH));
    }
    this.count = 0;
    this.version++;
    for (const id of [...all.keys()].sort((a, b) => a - b)) this.#push(all.get(id)!, 0);
  }

  /** Copies the newest `count` trades to `out` at `at`, newest first. */
  copyTo(count: number, out: Float64Array, at: number): void {
    for (let rank = 0; rank < count; rank++) {
      const from = this.#offset(rank);
      for (let field = 0; field < WIDTH; field++) out[at++] = this.#ring[from + field]!;
    }
  }

  /** Offset in the ring of the `rank`-th newest trade. */
  #offset(rank: number): number {
    return ((this.#head - 1 - rank + MAX_TRADES) % MAX_TRADES) * WIDTH;
  }

  #push(data: Float64Array, at: number): void {
    const id = data[at]!;
    if (this.count > 0 && id <= this.#lastId) return;
    const to = this.#head * WIDTH;
    for (let field = 0; field < WIDTH; field++) this.#ring[to + field] = data[at + field]!;
    this.#head = (this.#head + 1) % MAX_TRADES;
    this.count = Math.min(MAX_TRADES, this.count + 1);
    this.#lastId = id;
    this.version++;
  }
}
