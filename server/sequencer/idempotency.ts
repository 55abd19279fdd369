// Looks up the stored answer to a command's client number; lookups that arrive together are
// batched.
import type { Outcome } from '../exchange/outcome.ts';
import type { Store } from '../store/store.ts';
import { type NamedCommand, fingerprint, fromText, idempotencyKey } from './codec.ts';

/** Lookups in one batch. */
const MOST_LOOKUPS = 256;

/** The first answer to a client number; `isSame`: it was given to an equal command. */
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
  command: NamedCommand;
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

  /** Null: the client number is new. Rejects with what the store throws. */
  find(command: NamedCommand): Promise<EarlierAnswer | null> {
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

function earlierOf(command: NamedCommand, row: AnswerRow | undefined): EarlierAnswer | null {
  if (!row) return null;
  return {
    outcome: { seq: Number(row.seq), ts: Number(row.ts), answer: fromText<Outcome['answer']>(row.answer), events: [] },
    isSame: row.body === fingerprint(command),
  };
}
