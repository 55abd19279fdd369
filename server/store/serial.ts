// What both stores share: one transaction after another, and the shorthands made of it.
import type { Rows, Step, Value } from './store.ts';

export abstract class SerialStore {
  /** Ends when the last transaction that was asked for has; never rejects. */
  protected last: Promise<unknown> = Promise.resolve();

  abstract all<T extends object>(sql: string, params?: Value[]): Promise<T[]>;
  abstract each<T extends object>(sql: string, rows: Value[][]): Promise<(T | undefined)[]>;
  /** One transaction, alone on the store. */
  protected abstract transact<T>(work: (rows: Rows) => Promise<T>): Promise<T>;

  /** One transaction of nothing but these steps, alone on the store. */
  protected write(steps: Step[]): Promise<void> {
    return this.transact((rows) => rows.batch(steps));
  }

  async first<T extends object>(sql: string, params: Value[] = []): Promise<T | undefined> {
    return (await this.all<T>(sql, params))[0];
  }

  run(sql: string, params: Value[] = []): Promise<void> {
    return this.batch([[sql, [params]]]);
  }

  many(sql: string, rows: Value[][]): Promise<void> {
    return this.batch([[sql, rows]]);
  }

  batch(steps: Step[]): Promise<void> {
    return this.#alone(() => this.write(steps));
  }

  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.#alone(() => this.transact(work));
  }

  /**
   * What a store has to do for itself: the next transaction waits for it, the answer of the one before does not. Never
   * rejects.
   */
  protected async between(): Promise<void> {
    /* most have nothing to do */
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    const after = (): Promise<void> => this.between();
    this.last = mine.then(after, after); // of a refusal the caller hears through `mine`
    return mine;
  }
}
