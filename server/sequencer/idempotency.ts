// What was answered to a command under its name before: asked of the store for all that arrive while the last question
// is under way.
import type { Outcome } from '../exchange/event.ts';
import type { Store } from '../store/store.ts';
import { type Nameable, fingerprint, fromText, idempotencyKey } from './codec.ts';

/** Names in one question. */
const MOST_LOOKUPS = 256;

/** The first answer to a name; `isSame`: it was given to the same command, not to another one. */
export interface EarlierAnswer {
  outcome: Outcome;
  isSame: boolean;
}

interface AnswerRow {
  body: string;
  answer: string;
  seq: bigint;
  ts: bigint;
}

interface Lookup {
  command: Nameable;
  resolve: (earlier: EarlierAnswer | null) => void;
  reject: (error: unknown) => void;
}

export class IdempotentAnswers {
  readonly #store: Store;
  #lookups: Lookup[] = [];
  #isQuerying = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Null: the name is new. Throws what the store throws. */
  find(command: Nameable): Promise<EarlierAnswer | null> {
    return new Promise((resolve, reject) => {
      this.#lookups.push({ command, resolve, reject });
      if (!this.#isQuerying) void this.#query();
    });
  }

  /** Never rejects: those who asked hear of it. */
  async #query(): Promise<void> {
    this.#isQuerying = true;
    while (this.#lookups.length > 0) {
      const some = this.#lookups.splice(0, MOST_LOOKUPS);
      try {
        const rows = await this.#store.each<AnswerRow>(
          'SELECT body, answer, seq, ts FROM exchange_answer WHERE uid = ? AND client_no = ?',
          some.map(({ command }) => [command.uid, idempotencyKey(command)]),
        );
        some.forEach(({ command, resolve }, at) => {
          resolve(earlierOf(command, rows[at]));
        });
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#isQuerying = false;
  }
}

function earlierOf(command: Nameable, row: AnswerRow | undefined): EarlierAnswer | null {
  if (!row) return null;
  return {
    outcome: { seq: Number(row.seq), ts: Number(row.ts), answer: fromText<Outcome['answer']>(row.answer), events: [] },
    isSame: row.body === fingerprint(command),
  };
}
