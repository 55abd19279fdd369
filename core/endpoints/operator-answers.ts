// What the operator's calls (/ops/api/NAME) answer: to the operator's page and to the command line.
import type { EpochMs } from '../units/time.ts';

/** Name of the description in these answers. */
export const DESCRIPTION_FIELD = 'says';

/** Data of each answer, by the name of its call. */
export interface OperatorAnswers {
  login: Login;
  logout: object;
  invitation: Invitation;
  join: Login;
  me: Operator;
  actions: List<ListedAction>;
  health: HealthFigures;
  markets: List<ListedMarket>;
  queue: List<ReviewItem>;
  item: ReviewItem;
  person: FoundUser;
  operators: List<OperatorAccount>;
  waiting: List<PendingAction>;
  parameters: List<ListedParameter>;
  history: List<ParameterChange>;
  audit: List<AuditEntry>;
  act: ActionResult;
  approve: ActionResult;
  decline: ActionResult;
}

interface List<T> {
  list: T[];
}

/** Calls that answer a list. */
export type ListCall = {
  [N in keyof OperatorAnswers]: OperatorAnswers[N] extends List<object> ? N : never;
}[keyof OperatorAnswers];
/** One entry of such a list. */
export type ListedIn<N extends ListCall> = OperatorAnswers[N]['list'][number];

/** The rule that a refused form breaks, where its answer names one. */
export function brokenRule(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'rule' in data ? String(data.rule) : undefined;
}

/** Token of a new session. */
export interface Login {
  session: string;
}

/** Secret of the authenticator that an invited operator binds, also as an address for it. */
export interface Invitation {
  name: string;
  role: Role;
  secret: string;
  otpauth: string;
}

export type Role = 'support' | 'finance' | 'admin';

/**
 * Who acts: the name in the audit log, taken from the session or the token and not from the request. Two roles have no
 * account: `owner` holds the machine's token and sets up the others; `demo` is the reviewer of demo mode.
 */
export interface Operator {
  name: string;
  role: Role | 'owner' | 'demo';
}

export type OperatorAccount = {
  name: string;
  role: Role;
  /** `invited` until the invitation is accepted. */
  status: 'invited' | 'active' | 'disabled';
  /** Until this time the account takes no part in actions of two operators; 0: not held. */
  heldUntil: EpochMs;
  createTime: EpochMs;
};

/** A field of an action's form. */
export interface ActionField {
  name: string;
  required: boolean;
  /** Value used when the field is absent. */
  default?: string;
  choices?: string[];
}

/** An action that the operator's role may do. */
interface ListedAction {
  name: string;
  [DESCRIPTION_FIELD]: string;
  fields: ActionField[];
}

type ListedParameter = {
  name: string;
  value: string;
  [DESCRIPTION_FIELD]: string;
};

export type ParameterChange = {
  name: string;
  value: string;
  operator: string;
  reason: string;
  ts: EpochMs;
};

export type ListedMarket = {
  coinInfoId: number;
  name: string;
  status: string;
  /** Announced end of the market in ISO 8601; '': none. */
  delistTime: string;
};

/** An item of a queue: `facts` and `pictures` ("image/jpeg;base64url,...") by name. Lists have no pictures. */
export interface ReviewItem {
  /** A uid in the queues `kyc` and `reset`, an order's id in the others. */
  id: number;
  facts: Record<string, string | number>;
  pictures: Record<string, string>;
}

/** A user as operators may see them. */
export interface FoundUser {
  uid: number;
  email: string;
  status: 'active' | 'frozen';
  creditScore: number;
  createTime: EpochMs;
  /** Uid of the inviter; null: none. */
  invitedBy: number | null;
  kyc: number | null;
  authenticator: boolean;
  withdrawLockUntil: EpochMs;
  openOrders: number;
  openContracts: number;
  balances: { wallet: string; coin: string; available: string; frozen: string }[];
}

/**
 * Outcome of a request. The first entry is written before the execution, so that nothing is executed unrecorded; it
 * is `waiting` when approval is needed. `approved` and `declined` are entries of the second operator.
 */
export type AuditOutcome = 'asked' | 'waiting' | 'approved' | 'declined' | 'done' | 'refused' | 'failed';

