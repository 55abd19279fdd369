// The store on a PostgreSQL server: one writing connection, a few that read.
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, Pool } from 'pg';
import type { BatchResult } from './postgres-batch.ts';
import { EVERY_SESSION, PostgresConnection, isLost, serverAddressOf, sessionOf } from './postgres-connection.ts';
import { PostgresDialect } from './postgres-dialect.ts';
import { PostgresTransaction } from './postgres-transaction.ts';
import { watched } from './session-watch.ts';
import { SerialStore } from '../serial-store.ts';
import {
  type GuestAccess,
  type Rows,
  type SharedWrites,
  type Step,
  type Store,
  StoreClosedError,
  StoreUnavailableError,
  type Value,
} from '../store.ts';

const MAX_READERS = 4;
/** Its reads follow one another. */
const READERS_OF_GUEST = 1;
/** Rows of parameters that a transaction sends in one round trip; with more it is sent in parts. */
const MAX_AT_ONCE = 20_000;
/** How long a statement is retried when there is no server, ms; then it throws StoreUnavailableError. */
const RECONNECT_MS = 10_000;
const READ_PAUSE_MS = 100;

/**
 * Opens the store in an existing database. One process at a time: a second one is refused within 2 s.
 * A server that is away for less than `reconnectMs` is waited for: the running transaction is then replayed, or found
 * committed. After that the promise rejects with StoreUnavailableError and nothing of the transaction is stored; with
 * UnansweredCommitError all of it may be.
 * `locked`: a session that has the database's lock already.
 */
export async function openPostgres(
  databaseUrl: string,
  reconnectMs = RECONNECT_MS,
  locked: Client | null = null,
): Promise<Store> {
  const connection = new PostgresConnection({ databaseUrl, reconnectMs, locked });
  await connection.connect();
  return new PostgresStore(databaseUrl, connection, reconnectMs, MAX_READERS);
}

/**
 * The store for another thread of the process that owns the database. Its transactions are refused when that process
 * has stopped it, or when the database has another owner.
 */
export async function openPostgresGuest(access: Extract<GuestAccess, { kind: 'postgres' }>): Promise<Store> {
  const { databaseUrl, reconnectMs } = access;
  const connection = new PostgresConnection({ databaseUrl, reconnectMs, guest: access });
  await connection.connect();
  return new PostgresStore(databaseUrl, connection, reconnectMs, READERS_OF_GUEST);
}

class PostgresStore extends SerialStore implements Store {
  readonly kind = 'postgres';
  readonly #databaseUrl: string;
  readonly #serverAddress: string;
  readonly #reconnectMs: number;
  readonly #connection: PostgresConnection;
  readonly #readers: Pool;
  readonly #dialect = new PostgresDialect();
  #closed = false;
  #endGuest: (() => Promise<void>) | null = null;

  constructor(databaseUrl: string, connection: PostgresConnection, reconnectMs: number, readers: number) {
    super();
    this.#databaseUrl = databaseUrl;
    this.#reconnectMs = reconnectMs;
    this.#serverAddress = serverAddressOf(databaseUrl);
    this.#connection = connection;
    this.#readers = new Pool({ ...sessionOf(databaseUrl), max: readers });
    // A lost reader is replaced at the next read. While one is checked out, the pool does not listen to it.
    this.#readers.on('error', () => undefined);
    this.#readers.on('connect', (client) => {
      client.on('error', () => undefined);
      client.query(EVERY_SESSION).catch(() => undefined); // the read behind it fails too
    });
  }

  async all<T extends object>(sql: string, params: Value[] = []): Promise<T[]> {
    return (await this.#read([[sql, [params]]]))[0]!.rows as T[];
  }

  async each<T extends object>(sql: string, rows: Value[][]): Promise<(T | undefined)[]> {
    return (await this.#read(rows.map((params) => [sql, [params]]))).map((answer) => answer.rows[0] as T | undefined);
  }

  protected async runTransaction<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreClosedError();
    const transaction = new PostgresTransaction(this.#connection);
    await transaction.begin();
    try {
      const result = await work(transaction.rows);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  protected override async runBatch(steps: Step[]): Promise<void> {
    if (this.#closed) throw new StoreClosedError();
    const full = steps.filter(([, rows]) => rows.length > 0);
    if (full.length === 0) return;
    if (full.reduce((sum, [, rows]) => sum + rows.length, 0) > MAX_AT_ONCE) await super.runBatch(full);
    else await new PostgresTransaction(this.#connection).runWhole(full);
  }

  get epoch(): number {
    return this.#connection.epoch;
  }

  healthError(): Error | null {
    return this.#connection.isUnavailable
      ? new StoreUnavailableError(`PostgreSQL at ${this.#serverAddress} does not answer`)
      : null;
  }

  share(): SharedWrites {
    const stopped = new SharedArrayBuffer(4);
    return {
      access: {
        kind: 'postgres',
        databaseUrl: this.#databaseUrl,
        reconnectMs: this.#reconnectMs,
        epoch: this.epoch,
        stopped,
      },
      onWritten: () => undefined,
      stop: () => {
        Atomics.store(new Int32Array(stopped), 0, 1);
      },
      onClose: (end) => {
        this.#endGuest = end;
      },
    };
  }

  async close(): Promise<void> {
    this.#connection.giveUp();
    await this.#endGuest?.();
    await this.last;
    if (this.#closed) return;
    this.#closed = true;
    await this.#readers.end();
    await this.#connection.drop();
  }

  /** Reads in one round trip, as soon as there is a server. */
  async #read(steps: Step[]): Promise<BatchResult[]> {
    const began = performance.now();
    for (;;) {
      try {
        return await this.#readOnce(steps);
      } catch (cause) {
        if (this.#connection.gaveUp || !isLost(cause)) throw cause;
        if (performance.now() - began > this.#reconnectMs)
          throw new StoreUnavailableError(`PostgreSQL at ${this.#serverAddress} does not answer`, { cause });
        await pause(READ_PAUSE_MS);
      }
    }
  }

  async #readOnce(steps: Step[]): Promise<BatchResult[]> {
    if (this.#closed) throw new StoreClosedError();
    const client = await this.#readers.connect();
    let lost = false;
    try {
      return await watched(this.#databaseUrl, client, this.#dialect.run(client, ...steps));
    } catch (error) {
      lost = isLost(error);
      throw error;
    } finally {
      client.release(lost);
    }
  }
}
