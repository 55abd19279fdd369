// Events about what a frame shows: candle under the crosshair, last candle, need of older candles.
import type { CandleReading, ChartEvent } from './api.ts';
import type { View } from './scene/view.ts';

/** After a request for older candles that returned none, the next one waits at least this long and for a user's pan. */
const RETRY_OLDER_MS = 2000;
/** The running candle is emitted at most this often. */
const CANDLE_REPORT_MS = 1000;
const CROSSHAIR_REPORT_MS = 100;

export class ViewReports {
  readonly #view: View;
  readonly #emit: (event: ChartEvent) => void;
  #olderRequested = false;
  #olderRequestedAtMs = 0;
  #reportedRow = -1;
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

  /** The user pans: a request that returned nothing may be repeated after a while. */
  allowOlder(): void {
    if (performance.now() - this.#olderRequestedAtMs > RETRY_OLDER_MS) this.#olderRequested = false;
  }

  /** Called after each frame. */
  report(): void {
    const view = this.#view;
    const row = view.crosshair?.row ?? -1;
    const nowMs = performance.now();
    if (row !== this.#reportedRow && this.#crosshairTimer === undefined) this.#reportCrosshair(row, nowMs);
    if (view.data.columns.length > 0 && nowMs - this.#candleReportedAtMs >= CANDLE_REPORT_MS) {
      this.#candleReportedAtMs = nowMs;
      this.#emit({ kind: 'candle', candle: this.#reading(view.data.columns.length - 1) });
    }
    if (view.legend.revision !== this.#reportedLegend) {
      this.#reportedLegend = view.legend.revision;
      this.#emit({ kind: 'legend', items: [...view.legend.items] });
    }
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
