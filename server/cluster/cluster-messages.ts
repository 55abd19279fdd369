// What the nodes of a cluster send to each other, and on which subjects.
import type { Envelope } from '../../core/endpoints/endpoints.ts';
import type { Anchor } from '../../core/proofs/proof.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { CallOrigin } from '../gateway/call-runner.ts';
import type { StoredState } from '../exchange/restore-state.ts';
import type { BaseInterval } from '../feed/market-candles.ts';
import type { FeedCopy } from '../feed/feed-copy.ts';
import type { JournalEntry } from '../sequencer/journal/record-codec.ts';
import type { OrderProof } from '../services/proofs/settlement-proofs.ts';
import type { Subject } from './bus.ts';

/**
 * Version of these messages and of the machine's rules. Nodes of other builds work together while it is equal; a node
 * of another version does not follow, and reports it as ill.
 */
export const CLUSTER_VERSION = 9;

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

/**
 * What happens on the engine and is in no command, for the gateways. A lost one shows with the next read: notices and
 * proofs are fetched, and sessions checked once a minute.
 */
export type ClusterEvent =
  | { kind: 'notice'; uid: number; notice: { createTime: number }; unreadNum: number }
  | { kind: 'anchor'; anchor: Anchor }
  | { kind: 'proof'; proven: OrderProof }
  | { kind: 'sessionEnd'; uid: number }
  | { kind: 'socketNotice'; event: 'maintenance'; at: number };

/** A call of a client, as the gateway received it. */
export interface ForwardedCall {
  path: string;
  origin: CallOrigin;
  traceId: string;
  token: string;
  /** What names the call when its browser sends it once more, to whatever gateway. */
  key?: string;
  form: Record<string, string>;
}

function subject<Message, Answer = never>(name: string): Subject<Message, Answer> {
  return name;
}

/** Requests name the epoch, so that an engine that has lost the database gets none. */
export const SUBJECT = {
  beat: subject<Beat>('defi.beat'),
  /** Sent as often by an owner of the database that does not serve yet: other standbys know that it lives. */
  starting: subject<null>('defi.starting'),
  journal: subject<JournalGroup>('defi.journal'),
  events: subject<ClusterEvent>('defi.events'),
  sync: (epoch: number) => subject<null, SyncReply>(`defi.${epoch}.sync`),
  /** Commands from a number on; null: they are no longer in the journal. */
  entries: (epoch: number) => subject<number, JournalEntry[] | null>(`defi.${epoch}.entries`),
  candles: (epoch: number) => subject<CandlesRequest, Float64Array>(`defi.${epoch}.candles`),
  call: (epoch: number) => subject<ForwardedCall, Envelope>(`defi.${epoch}.call`),
  /** Uid of a session's token; null: there is no such session. */
  session: (epoch: number) => subject<string, number | null>(`defi.${epoch}.session`),
  /** The exchange's time. */
  time: (epoch: number) => subject<null, EpochMs>(`defi.${epoch}.time`),
} as const;
