// What the nodes of a cluster send to each other, and on which subjects.
import type { EpochMs } from '../../core/units/time.ts';
import type { CallOrigin } from '../gateway/call-runner.ts';
import type { StoredState } from '../exchange/restore-state.ts';
import type { BaseInterval } from '../feed/market-candles.ts';
import type { FeedCopy } from '../feed/feed-copy.ts';
import type { JournalEntry } from '../sequencer/journal/record-codec.ts';

/**
 * Version of these messages and of the machine's rules. Nodes of other builds work together while it is equal; a node
 * of another version does not follow, and reports it as ill.
 */
export const CLUSTER_VERSION = 8;

/** The engine that leads sends it four times a second, and at once after each group of commands. */
export const BEAT_MS = 250;

/** `epoch` numbers the owners of the database: a message of an earlier owner is ignored. */
export interface Beat {
  version: number;
  epoch: number;
  /** Number of the last committed command. */
  seq: number;
  /** The exchange's time when it was sent; absent from earlier builds. */
  nowMs?: EpochMs;
  /** Number of the last command that has rows; absent: `seq`. */
  rowsSeq?: number;
  /** State hash at `seq`, every few seconds; absent otherwise. */
  stateHash?: string;
  /** Why the engine can commit nothing; absent: it can. */
  fault?: string;
  /** The database's server has been away for a moment only: calls under a client number wait for it. */
  isAway?: boolean;
}

/** Committed commands, dense in their numbers. */
export interface JournalGroup extends Beat {
  entries: JournalEntry[];
}

/** State of the exchange after command `seq`, for a node that starts to follow. */
export interface SyncReply {
  version: number;
  epoch: number;
  seq: number;
  /** Hash of `state`: a node compares that of the machine which it restored. */
  stateHash: string;
  state: StoredState;
  feed: FeedCopy;
}

/** Candles of one series that start in [fromMs, toMs); answered with their columns. */
export interface CandlesRequest {
  coinInfoId: number;
  period: BaseInterval;
  fromMs: number;
  toMs: number;
}

/** A call of a client, as the gateway received it. */
export interface ForwardedCall {
  path: string;
  origin: CallOrigin;
  traceId: string;
  token: string;
  form: Record<string, string>;
}

/** Requests name the epoch, so that an engine that has lost the database gets none. */
export const SUBJECT = {
  beat: 'defi.beat',
  /** Sent as often by an owner of the database that does not serve yet: other standbys know that it lives. */
  starting: 'defi.starting',
  journal: 'defi.journal',
  events: 'defi.events',
  sync: (epoch: number) => `defi.${epoch}.sync`,
  entries: (epoch: number) => `defi.${epoch}.entries`,
  candles: (epoch: number) => `defi.${epoch}.candles`,
  call: (epoch: number) => `defi.${epoch}.call`,
  session: (epoch: number) => `defi.${epoch}.session`,
  /** Answered with the exchange's time. */
  time: (epoch: number) => `defi.${epoch}.time`,
} as const;
