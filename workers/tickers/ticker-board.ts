// The tickers of all markets, and the view that sends changed rows.
import { SECTION, TICKER_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../decode/rows.ts';
import type { LiveView } from '../views/live-view.ts';
import { createThrottle } from '../views/view-pace.ts';

const WIDTH = TICKER_FIELD.size;
/** Least time between two updates: faster changes cannot be read. */
const MIN_INTERVAL_MS = 75;

export class TickerBoard {
  readonly rows = new Rows(WIDTH);
  /** Version at which each row last changed. */
  changed: number[] = [];
  version = 0;
  private readonly rowById = new Map<number, number>();

  /** Applies an update; a NaN field stays as it was. */
  apply(update: Rows): void {
    for (let i = 0; i < update.count; i++) this.applyRow(update.data, i * WIDTH);
  }

  /** One field of a market's row; NaN where it is not known. */
  valueOf(id: number, field: number): number {
    const row = this.rowById.get(id);
    return row === undefined ? NaN : this.rows.data[row * WIDTH + field]!;
  }

  /** Clears the rows of these markets. */
  clear(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      const row = this.rowById.get(id);
      if (row === undefined) continue;
      this.rows.data.fill(NaN, row * WIDTH, (row + 1) * WIDTH);
      this.rows.data[row * WIDTH + TICKER_FIELD.id] = id;
      this.changed[row] = ++this.version;
    }
  }

  private applyRow(data: Float64Array, at: number): void {
    const row = this.rowOf(data[at + TICKER_FIELD.id]!);
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

  private rowOf(id: number): number {
    const known = this.rowById.get(id);
    if (known !== undefined) return known;
    const row = this.rows.count;
    const at = this.rows.add();
    this.rows.data.fill(NaN, at, at + WIDTH);
    this.rowById.set(id, row);
    this.changed.push(0);
    return row;
  }
}

/** All rows in the first frame, the changed ones after. */
export function createTickersView(id: number, board: TickerBoard): LiveView {
  const due = createThrottle(MIN_INTERVAL_MS);
  let written = -1;
  return {
    write: (writer, paintMs) => {
      if (board.version === written) return false;
      if (!due(paintMs)) return true;
      const { data, count } = board.rows;
      const at = writer.open(SECTION.tickers, id, 1 + count * WIDTH);
      let end = at + 1;
      for (let row = 0; row < count; row++) {
        if (board.changed[row]! <= written) continue;
        for (let from = row * WIDTH; from < (row + 1) * WIDTH; from++) writer.columns[end++] = data[from]!;
      }
      written = board.version;
      writer.columns[at] = (end - at - 1) / WIDTH;
      writer.close(end);
      return false;
    },
  };
}
