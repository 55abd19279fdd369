// Trades of one market that are worth at least an amount: those of the recent ones, and earlier ones that were seen.
import { TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { MAX_TRADES, type RecentTrades } from './recent-trades.ts';

const WIDTH = TRADE_FIELD.size;

export class LargeTrades {
  count = 0;
  readonly #trades: RecentTrades;
  readonly #rows: number;
  /** Least product of price and lots. */
  readonly #least: number;
  readonly #recent = new Float64Array(MAX_TRADES * WIDTH);
  /** Newest first; the spare one takes the next state. */
  #large: Float64Array;
  #spare: Float64Array;

  /** Holds the newest `rows` trades whose price in ticks times lots is at least `least`. */
  constructor(trades: RecentTrades, rows: number, least: number) {
    this.#trades = trades;
    this.#rows = rows;
    this.#least = least;
    this.#large = new Float64Array(rows * WIDTH);
    this.#spare = new Float64Array(rows * WIDTH);
  }

  /** Takes over what the recent trades have now; those older than all of them stay. */
  update(): void {
    const recent = this.#recent;
    const { count } = this.#trades;
    this.#trades.copyTo(count, recent, 0);
    const oldestId = count > 0 ? recent[(count - 1) * WIDTH + TRADE_FIELD.id]! : Infinity;
    const next = this.#spare;
    let size = 0;
    for (let at = 0; at < count * WIDTH && size < this.#rows; at += WIDTH) {
      if (recent[at + TRADE_FIELD.price]! * recent[at + TRADE_FIELD.lots]! < this.#least) continue;
      for (let field = 0; field < WIDTH; field++) next[size * WIDTH + field] = recent[at + field]!;
      size += 1;
    }
    for (let at = 0; at < this.count * WIDTH && size < this.#rows; at += WIDTH) {
      if (this.#large[at + TRADE_FIELD.id]! >= oldestId) continue;
      for (let field = 0; field < WIDTH; field++) next[size * WIDTH + field] = this.#large[at + field]!;
      size += 1;
    }
    this.#spare = this.#large;
    this.#large = next;
    this.count = size;
  }

  /** Copies the newest `count` trades to `out` at `at`, newest first. */
  copyTo(count: number, out: Float64Array, at: number): void {
    for (let index = 0; index < count * WIDTH; index++) out[at + index] = this.#large[index]!;
  }
}
