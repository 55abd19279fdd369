// The shape of what a candles view draws from: a series that tells of every change, whichever way it is made.
import type { CandleSeries } from './candle-series.ts';

/** Told of every change of the series, after it. */
export interface CandleListener {
  onReset(): void;
  /** Rows from `first` on changed or are new; `inPast` when more than the newest two may differ. */
  onTail(first: number, inPast: boolean): void;
  onPrepend(added: number): void;
  onFailure(reason: string): void;
}

export interface CandleSource {
  readonly series: CandleSeries;
  readonly listeners: Set<CandleListener>;
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** Whether it is loaded and nothing is known to be missing. */
  readonly whole: boolean;
  /** Whether there are candles before the first. */
  readonly hasMore: boolean;
  /** Starts anew; never rejects: failing is told to the listeners. */
  load(stampMs: number): Promise<void>;
  older(): Promise<void>;
  /** The connection was lost and is there again. */
  resubscribed(stampMs: number): void;
  /** To be called about once a second: tries again what failed. */
  check(stampMs: number): void;
}
