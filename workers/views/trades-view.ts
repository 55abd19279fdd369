// The trades the screen shows: the newest rows, all of them in every section.
import { SECTION, TRADE_FIELD } from '../../contract/thread.ts';
import type { FrameWriter } from '../frame/frame-writer.ts';
import type { LiveView } from './live-view.ts';
import type { TradeTape } from './trade-tape.ts';

export class TradesView implements LiveView {
  private readonly id: number;
  private readonly rows: number;
  private readonly tape: TradeTape;
  private written = -1;

  constructor(id: number, rows: number, tape: TradeTape) {
    this.id = id;
    this.rows = rows;
    this.tape = tape;
  }

  write(writer: FrameWriter): void {
    const { tape } = this;
    if (tape.version === this.written) return;
    this.written = tape.version;
    const count = Math.min(this.rows, tape.count);
    const at = writer.open(SECTION.trades, this.id, 2 + count * TRADE_FIELD.size);
    writer.columns[at] = count;
    tape.copyTo(count, writer.columns, at + 1);
    const end = at + 1 + count * TRADE_FIELD.size;
    writer.columns[end] = tape.seamId;
    writer.close(end + 1);
  }
}
