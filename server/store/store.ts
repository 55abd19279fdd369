// The store's interface: SQL rows and transactions, the same for every supported database.

export type Value = string | number | bigint | null | Uint8Array;

/** A statement, and its rows of parameters. */
export type Step = [sql: string, rows: Value[][]];

/**
 * Runs statements in the SQL that SQLite and PostgreSQL share, with `?` for parameters. Integer columns are returned as
 * bigint.
 */
export interface Rows {
  all<T extends object>(sql: string, params?: Value[]): Promise<T[]>;
  first<T extends object>(sql: string, params?: Value[]): Promise<T | undefined>;
  /** `first` of one statement for each row of parameters; over a network in one round trip. */
  each<T extends object>(sql: string, rows: Value[][]): Promise<(T | undefined)[]>;
  run(sql: string, params?: Value[]): Promise<void>;
  /** Runs one statement for each row of parameters, prepared once. */
  many(sql: string, rows: Value[][]): Promise<void>;
  /** Several of `many`, in order; over a network in one round trip. When one fails, none has an effect. */
  batch(steps: Step[]): Promise<void>;
}

/** The kinds of store, where they need different statements (see `Migration`). */
export type StoreKind = 'sqlite' | 'postgres';

/**
 * A database. `transaction` calls run one after another; what one wrote is durable (fsynced) when its promise resolves.
 */
export interface Store extends Rows {
  readonly kind: StoreKind;
  /** Number of processes that have owned the database, this one included; absent where there is no such number. */
  readonly epoch?: number;
  transaction<T>(work: (rows: Rows) => Promise<T>): Promise<T>;
  /** Why the store cannot be used now; null while it can. */
  healthError?(): Error | null;
  /** Resolves when the store cannot recover by itself: its file was deleted, replaced or damaged. */
  broken?: Promise<Error>;
  /** Lets one more thread write into the database; absent where none can. */
  share?(): SharedWrites;
  close(): Promise<void>;
}

/**
 * What another thread opens the same database with. SQLite has one writer at a time: `lock` is memory of the lock that
 * both take for each transaction. PostgreSQL has both at once: the guest writes as this owner's, until `stopped` is 1.
 */
export type GuestAccess =
  | { kind: 'sqlite'; dataDir: string; lock: SharedArrayBuffer }
  | { kind: 'postgres'; databaseUrl: string; reconnectMs: number; epoch: number; stopped: SharedArrayBuffer };

/** The store's side of a thread that writes as well. */
export interface SharedWrites {
  access: GuestAccess;
  /** To be called when the thread has written so many rows. */
  onWritten(rows: number): void;
  /** Refuses the thread's next transaction. */
  stop(): void;
  /** Ends the thread; `close` of the store calls it, and waits. */
  onClose(end: () => Promise<void>): void;
}

/** Writes an error to the log of the process, under the name of an event. */
export type ReportError = (event: string, error: unknown) => void;

/** The store's server cannot be reached. The message is for the operator and never contains the password. */
export class StoreUnavailableError extends Error {}

/** The store was closed: the exchange ends, or waits for a store that works. */
export class StoreClosedError extends Error {
  constructor() {
    super('the store is closed');
  }
}

/** A transaction that may be stored all the same: the answer to its COMMIT was lost, and could not be looked up. */
export class UnansweredCommitError extends Error {}
