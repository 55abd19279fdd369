// One transaction on PostgreSQL that survives a lost connection.
// Its statements are replayed on a new one, and a COMMIT without an answer is looked up.
import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '../../../core/errors/error-message.ts';
import { COMMIT, type PostgresConnection, ROLLBACK, isLost } from './postgres-connection.ts';
import { type Rows, type Step, UnansweredCommitError, type Value } from '../store.ts';

/** Rows of parameters sent in one round trip. */
const MAX_IN_BATCH = 1_000;
/** Rows of parameters recorded for a replay; a larger transaction (a restore) fails when its connection is lost. */
const MAX_REPLAYED = 50_000;
/** Connections that a transaction may lose before it fails. */
const MAX_LOSSES = 5;

interface Executed {
  sql: string;
  values: Value[][];
  answer: object[];
}

/** Not yet sent. */
interface Pending {
  sql: string;
  values: Value[][];
  resolve: (answer: object[]) => void;
  reject: (error: unknown) => void;
}

export class PostgresTransaction {
  readonly rows: Rows;
  readonly #connection: PostgresConnection;
  #steps: Executed[] = [];
  #pending: Pending[] = [];
  #recordedRows = 0;
  #losses = 0;
  /** Whether COMMIT was sent and its answer is still to come, or was lost. */
  #isUnanswered = false;
  /** The connection it was begun on. */
  #generation = -1;
  /** Tail of the queue of statements; it never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
    const all = async <T extends object>(sql: string, params: Value[] = []): Promise<T[]> =>
      (await this.#enqueue(sql, [params])) as T[];
    const many = async (sql: string, rows: Value[][]): Promise<void> => {
      for (let from = 0; from < rows.length; from += MAX_IN_BATCH)
        await this.#enqueue(sql, rows.slice(from, from + MAX_IN_BATCH));
    };
    this.rows = {
      all,
      first: async <T extends object>(sql: string, params: Value[] = []) => (await all<T>(sql, params))[0],
      each: (sql, rows) => Promise.all(rows.map(async (params) => (await all<never>(sql, params))[0])),
      run: async (sql, params = []) => {
        await this.#enqueue(sql, [params]);
      },
      many,
      batch: async (steps) => {
        if (steps.every(([, rows]) => rows.length <= MAX_IN_BATCH))
          await Promise.all(steps.map(([sql, rows]) => many(sql, rows)));
        else for (const [sql, rows] of steps) await many(sql, rows);
      },
    };
  }

  /**
   * Runs a whole transaction without reads in one round trip. Resolves when it is on disk. Throws when the server
   * refused or stayed away, UnansweredCommitError where it may be stored all the same.
   */
  async runWhole(steps: Step[]): Promise<void> {
    await this.#untilAnswered(async () => {
      if (this.#isUnanswered && (await this.#wasCommitted())) return;
      await this.#answered(this.#connection.begin(...steps, COMMIT));
    });
    this.#connection.onCommitted();
  }

  async begin(): Promise<void> {
    await this.#withReconnect(() => this.#open());
  }

  /** Resolves when all is on disk. Throws as `runWhole` does. */
  async commit(): Promise<void> {
    await this.#last;
    await this.#untilAnswered(async () => {
      if (this.#isUnanswered && this.#hasNewConnection() && (await this.#wasCommitted())) return;
      if (this.#hasNewConnection()) await this.#replay();
      const [answer] = await this.#answered(this.#connection.run(COMMIT));
      // After a refused statement the server answers COMMIT with a rollback, without an error.
      if (answer?.commandTag !== 'COMMIT') throw new Error('the transaction was undone: a statement in it had failed');
    });
    this.#connection.onCommitted();
  }

  /** Rolls back. With the connection lost there is nothing left to roll back. */
  async rollback(): Promise<void> {
    await this.#last;
    if (!this.#connection.connected || this.#hasNewConnection()) return;
    try {
      await this.#connection.run(ROLLBACK);
    } catch (error) {
      if (!isLost(error)) throw error;
    }
  }

  /** Statements that are queued without waiting for answers are sent together, in order. */
  #enqueue(sql: string, values: Value[][]): Promise<object[]> {
    const answer = new Promise<object[]>((resolve, reject) => {
      this.#pending.push({ sql, values, resolve, reject });
    });
    this.#last = this.#last.then(() => this.#send());
    return answer;
  }

  /**
   * Sends the pending statements and resolves each with its answer, or rejects all when one was refused. Never rejects.
   */
  async #send(): Promise<void> {
    const pending = this.#pending.splice(0);
    if (pending.length === 0) return;
    try {
      const answers = await this.#withReconnect(async () => {
        if (this.#hasNewConnection()) await this.#replay();
        return this.#connection.run(...pending.map(({ sql, values }): Step => [sql, values]));
      });
      pending.forEach(({ sql, values, resolve }, at) => {
        const answer = answers[at]!.rows;
        this.#record({ sql, values, answer });
        resolve(answer);
      });
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  }

  #record(step: Executed): void {
    this.#recordedRows += step.values.length;
    if (this.#recordedRows > MAX_REPLAYED) this.#steps = [];
    else this.#steps.push(step);
  }

  /** Runs `work`, again on a new connection each time the old one is lost. */
  async #withReconnect<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        if (!this.#connection.connected) await this.#connection.connect();
        return await work();
      } catch (error) {
        if (!isLost(error) || this.#recordedRows > MAX_REPLAYED) throw error;
        this.#losses += 1;
        if (this.#losses > MAX_LOSSES) throw error;
      }
    }
  }

  async #untilAnswered(work: () => Promise<void>): Promise<void> {
    try {
      await this.#withReconnect(work);
    } catch (error) {
      throw this.#isUnanswered ? new UnansweredCommitError(errorMessage(error), { cause: error }) : error;
    }
  }

  /** A refusal of the server is an answer. */
  async #answered<T>(commit: Promise<T>): Promise<T> {
    this.#isUnanswered = true;
    try {
      const answer = await commit;
      this.#isUnanswered = false;
      return answer;
    } catch (error) {
      this.#isUnanswered = isLost(error);
      throw error;
    }
  }

  async #wasCommitted(): Promise<boolean> {
    const isCommitted = await this.#connection.isCommitted();
    this.#isUnanswered = false;
    return isCommitted;
  }

  async #open(): Promise<void> {
    await this.#connection.begin();
    this.#generation = this.#connection.generation;
  }

  #hasNewConnection(): boolean {
    return this.#generation !== this.#connection.generation;
  }

  /** Replays all statements. What was read must read the same, because the caller has used it. */
  async #replay(): Promise<void> {
    await this.#open();
    for (const { sql, values, answer } of this.#steps) {
      const [again] = await this.#connection.run([sql, values]);
      if (!isDeepStrictEqual(again?.rows, answer))
        throw new Error('the database changed while its connection was lost; the transaction is undone');
    }
  }
}
