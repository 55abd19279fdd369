// The store's port: plain SQL rows and transactions, the same over every database the exchange can stand on.

export type Value = string | number | bigint | null | Uint8Array;

/** A statement, and its rows of parameters. */
export type Step = [sql: string, rows: Value[][]];

/**
 * Statements in the common tongue of SQLite and PostgreSQL, `?` for parameters. Integer columns come back as bigint.
 */
export interface Rows {
  all<T extends object>(sql: string, params?: Value[]): Promise<T[]>;
  first<T extends object>(sql: string, params?: Value[]): Promise<T | undefined>;
  /** `first` of one statement for each row of parameters; over a wire in one round trip. */
  each<T extends object>(sql: string, rows: Value[][]): Promise<(T | undefined)[]>;
  run(sql: string, params?: Value[]): Promise<void>;
  /** Runs one statement for each row of parameters, prepared once. */
  many(sql: string, rows: Value[][]): Promise<void>;
  /** Several of `many`, in order; over a wire in one round trip. After one that fails none has an effect. */
  batch(steps: Step[]): Promise<void>;
}

/** What a store is made of, where a statement must be said in its own words (see `Migration`). */
export type StoreKind = 'sqlite' | 'postgres';

/** `transaction` calls run one after another; what one wrote is durable (fsynced) when its promise resolves. */
export interface Store extends Rows {
  readonly kind: StoreKind;
  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T>;
  /** Why it cannot be used just now; null while it can. */
  illness?(): Error | null;
  /** Resolves when it will not be right again by itself: deleted, replaced, broken. */
  broken?: Promise<Error>;
  close(): Promise<void>;
}
