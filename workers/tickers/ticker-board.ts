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
  /** Number of the last whole update that had each row. */
  readonly #wholeNos: number[] = [];
  #wholeNo = 0;
  readonly #unknown = new Float64Array(WIDTH).fill(NaN);

  /** Applies an update; NaN fields stay unchanged. What one that `isWhole` lacks is not known any more. */
  apply(update: Rows, isWhole = false): void {
    if (isWhole) this.#wholeNo++;
    for (let i = 0; i < update.count; i++) this.#applyRow(update.data, i * WIDTH, isWhole);
    if (!isWhole) return;
    for (let row = 0; row < this.rows.count; row++) {
      if (this.#wholeNos[row] === this.#wholeNo) continue;
      this.#unknown[TICKER_FIELD.id] = this.rows.data[row * WIDTH + TICKER_FIELD.id]!;
      this.#applyRow(this.#unknown, 0, true);
    }
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

  #applyRow(data: Float64Array, at: number, isWhole: boolean): void {
    const row = this.#rowOf(data[at + TICKER_FIELD.id]!);
    this.#wholeNos[row] = this.#wholeNo;
    const own = this.rows.data;
    const to = row * WIDTH;
    let differs = false;
    for (let field = 0; field < WIDTH; field++) {
      const value = data[at + field]!;
      const isSame = Number.isNaN(value) ? !isWhole || Number.isNaN(own[to + field]) : own[to + field] === value;
      if (isSame) continue;
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
