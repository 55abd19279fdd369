// Public API of the chart: the columns and options a host passes in, and the events it receives.
import type { CoinInfo } from '../core/instruments/instrument.ts';
import type { NumberStyle } from '../core/units/number-style.ts';
import type { ChartInterval } from '../core/units/time.ts';
import type { HeatSource } from './heat-map/heat-tiles.ts';
import type { FlowColumns } from './order-flow/flow-columns.ts';

/**
 * Candle columns shared with the host: the chart reads `[0, length)` and never writes. Times in ms, prices in quote
 * units. NaN: no value.
 */
export interface CandleColumns {
  length: number;
  time: Float64Array;
  open: Float64Array;
  high: Float64Array;
  low: Float64Array;
  close: Float64Array;
  volume: Float64Array;
  /**
   * Open time of the last candle that came over the feed before it was interrupted, in ms: candles after it were
   * fetched, and a marker shows that. 0 or absent: the feed was never interrupted.
   */
  seam?: number;
  /** Times of the candles before which trades are missing, ascending; of bars made of trades alone. */
  seams?: readonly number[];
}

/** One line of an indicator; `values` runs beside the candles. */
export interface ChartLine {
  /** Shown in the legend: "MA5"; '' where the label of the indicator names it. */
  title: string;
  type: 'line' | 'bar' | 'circle';
  /**
   * Name of a colour token ("line-1" ... "line-10", "up", "down"); bars of type 'bar' follow the candle's direction.
   */
  color: string;
  values: Float64Array;
}

/** An indicator, drawn on the candles (`main`) or in a pane below them (`sub`). */
export interface ChartIndicator {
  name: string;
  pane: 'main' | 'sub';
  /** Name and parameters in front of the values in the legend: "BOLL(20,2)"; absent: its lines name themselves. */
  label?: string;
  /** Of an indicator that the chart itself makes of the order flow. */
  params?: readonly number[];
  /** Named in the legend, but not drawn. */
  hidden?: boolean;
  lines: ChartLine[];
}

/** How prices and amounts of this market are formatted, and how long a candle lasts. */
export interface ChartMarket {
  /** Shown on saved pictures: "BTC/USDT". */
  symbol: string;
  pricePrecision: number;
  amountPrecision: number;
  interval: ChartInterval;
  /** Opening hours of a market that closes: candles missing while it is closed are not marked as gaps. */
  session?: CoinInfo['session'];
  /** Written where bars made of trades begin with the recording; absent: the mark alone shows it. */
  beginText?: string;
}

/** Colours as "#rrggbb", read from the CSS tokens of the page. */
export interface ChartTheme {
  bg: string;
  surface: string;
  raised: string;
  line: string;
  text: string;
  text2: string;
  text3: string;
  accent: string;
  /** Of candles, bars and lines. */
  up: string;
  down: string;
  /** Of texts, and of tags with white text. */
  upText: string;
  downText: string;
  warn: string;
  /** line-1, line-2 ... */
  lines: string[];
  fontFamily: string;
  /** Addresses of font files whose letters come before those of `fontFamily`, once they are loaded. */
  fontFiles?: readonly string[];
  /** How numbers are written; absent: as English does. */
  numbers?: NumberStyle;
}

/**
 * What changed in the columns since the last call.
 * `reset`: other candles; the view returns to its default. `refresh`: every value may differ, but the candles are the
 * same; the view stays. `tail`: the last candle changed or rows were appended. `prepend`: older rows were inserted in
 * front.
 */
export type ColumnsChange = 'reset' | 'refresh' | 'tail' | 'prepend';

/** How candles and the price axis of the main pane are shown. */
export interface ChartStyle {
  candles: 'solid' | 'hollow' | 'ohlc' | 'line' | 'area' | 'heikin-ashi';
  /** 'percent': change since the first visible candle. */
  axis: 'linear' | 'log' | 'percent';
  /** Low prices on top. */
  inverted: boolean;
  /** false: the price range stays as the user set it. */
  autoScale: boolean;
  /** IANA name, or '' for the device's own. */
  timeZone: string;
}

export const DEFAULT_STYLE: ChartStyle = {
  candles: 'solid',
  axis: 'linear',
  inverted: false,
  autoScale: true,
  timeZone: '',
};

/**
 * A chart lower than this is part of a page that scrolls: it reserves no rows for a legend, and a finger on its price
 * axis or a wheel over it scrolls the page.
 */
export const SMALL_CHART_CSS_PX = 200;

/** A point on the main pane: time in ms, price in quote units. Times beyond the last candle are allowed. */
export interface Anchor {
  time: number;
  price: number;
}

