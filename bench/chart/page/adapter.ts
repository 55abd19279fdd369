// Interface that every benchmarked library implements, so that one scene drives them all.
import type { FrameLog } from './frame-log.ts';
import type { CandleSeries } from '../../../workers/candles/candle-series.ts';

export type Subject =
  | 'nothing'
  | 'klinecharts'
  | 'lightweight-charts'
  | 'openalgo-charts'
  | 'dxcharts-lite'
  | 'echarts'
  | 'own main'
  | 'own worker';

/** They draw lines, and compute none. */
export const FED: readonly Subject[] = ['lightweight-charts', 'dxcharts-lite', 'echarts'];

/**
 * full: MA and BOLL on the candles, VOL, MACD, RSI and KDJ below. lines: the same, but no library computes them itself.
 * bare: candles alone. flow: 800 candles with footprints, and a volume profile.
 */
export type Layout = 'full' | 'lines' | 'bare' | 'flow';

/**
 * One change of the newest candle. `lines`: the newest value of every indicator line, for a library that computes none.
 */
export interface Update {
  /** CANDLE_ROW numbers: time in ms, open, high, low, close, volume. */
  row: Float64Array;
  lines: Float64Array | null;
}

/**
 * What a load of ticks came to. `lateMs`: for each frame drawn, the age of the oldest tick that no earlier frame
 * showed.
 */
export interface TickLoad {
  due: number;
  applied: number;
  lateMs: number[];
}

/** Ticks that do not pass through the page: they reach a chart in a worker as they would from its socket. */
export interface OwnFeed {
  /** One tick in every animation frame of the worker, until stopped. */
  everyFrame(on: boolean): Promise<void>;
  tickLoad(perSecond: number, forMs: number): Promise<TickLoad>;
  /** Ticks without a frame between them, for about `forMs`; returns us a tick. */
  burst(forMs: number): Promise<number>;
  /** Frames the worker drew so far. */
  framesDrawn(): Promise<number>;
  /** Frames of the worker since the last call. */
  takeFrames(): Promise<FrameLog>;
  /** Frames known to the page without a request: the first is reported at once. */
  framesKnown(): number;
  /** Sum of the close prices of all candles, so that all subjects are known to show the same. */
  closeSum(): Promise<number>;
}

export interface Adapter {
  /** Converts candles to the library's format; not measured. */
  prepare(series: CandleSeries, layout: Layout): void | Promise<void>;
  /** From prepared data to a chart that will paint itself. */
  mount(host: HTMLElement): void | Promise<void>;
  /** Zooms so that about this many candles are in sight, the newest at the right. */
  showBars(count: number): void;
  /** Brings the newest candle back in sight, at the same zoom. */
  toNewest(): void;
  /** Element that receives input events. */
  handTarget(): HTMLElement;
  /** What is in sight, as text that differs when the picture moved by a candle; '' without a chart. */
  inSight(): string | Promise<string>;
  tick(update: Update): void;
  destroy(): void;
  /** Whether everything is painted, where a library reports that: it may paint all candles in a few shapes. */
  isWhole?(): boolean;
  feed?: OwnFeed;
}

/** What a chart of ours must endure for hours, in fast-forward. */
export interface Soaked extends Adapter {
  /** `count` ticks with a new candle after every thousand, and a frame after every ten thousand. */
  soakTicks(count: number): Promise<void>;
  /** Another market's candles and indicators in the same chart. */
  switchMarket(): Promise<void>;
  /** Which backend draws now. */
  backendNow(): Promise<string>;
  /** Live WebGL contexts in the thread that draws. */
  liveContexts(): Promise<number>;
}
