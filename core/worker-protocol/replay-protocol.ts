// Between the replay page and its worker: the calls it makes, what it hears of a recording and of where the replay is.
import type { CoinInfo } from '../instruments/instrument.ts';
import type { View, ViewId } from './worker-protocol.ts';
import type { SubscribeArg } from '../feed/feed-protocol.ts';

/**
 * Why a file is not played: too large, not a recording at all, a tape of a venue whose rules are not known, a recording
 * without one whole frame.
 */
export type ReplayRefusal = 'large' | 'foreign' | 'venue' | 'empty';

/**
 * What is wrong with a recording. cut: it breaks off. bent: a line that cannot be so. gap, checksum, off-grid: a book
 * was lost there, by the venue's own rules, until its next snapshot. crossed: its last bid is not below its last ask.
 * no-snapshot: changes of a book that nobody began.
 */
export type ReplayTrouble = 'cut' | 'bent' | 'gap' | 'checksum' | 'off-grid' | 'crossed' | 'no-snapshot';
/**
 * `line` counts from 1 (of a flight recorder's file: its messages); `symbol` is '' where all are meant; `detail` says
 * more, in English.
 */
export interface ReplayProblem {
  kind: ReplayTrouble;
  line: number;
  symbol: string;
  atMs: number;
  detail: string;
}

/** A place worth looking at: the socket was lost or there again, a message was missing, one could not be read. */
export interface ReplayMark {
  atMs: number;
  kind: 'closed' | 'open' | 'gap' | 'bad';
}

/** A recording as it was opened. Times in ms since the epoch. */
export interface ReplayInfo {
  infos: CoinInfo[];
  /** Every public channel it has, with its number of frames. */
  channels: { arg: SubscribeArg; frames: number }[];
  firstMs: number;
  lastMs: number;
  /** Messages in it. */
  count: number;
  /** The file broke off: what stands before the break is played. */
  cut: boolean;
  marks: ReplayMark[];
  /** What is wrong with it, in order. */
  problems: ReplayProblem[];
}

/** Where a replay is. `hash` is of the state at the last whole second; '' before the first. */
export interface ReplayStatus {
  atMs: number;
  played: number;
  ended: boolean;
  hash: string;
}

/**
 * The replay worker's face, through Comlink. Calls are carried out one after another. `File` and `Port` are the
 * platform's, which this room does not know.
 */
export interface ReplayWorker<File, Port> {
  /** Opens a file and stands at its first moment; frames of views leave through `port`. An opened one is let go. */
  load(file: File, port: Port): Promise<ReplayInfo | ReplayRefusal>;
  /** Opens a view under the page's number; throws Error when it cannot be. */
  open(id: ViewId, view: View): Promise<void>;
  close(id: ViewId): Promise<void>;
  /** Plays `ms` of the recording. */
  advance(ms: number): Promise<ReplayStatus>;
  /** Plays the next message. */
  step(): Promise<ReplayStatus>;
  /** Goes to a moment; one that is past is reached from the beginning. */
  seek(atMs: number): Promise<ReplayStatus>;
}