/** `input` and `detail` are JSON. */
export interface AuditEntry {
  id: number;
  ts: EpochMs;
  operator: string;
  action: string;
  input: string;
  reason: string;
  outcome: AuditOutcome;
  detail: string;
  /** Id of the request; shared by all of its entries. */
  requestId: string;
  hash: string;
}

/** An action that waits for a second operator; `facts`: of the deposit or withdrawal that it would approve. */
export interface PendingAction extends AuditEntry {
  facts: ReviewItem['facts'];
}

/** Done: what the action has to show. */
export interface ActionResult {
  /** 1: it waits for a second operator. */
  waiting?: 1;
  /** Of an invitation: whose, and its secret, which is answered once. */
  name?: string;
  invite?: string;
}

export interface HealthFigures {
  ok: boolean;
  uptimeS: number;
  /** Number of the last command. */
  seq: number;
  waitingCommands: number;
  sockets: number;
  memoryMb: number;
  /** Delay of the event loop since the last call, in ms. */
  loopLagMs: { p50: number; p99: number; max: number };
  store: { kind: string; readMs: number };
  /** Age of the last command. */
  commitAgeMs: number;
  /** Markets with an index, and the age of the newest tick of all; null before the first. */
  feed: { markets: number; indexAgeMs: number | null };
  /** Null where nothing is recorded. */
  archive: ArchiveState | null;
  /** Items in each queue. */
  queues: Record<string, number>;
  ledger: LedgerCheck;
  audit: { entries: number; brokenAt: number | null; hash: string };
  coins: CoinSums[];
  /** What each figure must stay below; at the first two the exchange refuses more. */
  limits: Readonly<
    Record<'waitingCommands' | 'sockets' | 'loopLagMs' | 'storeReadMs' | 'commitAgeMs' | 'indexAgeMs', number>
  >;
  /** The last hour at most, oldest first. */
  history: readonly HealthSample[];
}

/** One sample of the process. */
export interface HealthSample {
  ts: EpochMs;
  waitingCommands: number;
  commandsPerS: number;
  sockets: number;
  memoryMb: number;
  /** Largest delay of the event loop since the sample before, in ms. */
  loopLagMs: number;
  /** Time of a read; null where it failed. */
  storeReadMs: number | null;
  /** Time since the last committed command. */
  commitAgeMs: number;
}

export interface LedgerCheck {
  coins: number;
  accounts: number;
  /** Coins whose balances do not sum to 0, and the number of accounts that are below 0 and must not be (L1, L2). */
  unbalanced: number[];
  negative: number;
}

/**
 * Sums of one coin as decimals; available and frozen in both wallets. `netDeposits` is what was deposited less what was
 * withdrawn: the exchange account owes it, and `exchange` is without that debt. `sum` is users + bots + insurance +
 * clearing + exchange - netDeposits, which is 0 in a sound ledger (L1).
 */
export type CoinSums = {
  coinId: number;
  users: string;
  bots: string;
  insurance: string;
  clearing: string;
  exchange: string;
  netDeposits: string;
  sum: string;
};

/** What is recorded of the markets. */
export interface ArchiveState {
  /** Of blocks, their indexes, digests and files. */
  bytes: number;
  days: number;
  /** Begin of the oldest block; null: there is none. */
  oldestMs: EpochMs | null;
  /** Events that wait to be written. */
  backlog: number;
  /** Times without a recording, of all markets: starts, lost venues, failed writes. */
  seams: number;
  /** Writes that failed since the start; each left a seam. */
  failures: number;
  lastError: { ts: EpochMs; text: string } | null;
  /** The store elsewhere; null: the archive is on the exchange's machine. */
  remote: RemoteState | null;
  /** `backlog`: most events that wait before further ones are lost with a seam. */
  limits: ArchiveLimits & { backlog: number };
}

/** The oldest day goes first, of all markets at once, where either limit is passed. */
export interface ArchiveLimits {
  maxBytes: number;
  /** Recorded days before today: their number, not their age. A clock that is months ahead costs one day, not all. */
  maxDays: number;
}

/** What the operator sees of the object store. */
export interface RemoteState {
  /** Bytes that wait to be stored there, and their most. */
  waitingBytes: number;
  maxWaitingBytes: number;
  /** Why the last try failed; null: it did not. */
  error: string | null;
}
