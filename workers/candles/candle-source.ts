// What a candles view reads: a series, its state, and a notification of every change.
import type { CandleSeries } from './candle-series.ts';

/** Called after each change of the series. */
export interface CandleListener {
  onReset(): void;
  /** Rows from `first` on changed or are new; `inPast` when rows before the last two may differ. */
  onTail(first: number, inPast: boolean): void;
  onPrepend(added: number): void;
  onFailure(reason: string): void;
}

export interface CandleSource {
  readonly series: CandleSeries;
  readonly listeners: Set<CandleListener>;
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** Whether it is loaded and nothing is known to be missing. */
  readonly isComplete: boolean;
  /** Whether the exchange has candles before the first one. */
  readonly hasMore: boolean;
  /** Loads the series again. Never rejects: listeners get the failure. */
  load(stampMs: number): Promise<void>;
  older(): Promise<void>;
  /** Subscribed again after a connection loss. */
  resubscribed(stampMs: number): void;
  /** Call about once a second: retries what failed. */
  check(stampMs: number): void;
}
