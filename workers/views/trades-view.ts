// Trades view: the newest rows, all of them in every section.
import { SECTION, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { LiveView } from './live-view.ts';
import type { RecentTrades } from '../trades/trade-tape.ts';

export function createTradesView(id: number, rows: number, tape: RecentTrades): LiveView {
  let written = -1;
  return {
    write: (writer) => {
      if (tape.version === written) return;
      written = tape.version;
      const count = Math.min(rows, tape.count);
      const at = writer.open(SECTION.trades, id, 2 + count * TRADE_FIELD.size);
      writer.columns[at] = count;
      tape.copyTo(count, writer.columns, at + 1);
      const end = at + 1 + count * TRADE_FIELD.size;
      writer.columns[end] = tape.seamId;
      writer.close(end + 1);
    },
  };
}
