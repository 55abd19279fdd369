// A chart's candles with the lines of its indicators: everything once, then what changed.
import { CANDLES_FIELD, CANDLES_MODE, CANDLE_COLUMNS, type IndicatorSpec, SECTION } from '../../contract/thread.ts';
import type { CandleFeed, CandleListener } from '../candles/feed.ts';
import type { FrameWriter } from '../frame/frame-writer.ts';
import { IndicatorLines } from '../indicators/indicator.ts';
import { INDICATORS } from '../indicators/registry.ts';
import type { LiveView } from './live-view.ts';

/** Why these indicators cannot be shown, as a sentence; null when they can. */
export function refuseIndicators(specs: readonly IndicatorSpec[]): string | null {
  for (const { name, params } of specs) {
    const indicator = INDICATORS.get(name);
    const refusal = indicator ? indicator.refuse(params) : `There is no indicator ${name}.`;
    if (refusal !== null) return refusal;
  }
  return null;
}

export class CandlesView implements LiveView, CandleListener {
  private readonly id: number;
  private readonly feed: CandleFeed;
  private readonly indicators: IndicatorLines[];
  private readonly lines: number;
  private readonly fail: (reason: string) => void;
  private reset = true;
  /** Whether more than the newest rows changed since the lines were computed. */
  private stale = true;
  private added = 0;
  /** First row that changed; Infinity for none. */
  private tailFrom = Infinity;
  /** Rows the screen has. */
  private sent = 0;

  /** `specs` must not be refused. `fail` hears why candles could not be loaded. */
  constructor(id: number, specs: readonly IndicatorSpec[], feed: CandleFeed, fail: (reason: string) => void) {
    this.id = id;
    this.feed = feed;
    this.fail = fail;
    this.indicators = specs.map((spec) => new IndicatorLines(INDICATORS.get(spec.name)!, spec));
    this.lines = this.indicators.reduce((sum, { count }) => sum + count, 0);
  }

  onReset(): void {
    this.reset = true;
  }

  onTail(first: number, inPast: boolean): void {
    this.tailFrom = Math.min(this.tailFrom, first);
    this.stale ||= inPast;
  }

  onPrepend(added: number): void {
    this.added += added;
    this.tailFrom += added;
    this.stale = true;
    // The page is told of even when it was empty: hasMore may have changed.
    if (added === 0) this.tailFrom = Math.min(this.tailFrom, Math.max(0, this.feed.series.length - 1));
  }

  onFailure(reason: string): void {
    this.fail(reason);
  }

  write(writer: FrameWriter): void {
    const { series, phase } = this.feed;
    if (phase !== 'ready' || (!this.reset && this.added === 0 && this.tailFrom === Infinity)) return;
    if (this.reset || this.stale) for (const lines of this.indicators) lines.recompute(series);
    else for (const lines of this.indicators) lines.update(series);
    if (this.reset) this.section(writer, CANDLES_MODE.reset, 0, series.length);
    else {
      if (this.added > 0) this.section(writer, CANDLES_MODE.prepend, 0, this.added);
      // Older candles give the old ones' lines more memory: those rows go out again.
      const first = this.added > 0 && this.lines > 0 ? this.added : this.tailFrom;
      if (first < series.length) this.section(writer, CANDLES_MODE.tail, first, series.length);
    }
    this.reset = this.stale = false;
    this.added = 0;
    this.tailFrom = Infinity;
  }

  private section(writer: FrameWriter, mode: number, from: number, to: number): void {
    const { series, hasMore } = this.feed;
    const count = to - from;
    this.sent = mode === CANDLES_MODE.prepend ? this.sent + count : to;
    const size = CANDLES_FIELD.size + (CANDLE_COLUMNS + this.lines) * count;
    const at = writer.open(SECTION.candles, this.id, size);
    const { columns } = writer;
    columns[at + CANDLES_FIELD.mode] = mode;
    columns[at + CANDLES_FIELD.first] = from;
    columns[at + CANDLES_FIELD.count] = count;
    columns[at + CANDLES_FIELD.total] = this.sent;
    columns[at + CANDLES_FIELD.lines] = this.lines;
    columns[at + CANDLES_FIELD.hasMore] = hasMore ? 1 : 0;
    series.copyTo(from, to, columns, at + CANDLES_FIELD.size);
    this.copyLines(from, to, columns, at + CANDLES_FIELD.size + CANDLE_COLUMNS * count);
    writer.close(at + size);
  }

  private copyLines(from: number, to: number, out: Float64Array, at: number): void {
    for (const { columns } of this.indicators) {
      for (const column of columns) {
        if (to - from === 1) out[at] = column[from]!;
        else out.set(column.subarray(from, to), at);
        at += to - from;
      }
    }
  }
}
