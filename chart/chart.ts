// The face of the chart: what a host hands over, and what it hears back. Everything else in this room is behind it.

/** Candle columns shared with the host: the chart reads `[0, length)` and never writes. Times in ms, prices in quote units. NaN: no value. */
export interface CandleColumns {
  length: number;
  time: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
}

/** One line of an indicator; `values` runs beside the candles. */
export interface ChartLine {
  /** Shown in the legend: "MA5". */
  title: string;
  type: 'line' | 'bar' | 'circle';
  /** Name of a colour token ("line-1" ... "line-10", "up", "down"); bars of type 'bar' follow the candle's direction. */
  color: string;
  values: Float64Array;
}

/** An indicator in a pane: on the candles, or in a pane of its own below them. */
export interface ChartIndicator {
  name: string;
  pane: 'main' | 'sub';
  lines: ChartLine[];
}

/** How numbers of this market are written, and how long a candle lasts. */
export interface ChartMarket {
  pricePrecision: number;
  amountPrecision: number;
  /** ms; for a month the calendar decides, see `nextStart`. */
  intervalMs: number;
  /** Start of the candle after the one starting at `startMs`. */
  nextStart(startMs: number): number;
}

/** Colours as "#rrggbb", read from the CSS tokens of the page. */
export interface ChartTheme {
  bg: string; surface: string; raised: string; line: string;
  text: string; text2: string; text3: string;
  accent: string; up: string; down: string; warn: string;
  /** line-1, line-2 ... */
  lines: string[];
  fontFamily: string;
}

/** What the candle under the crosshair says; `index` -1 when there is no crosshair (legend shows the last candle). */
export interface CrosshairReading {
  index: number;
}

/** What changed in the columns since the last call. */
export type ColumnsChange = 'reset' | 'tail' | 'prepend';

export interface ChartOptions {
  market: ChartMarket;
  theme: ChartTheme;
  /** Server clock in ms, for the countdown of the running candle. */
  now(): number;
  /** The user came within a screen of the first candle: load older ones. */
  onNeedOlder(): void;
  onCrosshair(reading: CrosshairReading): void;
}

/** A mounted chart. Calls change state and mark damage; drawing happens once in the next animation frame, or not at all. */
export interface Chart {
  /** Which backend draws: Pixi on WebGL, or the own Canvas2D one. */
  readonly backend: 'webgl' | 'canvas2d';
  setMarket(market: ChartMarket): void;
  /** Sets the columns (the same object may be passed again after it grew). `added` = rows put in front for 'prepend'. */
  setCandles(columns: CandleColumns, change: ColumnsChange, added?: number): void;
  setIndicators(indicators: ChartIndicator[]): void;
  setTheme(theme: ChartTheme): void;
  /** Size in CSS px, and device px per CSS px. */
  resize(widthPx: number, heightPx: number, pixelRatio: number): void;
  /** Greys the last-price line and stops the countdown while the feed is not live. */
  setStale(stale: boolean): void;
  /** Draws nothing while hidden; one full draw on return. */
  setVisible(visible: boolean): void;
  /** Back to the newest candle at the default zoom. */
  resetView(): void;
  /** Frames drawn so far, for tests and benchmarks. */
  readonly framesDrawn: number;
  destroy(): void;
}
