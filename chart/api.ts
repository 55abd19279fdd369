// The face of the chart: what a host hands over, and what it hears back. Everything else in this room is behind it.
import type { CoinInfo } from '../core/instruments/instrument.ts';
import type { ChartInterval } from '../core/units/time.ts';

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
   * Start of the last candle heard before the feed was away, in ms: those behind it were fetched, and a seam says so. 0
   * or absent: it never was.
   */
  seam?: number;
}

/** One line of an indicator; `values` runs beside the candles. */
export interface ChartLine {
  /** Shown in the legend: "MA5". */
  title: string;
  type: 'line' | 'bar' | 'circle';
  /**
   * Name of a colour token ("line-1" ... "line-10", "up", "down"); bars of type 'bar' follow the candle's direction.
   */
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
  /** Shown on saved pictures: "BTC/USDT". */
  symbol: string;
  pricePrecision: number;
  amountPrecision: number;
  interval: ChartInterval;
  /** Opening hours of a market that sleeps: what it misses while closed is no loss. */
  session?: CoinInfo['session'];
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
  up: string;
  down: string;
  warn: string;
  /** line-1, line-2 ... */
  lines: string[];
  fontFamily: string;
}

/**
 * What changed in the columns since the last call. `again`: all may have changed, but they are of the same candles; the
 * view stays.
 */
export type ColumnsChange = 'reset' | 'refresh' | 'tail' | 'prepend';

/** How candles and the price axis of the main pane are shown. */
export interface ChartStyle {
  candles: 'solid' | 'hollow' | 'ohlc' | 'line' | 'area' | 'heikin-ashi';
  /** 'percent': change since the first candle in sight. */
  axis: 'linear' | 'log' | 'percent';
  /** Low prices on top. */
  inverted: boolean;
  /** false: the price range stays as the hand left it. */
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

/** A place on the main pane: ms and quote units. Times beyond the last candle are allowed. */
export interface Anchor {
  time: number;
  price: number;
}

export type DrawingKind =
  | 'trend'
  | 'ray'
  | 'horizontal'
  | 'vertical'
  | 'channel'
  | 'rectangle'
  | 'fibonacci'
  | 'measure'
  | 'brush'
  | 'text'
  | 'long'
  | 'short';

/** What a hand drew on the main pane; plain data, kept by the host for each instrument. */
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
 * Something of the user's own at a price, which stands on the axis beside `label`. A movable one can be dragged by its
 * handle.
 */
export interface TradeLine {
  id: string;
  kind: 'order' | 'position' | 'takeProfit' | 'stopLoss' | 'liquidation' | 'alert';
  side: 'buy' | 'sell';
  price: number;
  label: string;
  movable: boolean;
  /** Asked for, not yet confirmed: drawn as such. */
  pending: boolean;
  /** The label asks this instead, with a way to say no: `price` is what is proposed. Answered by `lineAnswer`. */
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

/** What a chart tells its host; plain data, at most a few a frame. */
export type ChartEvent =
  /** The user came within a screen of the first candle: load older ones. */
  | { kind: 'needOlder' }
  /** The candle under the crosshair; null when the crosshair left. Told when it changes. */
  | { kind: 'crosshair'; candle: CandleReading | null }
  /** The running candle, at most once a second, for listeners and screen readers. */
  | { kind: 'candle'; candle: CandleReading }
  /** The drawings changed by hand (not by `setDrawings`). */
  | { kind: 'drawings'; drawings: Drawing[] }
  /**
   * What the drawing bar shows: the tool in hand, the drawing selected, whether there is something to undo and redo.
   */
  | { kind: 'drawingState'; tool: DrawingKind | null; selected: string | null; canUndo: boolean; canRedo: boolean }
  /** A text was placed or tapped twice: the host asks for its words and calls `editDrawing`. */
  | { kind: 'editText'; id: string }
  /** A line is being dragged: the host may answer with new labels. */
  | { kind: 'lineDrag'; id: string; price: number }
  /** A line was let go at another price: an intent; the line stays where the host says. */
  | { kind: 'lineDrop'; id: string; price: number }
  | { kind: 'lineTap'; id: string }
  /** What a label asked was answered. */
  | { kind: 'lineAnswer'; id: string; yes: boolean }
  /** The price axis was tapped. */
  | { kind: 'priceTap'; price: number }
  /** Heights of sub panes after a drag, by indicator name, as shares of the plot height. */
  | { kind: 'panes'; shares: Record<string, number> }
  /** The hand locked or freed the price range. */
  | { kind: 'autoScale'; on: boolean }
  /** A tick that a finger may feel. */
  | { kind: 'haptic' };

export interface ChartOptions {
  market: ChartMarket;
  theme: ChartTheme;
  style: ChartStyle;
  /** Server clock minus this device's clock, ms: for the countdown of the running candle. */
  clockOffsetMs: number;
  /** No inertia and no animation. */
  calm: boolean;
}

/**
 * Everything a host may ask of a chart: calls without answers, arguments that can cross a thread. Calls change state
 * and mark damage; drawing happens once in the next animation frame, or not at all.
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
  /** Heights of sub panes by indicator name, as shares of the plot height; unnamed ones get the usual height. */
  setPaneShares(shares: Record<string, number>): void;
  /**
   * Replaces all drawings and forgets what could be undone. A `drawingState` without undo and redo follows: what is
   * heard before it is about the drawings before.
   */
  setDrawings(drawings: Drawing[]): void;
  /** Takes a tool in hand; null lays it down. */
  pickTool(tool: DrawingKind | null): void;
  /** Points of drawings snap to open, high, low and close of candles nearby. */
  setMagnet(on: boolean): void;
  /** Changes colour, text, lock or sight of a drawing, as one step that can be undone; null: of all. */
  editDrawing(id: string | null, change: Partial<Pick<Drawing, 'text' | 'color' | 'locked' | 'hidden'>>): void;
  /** null removes all that are not locked. */
  removeDrawing(id: string | null): void;
  undoDrawing(): void;
  redoDrawing(): void;
  setTradeLines(lines: TradeLine[]): void;
  setTradeMarks(marks: TradeMark[]): void;
}

/** The side of a chart that stands beside the columns. */
export interface ChartSeries {
  /**
   * Sets the columns (the same object may be passed again after it grew). `added` = rows put in front for 'prepend'.
   */
  setCandles(columns: CandleColumns, change: ColumnsChange, added?: number): void;
  setIndicators(indicators: ChartIndicator[]): void;
}

/** A mounted chart, in this thread or in another. */
export interface Chart extends ChartControls {
  /** Which backend draws: Pixi on WebGL, or the own Canvas2D one. */
  readonly backend: 'webgl' | 'canvas2d';
  /** Frames drawn so far, for tests and benchmarks. */
  readonly framesDrawn: number;
  /** The picture as it stands, PNG, in device px. Rejects when nothing was drawn yet. */
  snapshot(): Promise<Blob>;
  destroy(): void;
}
