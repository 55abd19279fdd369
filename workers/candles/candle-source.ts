// What a candles view reads: a series, its state, and a notification of every change.
import type { Rows } from '../decode/rows.ts';
import type { FlowSource } from '../order-flow/flow-source.ts';
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
  /** Order flow of the same bars; absent where it is a source of its own. */
  readonly flow?: FlowSource;
  /** Loads the series again. Never rejects: listeners get the failure. */
  load(stampMs: number): Promise<void>;
  older(): Promise<void>;
  /** Subscribed again after a connection loss. */
  resubscribed(stampMs: number): void;
  /** Call about once a second: retries what failed. */
  check(stampMs: number): void;
}

/** Candles that are made of trades here. */
export interface TradeCandleSource extends CandleSource {
  readonly coinInfoId: number;
  /** Applies live trades, rows of TRADE_FIELD in either order; known ones are dropped. */
  apply(rows: Rows, snapshot: boolean): void;
  dispose(): void;
}
