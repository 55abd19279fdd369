// Events about what a frame shows: candle under the crosshair, last candle, need of older candles.
import type { CandleReading, ChartEvent, TimeSpan } from './api.ts';
import { spanOf } from './scene/time-span.ts';
import type { View } from './scene/view.ts';

/** After a request for older candles that returned none, the next one waits at least this long and for a user's pan. */
const RETRY_OLDER_MS = 2000;
/** The running candle is emitted at most this often. */
const CANDLE_REPORT_MS = 1000;
const CROSSHAIR_REPORT_MS = 100;

export class ViewReports {
  isSpanShared = false;
  readonly #view: View;
  readonly #emit: (event: ChartEvent) => void;
  #olderRequested = false;
  #olderRequestedAtMs = 0;
  #reportedRow = -1;
  /** Set of candles that row was of. */
  #reportedResets = 0;
  #userMoves = false;
  #reportedSpan: TimeSpan | null = null;
  #reportedLegend = 0;
  #candleReportedAtMs = 0;
  #crosshairReportedAtMs = -Infinity;
  #crosshairTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: View, emit: (event: ChartEvent) => void) {
    this.#view = view;
    this.#emit = emit;
  }

  /** Older candles came, or the columns are new: more may be requested. */
  resetOlder(): void {
    this.#olderRequested = false;
  }

  /**
   * The user moves the view: its span is reported, and a request that returned nothing may be repeated after a while.
   */
  grabbed(): void {
    this.#userMoves = true;
    if (performance.now() - this.#olderRequestedAtMs > RETRY_OLDER_MS) this.#olderRequested = false;
  }

  /** The view follows another chart: its span is not reported. */
  release(): void {
    this.#userMoves = false;
  }

  /** Called after each frame. */
  report(): void {
    const view = this.#view;
    // A crosshair without a height is that of a linked chart.
    const row = view.crosshair && !Number.isNaN(view.crosshair.yPx) ? view.crosshair.row : -1;
    const nowMs = performance.now();
    const isOther = row !== this.#reportedRow || (row >= 0 && view.data.resets !== this.#reportedResets);
    if (isOther && this.#crosshairTimer === undefined) this.#reportCrosshair(row, nowMs);
    if (view.data.columns.length > 0 && nowMs - this.#candleReportedAtMs >= CANDLE_REPORT_MS) {
      this.#candleReportedAtMs = nowMs;
      this.#emit({ kind: 'candle', candle: this.#reading(view.data.columns.length - 1) });
    }
    if (view.legend.revision !== this.#reportedLegend) {
      this.#reportedLegend = view.legend.revision;
      this.#emit({ kind: 'legend', items: [...view.legend.items] });
    }
    if (this.#userMoves && this.isSpanShared) this.#reportSpan();
    const { time } = view;
    if (this.#olderRequested || time.length === 0 || time.logicalAt(0) - time.firstLogical > time.visibleBars) return;
    this.#olderRequested = true;
    this.#olderRequestedAtMs = nowMs;
    this.#emit({ kind: 'needOlder' });
  }

  /** Cancels the delayed report of the crosshair. */
  stop(): void {
    clearTimeout(this.#crosshairTimer);
    this.#crosshairTimer = undefined;
  }

  #reportSpan(): void {
    const span = spanOf(this.#view);
    if (!span || (span.fromMs === this.#reportedSpan?.fromMs && span.toMs === this.#reportedSpan.toMs)) return;
    this.#reportedSpan = span;
    this.#emit({ kind: 'span', span });
  }

  /**
   * A resting crosshair may see a new candle in every frame: the first change is reported at once, further ones after
   * a pause.
   */
  #reportCrosshair(row: number, nowMs: number): void {
    const wait = this.#crosshairReportedAtMs + CROSSHAIR_REPORT_MS - nowMs;
    if (wait > 0) {
      this.#crosshairTimer = setTimeout(() => {
        this.#crosshairTimer = undefined;
        this.report();
      }, wait);
      return;
    }
    this.#crosshairReportedAtMs = nowMs;
    this.#reportedRow = row;
    this.#reportedResets = this.#view.data.resets;
    this.#emit({ kind: 'crosshair', candle: row < 0 ? null : this.#reading(row) });
  }

  #reading(row: number): CandleReading {
    const { time, open, high, low, close, volume } = this.#view.data.columns;
    return {
      time: time[row]!,
      open: open[row]!,
      high: high[row]!,
      low: low[row]!,
      close: close[row]!,
      volume: volume[row]!,
    };
  }
}
