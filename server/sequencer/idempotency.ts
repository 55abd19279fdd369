// Finds the stored answer to a command's client number; lookups that arrive together are batched.
import type { Outcome } from '../exchange/outcome.ts';
import type { Store } from '../store/store.ts';
import { ClientNumbers } from './client-numbers.ts';
import { type NamedCommand, fingerprint, fromText } from './codec.ts';

/** Lookups at a time: powers of two, so that few statements are prepared. */
const MAX_LOOKUPS = 256;
/** Lookups in one statement of SQLite, where each statement costs as much as several lookups. */
const MAX_JOINED = 32;

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
  command: NamedCommand;
  key: string;
  resolve: (earlier: EarlierAnswer | null) => void;
  reject: (error: unknown) => void;
}

export class IdempotentAnswers {
  readonly #store: Store;
  readonly #freshAnswer: FreshAnswers;
  readonly #numbers: ClientNumbers;
  #lookups: Lookup[] = [];
  #isQuerying = false;

  /** `freshAnswer` knows answers that have no rows yet. */
  constructor(store: Store, freshAnswer: FreshAnswers, report: (what: string, error: unknown) => void) {
    this.#store = store;
    this.#freshAnswer = freshAnswer;
    this.#numbers = new ClientNumbers(store, report);
  }

  /** Marks a client number as used, whose row may not be written yet. */
  add(uid: number, key: string): void {
    this.#numbers.add(uid, key);
  }

  /**
   * `key` is the command's `idempotencyKey`; it counts as used from now on. Null, or a promise of it: it is new.
   * Rejects with what the store throws.
   */
  find(command: NamedCommand, key: string): Promise<EarlierAnswer | null> | null {
    if (this.#numbers.add(command.uid, key)) return null;
    const fresh = this.#freshAnswer(command.uid, key);
    if (fresh) return Promise.resolve(earlierOf(command, fresh));
    return new Promise((resolve, reject) => {
      this.#lookups.push({ command, key, resolve, reject });
      if (!this.#isQuerying) void this.#query();
    });
  }

  /** Once it resolves, nothing is read from the store in the background any more. */
  close(): Promise<void> {
    return this.#numbers.close();
  }

  /** Never rejects: errors go to the lookups. */
  async #query(): Promise<void> {
    this.#isQuerying = true;
    while (this.#lookups.length > 0) {
      const some = this.#lookups.splice(0, MAX_LOOKUPS);
      try {
        const rows = await this.#rowsOf(some.map(({ command, key }) => [command.uid, key]));
        some.forEach(({ command, resolve }, at) => {
          const row = rows[at];
          resolve(row ? earlierOf(command, freshOf(row)) : null);
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
      const some = keys.slice(from, from + 2 ** Math.floor(Math.log2(Math.min(MAX_JOINED, keys.length - from))));
      const rows = await this.#store.all<AnswerRow & { uid: bigint; client_no: string }>(
        `${answers} ${some.map(() => '(uid = ? AND client_no = ?)').join(' OR ')}`,
        some.flat(),
      );
      for (const row of rows) byKey.set(`${row.uid} ${row.client_no}`, row);
      from += some.length;
    }
    // The usual case: new client numbers have no row.
    return byKey.size === 0 ? [] : keys.map((key) => byKey.get(key.join(' ')));
  }
}

function freshOf({ body, seq, ts, answer }: AnswerRow): FreshAnswer {
  return {
    body,
    outcome: { seq: Number(seq), ts: Number(ts), answer: fromText<Outcome['answer']>(answer), events: [] },
  };
}

function earlierOf(command: NamedCommand, first: FreshAnswer): EarlierAnswer {
  return { outcome: first.outcome, isSame: first.body === fingerprint(command) };
}
