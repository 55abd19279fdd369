// What both stores share: one transaction after another, and the shorthands made of it.
import type { Rows, Step, Value } from './store.ts';

export abstract class SerialStore {
  /** Ends when the last transaction that was asked for has; never rejects. */
  protected last: Promise<unknown> = Promise.resolve();

  abstract all<T extends object>(sql: string, params?: Value[]): Promise<T[]>;
  /** One transaction, alone on the store. */
  protected abstract transact<T>(work: (rows: Rows) => Promise<T>): Promise<T>;

  async first<T extends object>(sql: string, params: Value[] = []): Promise<T | undefined> {
    return (await this.all<T>(sql, params))[0];
  }

  run(sql: string, params: Value[] = []): Promise<void> {
    return this.transaction((rows) => rows.run(sql, params));
  }

  many(sql: string, rows: Value[][]): Promise<void> {
    return this.transaction((inside) => inside.many(sql, rows));
  }

  batch(steps: Step[]): Promise<void> {
    return this.transaction((inside) => inside.batch(steps));
  }

  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    const mine = this.last.then(() => this.transact(work));
    this.last = mine.catch(() => undefined); // the caller hears of it through `mine`
    return mine;
  }
}
