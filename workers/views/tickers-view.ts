// Tickers view: all rows in the first section, then the changed ones.
import { SECTION, TICKER_FIELD, type ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { TickerBoard } from '../tickers/ticker-board.ts';
import type { LiveView } from './live-view.ts';
import { Throttle } from './throttle.ts';

const WIDTH = TICKER_FIELD.size;
/** Least time between two sections: faster changes cannot be read. */
const MIN_INTERVAL_MS = 75;

export class TickersView implements LiveView {
  readonly #id: ViewId;
  readonly #board: TickerBoard;
  readonly #throttle = new Throttle(MIN_INTERVAL_MS);
  #writtenVersion = -1;

  constructor(id: ViewId, board: TickerBoard) {
    this.#id = id;
    this.#board = board;
  }

  write(writer: FrameWriter, paintMs: number): boolean {
    const board = this.#board;
    const writtenVersion = this.#writtenVersion;
    if (board.version === writtenVersion) return false;
    if (!this.#throttle.allows(paintMs)) return true;
    const { data, count } = board.rows;
    const at = writer.open(SECTION.tickers, this.#id, 1 + count * WIDTH);
    let end = at + 1;
    for (let row = 0; row < count; row++) {
      if (board.changed[row]! <= writtenVersion) continue;
      for (let from = row * WIDTH; from < (row + 1) * WIDTH; from++) writer.columns[end++] = data[from]!;
    }
    this.#writtenVersion = board.version;
    writer.columns[at] = (end - at - 1) / WIDTH;
    writer.close(end);
    return false;
  }
}
