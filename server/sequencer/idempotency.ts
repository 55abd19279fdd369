// Looks up the stored answer to a command's client number; lookups that arrive together are
// batched.
import type { Outcome } from '../exchange/outcome.ts';
import type { Store } from '../store/store.ts';
import { type NamedCommand, fromText } from './codec.ts';

/** Lookups at a time: powers of two, so that few statements are prepared. */
const MOST_LOOKUPS = 256;
/** Lookups in one statement of SQLite, where each statement costs as much as several lookups. */
const MOST_JOINED = 32;

/** The first answer to a client number; `isSame`: it was given to an equal command. */
export interface EarlierAnswer {
  outcome: Outcome;
  isSame: boolean;
}

/** An answer whose row may not be written yet, and the command as text. */
export interface FreshAnswer {
  body: string;
  outcome: Outcome;
}

type FreshAnswers = (uid: number, key: string) => FreshAnswer | undefined;

interface AnswerRow {
  body: string;
  answer: string;
  seq: bigint;
  ts: bigint;
}

interface Lookup {
  uid: number;
  key: string;
  body: string;
  resolve: (earlier: EarlierAnswer | null) => void;
  reject: (error: unknown) => void;
}

export class IdempotentAnswers {
  readonly #store: Store;
  readonly #freshAnswer: FreshAnswers;
  #lookups: Lookup[] = [];
  #isQuerying = false;

  /** `freshAnswer` knows answers that have no rows yet. */
  constructor(store: Store, freshAnswer: FreshAnswers) {
    this.#store = store;
    this.#freshAnswer = freshAnswer;
  }

  /**
   * `key` and `body` are the command's `idempotencyKey` and `fingerprint`. Null: the client number is new. Rejects with
   * what the store throws.
   */
  find({ uid }: NamedCommand, key: string, body: string): Promise<EarlierAnswer | null> {
    const fresh = this.#freshAnswer(uid, key);
    if (fresh) return Promise.resolve(earlierOf(body, fresh));
    return new Promise((resolve, reject) => {
      this.#lookups.push({ uid, key, body, resolve, reject });
      if (!this.#isQuerying) void this.#query();
    });
  }

  /** Never rejects: errors go to the lookups. */
  async #query(): Promise<void> {
    this.#isQuerying = true;
    while (this.#lookups.length > 0) {
      const some = this.#lookups.splice(0, MOST_LOOKUPS);
      try {
        const rows = await this.#rowsOf(some.map(({ uid, key }) => [uid, key]));
        some.forEach(({ body, resolve }, at) => {
          const row = rows[at];
          resolve(row ? earlierOf(body, freshOf(row)) : null);
        });
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#isQuerying = false;
  }

  /** The row of each user and client number. */
  async #rowsOf(keys: [uid: number, key: string][]): Promise<(AnswerRow | undefined)[]> {
    const answers = 'SELECT uid, client_no, body, answer, seq, ts FROM exchange_answer WHERE';
    // Over a network all statements share a round trip.
    if (this.#store.kind !== 'sqlite') return this.#store.each(`${answers} uid = ? AND client_no = ?`, keys);
    const byKey = new Map<string, AnswerRow>();
    for (let from = 0; from < keys.length;) {
      const some = keys.slice(from, from + 2 ** Math.floor(Math.log2(Math.min(MOST_JOINED, keys.length - from))));
      const rows = await this.#store.all<AnswerRow & { uid: bigint; client_no: string }>(
        `${answers} ${some.map(() => '(uid = ? AND client_no = ?)').join(' OR ')}`,
        some.flat(),
      );
      for (const row of rows) byKey.set(`${row.uid} ${row.client_no}`, row);
      from += some.length;
    }
    // None of a new client number.
    return byKey.size === 0 ? [] : keys.map((key) => byKey.get(key.join(' ')));
  }
}

function freshOf({ body, seq, ts, answer }: AnswerRow): FreshAnswer {
  return {
    body,
    outcome: { seq: Number(seq), ts: Number(ts), answer: fromText<Outcome['answer']>(answer), events: [] },
  };
}

function earlierOf(body: string, first: FreshAnswer): EarlierAnswer {
  return { outcome: first.outcome, isSame: first.body === body };
}