/** A drawing tool, and the kind of what it draws. */
export type DrawingKind =
  | 'trend'
  | 'ray'
  | 'horizontal'
  | 'vertical'
  | 'channel'
  | 'rectangle'
  | 'fibonacci'
  | 'measure'
  | 'profile'
  | 'brush'
  | 'text'
  | 'long'
  | 'short';

/** A drawing on the main pane; plain data that the host stores for each instrument. */
export interface Drawing {
  id: string;
  kind: DrawingKind;
  anchors: Anchor[];
  /** Of kind 'text'. */
  text: string;
  /** Name of a colour token, as for lines. */
  color: string;
  locked: boolean;
  hidden: boolean;
}

/**
 * A price line of the user (order, position, alert), labelled beside the price axis. A movable one has a handle to
 * drag.
 */
export interface TradeLine {
  id: string;
  /** A `stop` waits for its price in no book, and is drawn dashed, as an alert is. */
  kind: 'order' | 'stop' | 'position' | 'takeProfit' | 'stopLoss' | 'liquidation' | 'alert';
  side: 'buy' | 'sell';
  price: number;
  label: string;
  movable: boolean;
  /** Its label has a cross, which emits `lineClose`. */
  closable?: boolean;
  /** Requested, not yet confirmed by the exchange: drawn dashed and pale. */
  pending: boolean;
  /**
   * Text of the confirm button. When set, the label asks the user to confirm or reject `price`; the answer is a
   * `lineAnswer` event.
   */
  ask?: string;
}

/** A fill on the candle that holds `time`. */
export interface TradeMark {
  time: number;
  price: number;
  side: 'buy' | 'sell';
  label: string;
}

