// Base of both stores: runs one transaction after another, and has the methods built on that.
import type { Rows, Step, Value } from './store.ts';

export abstract class SerialStore {
  /** Resolves when the last transaction in the queue has ended; never rejects. */
  protected last: Promise<unknown> = Promise.resolve();

  abstract all<T extends object>(sql: string, params?: Value[]): Promise<T[]>;
  abstract each<T extends object>(sql: string, rows: Value[][]): Promise<(T | undefined)[]>;
  /** One transaction, alone on the store. */
  protected abstract runTransaction<T>(work: (rows: Rows) => Promise<T>): Promise<T>;

  /** One transaction of these steps only, alone on the store. */
  protected runBatch(steps: Step[]): Promise<void> {
    return this.runTransaction((rows) => rows.batch(steps));
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
    return this.#runExclusive(() => this.runBatch(steps));
  }

  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    return this.#runExclusive(() => this.runTransaction(work));
  }

  /**
   * Work of the store between transactions: the next one waits for it, the answer to the last one does not. Never
   * rejects.
   */
  protected async afterTransaction(): Promise<void> {
    /** nothing by default */
  }

  /** Queues the work between transactions alone. */
  protected scheduleAfter(): void {
    this.last = this.last.then(() => this.afterTransaction());
  }

  #runExclusive<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    const after = (): Promise<void> => this.afterTransaction();
    this.last = mine.then(after, after); // the caller gets a rejection through `mine`
    return mine;
  }
}
