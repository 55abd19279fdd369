// Looks up the stored answer to a command's client number; lookups that arrive together are
// batched.
import type { Outcome } from '../exchange/outcome.ts';
import type { Store } from '../store/store.ts';
import { type NamedCommand, fingerprint, fromText, idempotencyKey } from './codec.ts';

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
  command: NamedCommand;
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

  /** Null: the client number is new. Rejects with what the store throws. */
  find(command: NamedCommand): Promise<EarlierAnswer | null> {
    const fresh = this.#freshAnswer(command.uid, idempotencyKey(command));
    if (fresh) return Promise.resolve(earlierOf(command, fresh));
    return new Promise((resolve, reject) => {
      this.#lookups.push({ command, resolve, reject });
      if (!this.#isQuerying) void this.#query();
    });
  }

  /** Never rejects: errors go to the lookups. */
  async #query(): Promise<void> {
    this.#isQuerying = true;
    while (this.#lookups.length > 0) {
      const some = this.#lookups.splice(0, MOST_LOOKUPS);
      try {
        const rows = await this.#rowsOf(some.map(({ command }) => [command.uid, idempotencyKey(command)]));
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
      const some = keys.slice(from, from + 2 ** Math.floor(Math.log2(Math.min(MOST_JOINED, keys.length - from))));
      const rows = await this.#store.all<AnswerRow & { uid: bigint; client_no: string }>(
        `${answers} ${some.map(() => '(uid = ? AND client_no = ?)').join(' OR ')}`,
        some.flat(),
      );
      for (const row of rows) byKey.set(`${row.uid} ${row.client_no}`, row);
      from += some.length;
    }
    return keys.map((key) => byKey.get(key.join(' ')));
  }
}

function freshOf({ body, seq, ts, answer }: AnswerRow): FreshAnswer {
  return {
    body,
    outcome: { seq: Number(seq), ts: Number(ts), answer: fromText<Outcome['answer']>(answer), events: [] },
  };
}

function earlierOf(command: NamedCommand, { body, outcome }: FreshAnswer): EarlierAnswer {
  return { outcome, isSame: body === fingerprint(command) };
}