/** One candle as a reading; NaN where there is no value. Volume in base coins. */
export interface CandleReading {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** Where the legend names an indicator, in CSS px of the canvas. */
export interface LegendItem {
  name: string;
  hidden: boolean;
  leftPx: number;
  topPx: number;
  widthPx: number;
  heightPx: number;
}

/** Columns of some candles, all of one length. */
export type CandleSpan = Record<keyof CandleReading, Float64Array>;
/** What a chart shows between its left and right edge, in ms; both may lie beyond the candles. */
export interface TimeSpan {
  fromMs: number;
  toMs: number;
}

/** Events that a chart emits to its host; plain data, at most a few per frame. */
export type ChartEvent =
  /** The view is within one screen of the first candle: load older ones. */
  | { kind: 'needOlder' }
  /** The candle under the crosshair, emitted when it changes; null when the crosshair is hidden. */
  | { kind: 'crosshair'; candle: CandleReading | null }
  /** The user moved or zoomed the view of a chart that shares its span (`setSpanShared`). */
  | { kind: 'span'; span: TimeSpan }
  /** The running candle, at most once a second, for listeners and screen readers. */
  | { kind: 'candle'; candle: CandleReading }
  /** The user changed the drawings (not emitted for `setDrawings`) of this set. */
  | { kind: 'drawings'; set: number; drawings: Drawing[] }
  /** State of the drawing toolbar: the active tool, the selected drawing, whether undo and redo are possible. */
  | {
      kind: 'drawingState';
      set: number;
      tool: DrawingKind | null;
      selected: string | null;
      canUndo: boolean;
      canRedo: boolean;
    }
  /** A text was placed or double-tapped: the host asks the user for its content and calls `editDrawing`. */
  | { kind: 'editText'; set: number; id: string }
  /** A line is being dragged: the host may answer with new labels. */
  | { kind: 'lineDrag'; id: string; price: number }
  /** A line was dropped at another price: an intent. The line stays where `setTradeLines` places it. */
  | { kind: 'lineDrop'; id: string; price: number }
  /** A line or its label was tapped. */
  | { kind: 'lineTap'; id: string }
  /** The cross of a label was tapped: an intent, which the host lets the label confirm. */
  | { kind: 'lineClose'; id: string }
  /** The user confirmed (`yes`) or rejected what the label of a line asks. */
  | { kind: 'lineAnswer'; id: string; yes: boolean }
  /** The price axis was tapped at this price, in quote units. */
  | { kind: 'priceTap'; price: number }
  /** Heights of sub panes after a drag, by indicator name, as shares of the plot height. */
  | { kind: 'panes'; shares: Record<string, number> }
  /** The user locked the price range (false) or let it fit again (true). */
  | { kind: 'autoScale'; on: boolean }
  /** The legend names other indicators, or at other places. */
  | { kind: 'legend'; items: LegendItem[] }
  /** A moment for haptic feedback. */
  | { kind: 'haptic' };

/** What a chart is mounted with; `ChartControls` changes each but `calm`. */
export interface ChartOptions {
  market: ChartMarket;
  theme: ChartTheme;
  style: ChartStyle;
  /** Server clock minus this device's clock, ms: for the countdown of the running candle. */
  clockOffsetMs: number;
  /** Disables inertia and animation (reduced motion). */
  calm: boolean;
}

/**
 * Commands of a chart: calls without return values, with arguments that can cross a thread. Calls change state and
 * mark damage; drawing happens at most once in the next animation frame.
 */
export interface ChartControls {
  setMarket(market: ChartMarket): void;
  setTheme(theme: ChartTheme): void;
  setStyle(style: ChartStyle): void;
  setClockOffset(offsetMs: number): void;
  /** Size in CSS px, and device px per CSS px. */
  resize(widthPx: number, heightPx: number, pixelRatio: number): void;
  /** Greys the last-price line and stops the countdown while the feed is not live. */
  setStale(stale: boolean): void;
  /** Draws nothing while hidden; one full draw on return. */
  setVisible(visible: boolean): void;
  /** Back to the newest candle at the default zoom and to automatic prices. */
  resetView(): void;
  /**
   * Shows a span of a linked chart, as far as the candles and the zoom allow; without candles yet, once they are there.
   * Emits no `span`.
   */
  showSpan(span: TimeSpan): void;
  /**
   * Whether the chart emits `span`, for charts that show the same one: a message for each frame of a gesture.
   * @defaultValue false
   */
  setSpanShared(isShared: boolean): void;
  /** Marks the candle of a moment under the crosshair of a linked chart; null ends it. */
  showMoment(atMs: number | null): void;
  /** Heights of sub panes by indicator name, as shares of the plot height; unnamed ones get the usual height. */
  setPaneShares(shares: Record<string, number>): void;
  /**
   * Replaces all drawings and clears the undo history. A `drawingState` event without undo and redo follows; events
   * before it are about the previous drawings.
   * @param set Number of these drawings, which their events have; 0 without one.
   */
  setDrawings(drawings: Drawing[], set?: number): void;
  /**
   * Activates a drawing tool; null deactivates it.
   * @param tool Ignored when the instrument has the maximum number of drawings.
   */
  pickTool(tool: DrawingKind | null): void;
  /** Points of drawings snap to open, high, low and close of candles nearby. */
  setMagnet(on: boolean): void;
  /**
   * Changes colour, text, lock or visibility of a drawing as one undoable step.
   * @param id The drawing; null changes all of them.
   */
  editDrawing(id: string | null, change: Partial<Pick<Drawing, 'text' | 'color' | 'locked' | 'hidden'>>): void;
  /** Removes a drawing; null removes all that are not locked. */
  removeDrawing(id: string | null): void;
  undoDrawing(): void;
  redoDrawing(): void;
  /** A map of all candles below the chart, with a window over those in sight; loaded when first shown. */
  setNavigator(on: boolean): void;
  setTradeLines(lines: TradeLine[]): void;
  setTradeMarks(marks: TradeMark[]): void;
}

/** The data side of a chart, on the thread that owns the columns. */
export interface ChartSeries {
  /**
   * Sets the columns; the same object may be passed again after it grew.
   * @param change What changed since the last call.
   * @param added Rows inserted in front, for 'prepend'.
   * @defaultValue `added` is 0.
   */
  setCandles(columns: CandleColumns, change: ColumnsChange, added?: number): void;
  setIndicators(indicators: ChartIndicator[]): void;
  /** Sets the order flow of the candles, also after a change of its columns; null: there is none. */
  setOrderFlow(flow: FlowColumns | null): void;
  /** Sets the recorded book of the heat map, or reports a change of it; null: there is none. */
  setHeatMap(source: HeatSource | null): void;
}

/**
 * A mounted chart, in this thread or in another.
 * @example
 * const chart = createChart(canvas, { market, theme, style: DEFAULT_STYLE, clockOffsetMs: 0, calm: false }, onEvent);
 * chart.resize(390, 480, devicePixelRatio);
 * chart.setCandles(columns, 'reset');
 * columns.close[columns.length - 1] = 61_837.6;
 * chart.setCandles(columns, 'tail'); // draws in the next animation frame
 */
export interface Chart extends ChartControls {
  /** The backend that draws: Pixi on WebGL, or the chart's own Canvas2D one. */
  readonly backend: 'webgl' | 'canvas2d';
  /** Frames drawn so far, for tests and benchmarks. */
  readonly framesDrawn: number;
  /** The current picture as PNG, in device px. Rejects when nothing was drawn yet. */
  snapshot(): Promise<Blob>;
  /** Copies of the candles in sight, oldest first. Rejects when the chart is gone. */
  candles(): Promise<CandleSpan>;
  dispose(): void;
}
