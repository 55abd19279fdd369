// Client of the operator's interface (/ops/api): forms in, envelopes out; the token is in memory alone.
import { solvedCaptcha } from '../../../core/proofs/proof-of-work.ts';
import { browserTextSha256 } from '../../lib/crypto-adapter.ts';

/** A row of an answer: field names and plain values. */
export type Row = Readonly<Record<string, unknown>>;
/** Values of a form, all as text. */
export type FormValues = Readonly<Record<string, string>>;

/** The operator of a session. The role `owner` is the owner's token where operators have accounts. */
export interface Operator {
  name: string;
  role: string;
}

/** A field of an action's form. */
export interface ActionField {
  name: string;
  required: boolean;
  default?: string;
  choices?: string[];
}

/** An action that the operator's role may do. */
export interface Action {
  name: string;
  /** What it does, in a sentence. */
  description: string;
  fields: ActionField[];
}

/** An action that waits for a second operator. */
export interface PendingAction {
  ts: number;
  operator: string;
  action: string;
  /** The action's fields, as JSON. */
  input: string;
  reason: string;
  requestId: string;
  /** The deposit or withdrawal that would be approved. */
  facts: FormValues;
}

/** The answer of an action: done, waiting for a second operator, or a new invitation. */
export interface ActionResult {
  waiting?: boolean;
  name?: string;
  /** Secret of an invitation, which the server answers once. */
  invite?: string;
}

/** The figures of `health`; those that the page reads by name. */
export interface HealthFigures extends Row {
  ok: boolean;
  /** Number of the last command. */
  seq: number;
  feed: { indexAgeMs: number | null };
  /** Null where nothing is recorded; sizes in bytes, the backlog in events. */
  archive: {
    bytes: number;
    days: number;
    oldestMs: number | null;
    backlog: number;
    seams: number;
    failures: number;
    lastError: { ts: number; text: string } | null;
    /** The object store; null: the archive is on the exchange's machine. */
    remote: { waitingBytes: number; maxWaitingBytes: number; error: string | null } | null;
    limits: Readonly<Record<'maxBytes' | 'maxDays' | 'backlog', number>>;
  } | null;
  queues: Readonly<Record<string, number>>;
  /** Sums of each coin, as decimals. */
  coins: readonly Readonly<
    { coinId: number } & Record<
      'users' | 'bots' | 'insurance' | 'clearing' | 'exchange' | 'netDeposits' | 'sum',
      string
    >
  >[];
  limits: Readonly<
    Record<'waitingCommands' | 'sockets' | 'loopLagMs' | 'storeReadMs' | 'commitAgeMs' | 'indexAgeMs', number>
  >;
  history: readonly HealthSample[];
}

/** One of the samples of the last hour. */
export interface HealthSample {
  ts: number;
  waitingCommands: number;
  commandsPerS: number;
  sockets: number;
  memoryMb: number;
  loopLagMs: number;
  storeReadMs: number | null;
  commitAgeMs: number;
}

interface Envelope<T> {
  code: number;
  msg: string;
  data: T;
}

export class OperatorApi {
  /** Not in any storage, so no other script of this origin can read it. The cookie of a login gives no access. */
  #token = '';

  /** Sends `token` with every later call: the token of a session, or the owner's. */
  authorize(token: string): void {
    this.#token = token;
  }

  /**
   * Throws Error with the server's sentence when the call is refused. Where a captcha makes up for too many logins of
   * others, it is solved first, which takes some seconds.
   */
  async call<T>(name: string, form: Readonly<Record<string, string | number>> = {}): Promise<T> {
    const answer = await this.#send<T>(name, form);
    if (answer.code === 0) return answer.data;
    const sha256 = browserTextSha256();
    const solved = sha256 && (await solvedCaptcha(answer.data, sha256));
    const { code, msg, data } = solved ? await this.#send<T>(name, { ...form, ...solved }) : answer;
    if (code === 0) return data;
    const rule = (data as { rule?: string } | null)?.rule;
    throw new Error(rule === undefined ? msg : `${msg} (${rule})`);
  }

  /** The actions that the operator may do, by name. */
  async actions(): Promise<Map<string, Action>> {
    const list = await this.list<Omit<Action, 'description'> & Record<'says', string>>('actions');
    return new Map(list.map((action) => [action.name, { ...action, description: action['says'] }]));
  }

  /** A call that answers a list. */
  async list<T = Row>(name: string, form?: Readonly<Record<string, string | number>>): Promise<T[]> {
    return (await this.call<{ list: T[] }>(name, form)).list;
  }

  async #send<T>(name: string, form: Readonly<Record<string, string | number>>): Promise<Envelope<T>> {
    const response = await fetch(`/ops/api/${name}`, {
      method: 'POST',
      body: new URLSearchParams(Object.entries(form).map(([key, value]) => [key, String(value)])),
      cache: 'no-store',
      // The page is in English whatever the browser's language, and so do the refusals on it.
      headers: {
        'accept-language': 'en-US',
        ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
      },
    });
    return (await response.json()) as Envelope<T>;
  }
}
