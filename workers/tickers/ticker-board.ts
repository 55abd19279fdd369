// The tickers of all markets: the last known value of every field.
import { TICKER_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../decode/rows.ts';

const WIDTH = TICKER_FIELD.size;

export class TickerBoard {
  readonly rows = new Rows(WIDTH);
  /** Value of `version` at which each row last changed. */
  changed: number[] = [];
  version = 0;
  readonly #rowById = new Map<number, number>();

  /** Applies an update; NaN fields stay unchanged. */
  apply(update: Rows): void {
    for (let i = 0; i < update.count; i++) this.#applyRow(update.data, i * WIDTH);
  }

  /** One field of a market's ticker; NaN while unknown. */
  valueOf(id: number, field: number): number {
    const row = this.#rowById.get(id);
    return row === undefined ? NaN : this.rows.data[row * WIDTH + field]!;
  }

  /** Clears the tickers of these markets. */
  clear(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      const row = this.#rowById.get(id);
      if (row === undefined) continue;
      this.rows.data.fill(NaN, row * WIDTH, (row + 1) * WIDTH);
      this.rows.data[row * WIDTH + TICKER_FIELD.id] = id;
      this.changed[row] = ++this.version;
    }
  }

  #applyRow(data: Float64Array, at: number): void {
    const row = this.#rowOf(data[at + TICKER_FIELD.id]!);
    const own = this.rows.data;
    const to = row * WIDTH;
    let differs = false;
    for (let field = 0; field < WIDTH; field++) {
      const value = data[at + field]!;
      if (Number.isNaN(value) || own[to + field] === value) continue;
      own[to + field] = value;
      differs = true;
    }
    if (differs) this.changed[row] = ++this.version;
  }

  #rowOf(id: number): number {
    const known = this.#rowById.get(id);
    if (known !== undefined) return known;
    const row = this.rows.count;
    const at = this.rows.add();
    this.rows.data.fill(NaN, at, at + WIDTH);
    this.#rowById.set(id, row);
    this.changed.push(0);
    return row;
  }
}
