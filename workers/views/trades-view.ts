// Trades view: the newest rows, all of them in every section.
import { SECTION, TRADE_FIELD, type ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { RecentTrades } from '../trades/recent-trades.ts';
import type { LiveView } from './live-view.ts';

export class TradesView implements LiveView {
  readonly #id: ViewId;
  readonly #rows: number;
  readonly #trades: RecentTrades;
  #writtenVersion = -1;

  constructor(id: ViewId, rows: number, trades: RecentTrades) {
    this.#id = id;
    this.#rows = rows;
    this.#trades = trades;
  }

  write(writer: FrameWriter): void {
    const trades = this.#trades;
    if (trades.version === this.#writtenVersion) return;
    this.#writtenVersion = trades.version;
    const count = Math.min(this.#rows, trades.count);
    const at = writer.open(SECTION.trades, this.#id, 2 + count * TRADE_FIELD.size);
    writer.columns[at] = count;
    trades.copyTo(count, writer.columns, at + 1);
    const end = at + 1 + count * TRADE_FIELD.size;
    writer.columns[end] = trades.seamId;
    writer.close(end + 1);
  }
}
