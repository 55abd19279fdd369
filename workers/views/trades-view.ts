// Trades view: the newest rows, or the newest large ones, all of them in every section.
import { SECTION, TRADE_FIELD, type ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { LargeTrades } from '../trades/large-trades.ts';
import type { RecentTrades } from '../trades/recent-trades.ts';
import type { LiveView } from './live-view.ts';

export class TradesView implements LiveView {
  readonly #id: ViewId;
  readonly #rows: number;
  readonly #trades: RecentTrades;
  readonly #large: LargeTrades | null;
  #writtenVersion = -1;

  /** With `large`, those alone. */
  constructor(id: ViewId, rows: number, trades: RecentTrades, large: LargeTrades | null = null) {
    this.#id = id;
    this.#rows = rows;
    this.#trades = trades;
    this.#large = large;
  }

  write(writer: FrameWriter): void {
    const trades = this.#trades;
    if (trades.version === this.#writtenVersion) return;
    this.#writtenVersion = trades.version;
    this.#large?.update();
    const shown = this.#large ?? trades;
    const count = Math.min(this.#rows, shown.count);
    const at = writer.open(SECTION.trades, this.#id, 2 + count * TRADE_FIELD.size);
    writer.columns[at] = count;
    shown.copyTo(count, writer.columns, at + 1);
    const end = at + 1 + count * TRADE_FIELD.size;
    writer.columns[end] = trades.seamId;
    writer.close(end + 1);
  }
}
