// Calls between the replay page and its worker, and what a recording contains.
import type { CoinInfo } from '../instruments/instrument.ts';
import type { View, ViewId } from './worker-protocol.ts';
import type { SubscribeArg } from '../feed/feed-protocol.ts';

/**
 * Why a file is not played. large: too large. foreign: no recording. venue: a tape of a venue with unknown rules.
 * empty: no complete message.
 */
export type ReplayRefusal = 'large' | 'foreign' | 'venue' | 'empty';

/**
 * Fault of a recording. cut: the file ends early. bent: a malformed line. gap, checksum, off-grid, crossed: a book was
 * lost until its next snapshot, by the venue's rules. trade: one that is none was left out. no-snapshot: changes of a
 * book without a snapshot before them.
 */
export type ReplayTrouble = 'cut' | 'bent' | 'gap' | 'checksum' | 'off-grid' | 'crossed' | 'trade' | 'no-snapshot';
/**
 * `line` counts from 1 (in a flight recorder's file: messages); `symbol` is '' for all symbols; `detail` is an English
 * explanation.
 */
export interface ReplayProblem {
  kind: ReplayTrouble;
  line: number;
  symbol: string;
  atMs: number;
  detail: string;
}

/** A notable moment: the socket closed or opened, a message was missing or malformed. */
export interface ReplayMark {
  atMs: number;
  kind: 'closed' | 'open' | 'gap' | 'bad';
}

/** A recording as it was opened. Times in ms since the epoch. */
export interface ReplayInfo {
  infos: CoinInfo[];
  /** Every public channel, with its number of messages. */
  channels: { arg: SubscribeArg; frames: number }[];
  firstMs: number;
  lastMs: number;
  /** Messages in it. */
  count: number;
  /** The file ends early: everything before the break is played. */
  cut: boolean;
  marks: ReplayMark[];
  /** Faults, in order. */
  problems: ReplayProblem[];
}

/** Position of a replay. `hash` is of the state at the last whole second; '' before the first. */
export interface ReplayStatus {
  atMs: number;
  played: number;
  ended: boolean;
  hash: string;
}

/**
 * The replay worker's interface, through Comlink. Calls run one after another. `File` and `Port` are the platform's
 * types, unknown to core.
 */
export interface ReplayWorker<File, Port> {
  /** Opens a file at its first moment, instead of the one open before; frames of views are sent to `port`. */
  load(file: File, port: Port): Promise<ReplayInfo | ReplayRefusal>;
  /** Opens a view under the page's number; throws Error when it cannot be. */
  open(id: ViewId, view: View): Promise<void>;
  close(id: ViewId): Promise<void>;
  /** Plays `ms` of the recording. */
  advance(ms: number): Promise<ReplayStatus>;
  /** Plays the next message. */
  step(): Promise<ReplayStatus>;
  /** Moves to a moment; an earlier one is reached by playing from the beginning. */
  seek(atMs: number): Promise<ReplayStatus>;
}
