// Candles view: sends candles, indicator lines, order flow and heat map once, then only what changed.
import { CANDLES_FIELD, CANDLES_MODE, CANDLE_COLUMNS, SECTION } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { HeatWriter } from '../depth-history/heat-writer.ts';
import type { FlowWriter } from '../order-flow/flow-writer.ts';
import type { CandleChanges } from './candle-changes.ts';
import type { LiveView } from './live-view.ts';

export class CandlesView implements LiveView {
  readonly #id: number;
  readonly #changes: CandleChanges;
  /** Null where no indicator is made of trades. */
  readonly #flow: FlowWriter | null;
  /** Null where no indicator shows the recorded book. */
  readonly heat: HeatWriter | null;
  #lines = 0;
  /** Number of rows that the page has. */
  #sent = 0;

  constructor(id: number, changes: CandleChanges, heat: HeatWriter | null) {
    this.#id = id;
    this.heat = heat;
    this.#changes = changes;
    this.#flow = changes.flow?.createWriter() ?? null;
  }

  write(writer: FrameWriter): boolean {
    this.#writeCandles(writer);
    this.#flow?.write(writer, this.#id);
    return this.heat?.write() ?? false;
  }

  #writeCandles(writer: FrameWriter): void {
    const changes = this.#changes;
    const { series } = changes.feed;
    if (!changes.prepare()) return;
    this.#lines = changes.indicators.reduce((sum, { count }) => sum + count, 0);
    if (changes.reset) this.#section(writer, CANDLES_MODE.reset, 0, series.length);
    else {
      if (changes.added > 0) this.#section(writer, CANDLES_MODE.prepend, 0, changes.added);
      // Older candles change the indicator lines of the rows after them: those are sent again.
      const first = changes.added > 0 && this.#lines > 0 ? changes.added : changes.tailFrom;
      if (first < series.length) this.#section(writer, CANDLES_MODE.tail, first, series.length);
    }
    changes.markShown();
  }

  #section(writer: FrameWriter, mode: number, from: number, to: number): void {
    const { series, hasMore } = this.#changes.feed;
    const count = to - from;
    this.#sent = mode === CANDLES_MODE.prepend ? this.#sent + count : to;
    const seamsAt = CANDLES_FIELD.size + (CANDLE_COLUMNS + this.#lines) * count;
    const size = seamsAt + series.seams.length;
    const at = writer.open(SECTION.candles, this.#id, size);
    const { columns } = writer;
    columns[at + CANDLES_FIELD.mode] = mode;
    columns[at + CANDLES_FIELD.first] = from;
    columns[at + CANDLES_FIELD.count] = count;
    columns[at + CANDLES_FIELD.total] = this.#sent;
    columns[at + CANDLES_FIELD.lines] = this.#lines;
    columns[at + CANDLES_FIELD.hasMore] = hasMore ? 1 : 0;
    columns[at + CANDLES_FIELD.seam] = series.seam;
    columns[at + CANDLES_FIELD.seams] = series.seams.length;
    columns.set(series.seams, at + seamsAt);
    series.copyTo(from, to, columns, at + CANDLES_FIELD.size);
    this.#copyLines(from, to, columns, at + CANDLES_FIELD.size + CANDLE_COLUMNS * count);
    writer.close(at + size);
  }

  #copyLines(from: number, to: number, out: Float64Array, at: number): void {
    for (const { columns } of this.#changes.indicators) {
      for (const column of columns) {
        if (to - from === 1) out[at] = column[from]!;
        else out.set(column.subarray(from, to), at);
        at += to - from;
      }
    }
  }
}
