// Calls between the page of a market's past and its worker.
import type { PracticeIntent } from '../practice/practice-order.ts';
import type { TimeInterval, EpochMs } from '../units/time.ts';
import type { PracticeAnswer, PracticeState } from './practice-protocol.ts';
import type { ReplayRefusal } from './replay-protocol.ts';
import type { MarketWorker } from './worker-protocol.ts';

/** Why a moment is not shown. market: unknown. empty: neither events nor candles are there. unreachable: no answer. */
export type PastRefusal = 'market' | 'empty' | 'unreachable';

/**
 * What a moment is known from. events: every trade and book change. candles: candles alone, from before the recording.
 * gap: nothing was recorded between `gap`'s times; the book is not known.
 */
export type PastKnowledge = 'events' | 'candles' | 'gap';

export interface PastStatus {
  atMs: EpochMs;
  known: PastKnowledge;
  /** Where nothing was recorded around `atMs`, or in the step just made; null without such a gap. */
  gap: readonly [fromMs: EpochMs, toMs: EpochMs] | null;
  /** The newest recorded moment is reached. */
  ended: boolean;
  /** Begin of the recording of every event; NaN when there is none. */
  recordedFromMs: EpochMs;
  /** Events and candles played since the moment that was chosen. */
  played: number;
  /** Hash over the states at all whole seconds so far: equal for equal runs, at any speed. */
  hash: string;
  /** Null while there is no practice. */
  practice: PracticeState | null;
}

/** A place in what is played: `played` of the status, and its moment. */
export interface PlayedPlace {
  played: number;
  atMs: EpochMs;
}

/** A file whose markets are the past from now on; times of its first and last message. */
export interface OpenedFile {
  /** Markets of which something was recorded, by number of messages, descending. */
  markets: number[];
  firstMs: EpochMs;
  lastMs: EpochMs;
}

/**
 * The market worker of one market's past: the same views, filled from recorded events. Calls that move time run one
 * after another.
 */
export interface PastWorker<Port, File> extends Omit<MarketWorker<Port>, 'hostChart'> {
  /** Takes the past from a recorded feed; no call goes to the exchange then. */
  openFile(file: File): Promise<OpenedFile | ReplayRefusal>;
  /** Shows a market at a moment, instead of what was shown before. Open views stay open. */
  goTo(coinInfoId: number, atMs: EpochMs): Promise<PastStatus | PastRefusal>;
  /** Plays `ms` of market time. */
  advance(ms: number): Promise<PastStatus>;
  /** Plays the next trade, book change or candle. */
  stepEvent(): Promise<PastStatus>;
  /** Plays to the end of the running candle. */
  stepBar(interval: TimeInterval): Promise<PastStatus>;
  /** Plays to a place that was reached before, from the same chosen moment. */
  playUntil(place: PlayedPlace): Promise<PastStatus>;
  /** Begins a practice at this moment, in place of one that runs. It ends with the moment, by `goTo`. */
  startPractice(): Promise<PastStatus>;
  placePractice(intent: PracticeIntent): Promise<PracticeReply>;
  /** Closes the position with a market order. */
  closePractice(): Promise<PracticeReply>;
  /** Cancels one order of the practice, or all with null. */
  cancelPractice(id: number | null): Promise<PastStatus>;
  /** Cancels all orders, closes the position, and ends the practice; its last state is in the answer. */
  endPractice(): Promise<PastStatus>;
}

export interface PracticeReply {
  answer: PracticeAnswer;
  status: PastStatus;
}
