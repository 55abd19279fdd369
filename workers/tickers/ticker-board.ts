// The tickers of all markets, and the view that sends the rows that changed.
import { SECTION, TICKER_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../decode/rows.ts';
import type { LiveView } from '../views/live-view.ts';
import { createPace } from '../views/view-pace.ts';

const WIDTH = TICKER_FIELD.size;
/** Nobody reads a price that changes more often. */
const LEAST_MS = 75;

export class TickerBoard {
  readonly rows = new Rows(WIDTH);
  /** Version at which each row last changed. */
  changed: number[] = [];
  version = 0;
  private readonly places = new Map<number, number>();

  /** Takes what `news` says; a field that is NaN there stays as it was. */
  take(news: Rows): void {
    for (let i = 0; i < news.count; i++) this.takeRow(news.data, i * WIDTH);
  }

  /** One field of a market's row; NaN where it is not known. */
  valueOf(id: number, field: number): number {
    const place = this.places.get(id);
    return place === undefined ? NaN : this.rows.data[place * WIDTH + field]!;
  }

  /** What was known of these markets is not known any more. */
  forget(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      const place = this.places.get(id);
      if (place === undefined) continue;
      this.rows.data.fill(NaN, place * WIDTH, (place + 1) * WIDTH);
      this.rows.data[place * WIDTH + TICKER_FIELD.id] = id;
      this.changed[place] = ++this.version;
    }
  }

  private takeRow(data: Float64Array, at: number): void {
    const place = this.placeOf(data[at + TICKER_FIELD.id]!);
    const own = this.rows.data;
    const to = place * WIDTH;
    let differs = false;
    for (let field = 0; field < WIDTH; field++) {
      const value = data[at + field]!;
      if (Number.isNaN(value) || own[to + field] === value) continue;
      own[to + field] = value;
      differs = true;
    }
    if (differs) this.changed[place] = ++this.version;
  }

  private placeOf(id: number): number {
    const known = this.places.get(id);
    if (known !== undefined) return known;
    const place = this.rows.count;
    const at = this.rows.add();
    this.rows.data.fill(NaN, at, at + WIDTH);
    this.places.set(id, place);
    this.changed.push(0);
    return place;
  }
}

/** All rows in the first frame, the changed ones after. */
export function createTickersView(id: number, board: TickerBoard): LiveView {
  const due = createPace(LEAST_MS);
  let written = -1;
  return {
    write: (writer, paintMs) => {
      if (board.version === written) return false;
      if (!due(paintMs)) return true;
      const { data, count } = board.rows;
      const at = writer.open(SECTION.tickers, id, 1 + count * WIDTH);
      let end = at + 1;
      for (let place = 0; place < count; place++) {
        if (board.changed[place]! <= written) continue;
        for (let from = place * WIDTH; from < (place + 1) * WIDTH; from++) writer.columns[end++] = data[from]!;
      }
      written = board.version;
      writer.columns[at] = (end - at - 1) / WIDTH;
      writer.close(end);
      return false;
    },
  };
}
