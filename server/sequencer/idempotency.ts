// What was answered to a command under its name before: asked of the store for all that arrive while the last question
// is under way.
import type { Outcome } from '../exchange/event.ts';
import type { Store } from '../store/store.ts';
import { type Nameable, bodyOf, fromText, keptName } from './codec.ts';

/** Names in one question. */
const MOST_ASKED = 256;

/** The first answer to a name; `isSame`: it was given to the same command, not to another one. */
export interface Earlier {
  outcome: Outcome;
  isSame: boolean;
}

interface AnswerRow {
  body: string;
  answer: string;
  seq: bigint;
  ts: bigint;
}

interface Asked {
  command: Nameable;
  resolve: (earlier: Earlier | null) => void;
  reject: (error: unknown) => void;
}

export class Answers {
  readonly #store: Store;
  #asked: Asked[] = [];
  #asking = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Null: the name is new. Throws what the store throws. */
  find(command: Nameable): Promise<Earlier | null> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ command, resolve, reject });
      if (!this.#asking) void this.#ask();
    });
  }

  /** Never rejects: those who asked hear of it. */
  async #ask(): Promise<void> {
    this.#asking = true;
    while (this.#asked.length > 0) {
      const some = this.#asked.splice(0, MOST_ASKED);
      try {
        const rows = await this.#store.each<AnswerRow>(
          'SELECT body, answer, seq, ts FROM exchange_answer WHERE uid = ? AND client_no = ?',
          some.map(({ command }) => [command.uid, keptName(command)]),
        );
        some.forEach(({ command, resolve }, at) => {
          resolve(earlierOf(command, rows[at]));
        });
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#asking = false;
  }
}

function earlierOf(command: Nameable, row: AnswerRow | undefined): Earlier | null {
  if (!row) return null;
  return {
    outcome: { seq: Number(row.seq), ts: Number(row.ts), answer: fromText<Outcome['answer']>(row.answer), events: [] },
    isSame: row.body === bodyOf(command),
  };
}
