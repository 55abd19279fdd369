// The one connection that writes: made with the database's lock in hand, and made again when it is lost, for a while.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { BatchResult } from './postgres-batch.ts';
import { PostgresDialect } from './postgres-dialect.ts';
import type { Step } from '../store.ts';

/**
 * At the first opening a lock in other hands is waited for this long: a killed owner's end may not have reached the
 * server yet.
 */
const LOCK_WAIT_MS = 1_000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** "DeFi", as a number: the exchange's advisory lock on a database. */
const LOCK = 0x44654669;
/**
 * Classes of errors that say the connection is over, or not yet possible: 08 connection, 57P0x shutdown, crash, start,
 * 53300 no place.
 */
const LOST = /^(08...|57P0[123]|53300)$/;

const BEGIN: Step = ['BEGIN ISOLATION LEVEL SERIALIZABLE', [[]]];
export const COMMIT: Step = ['COMMIT', [[]]];
export const ROLLBACK: Step = ['ROLLBACK', [[]]];
const OWNER: Step = ['SELECT epoch FROM store_owner', [[]]];
/**
 * What a transaction leaves in the database to be known by. Where its owner is another by now it is refused (a division
 * by zero), and so is all after it.
 */
const LEAVE_MARK =
  'WITH mine AS (UPDATE store_owner SET mark = ? WHERE epoch = ? RETURNING one) SELECT 1 / COUNT(*) AS is_mine FROM mine';

const TAKEN_OVER = 'another process has owned the database meanwhile; start again';

/** The server cannot be reached; the message is for the operator and never holds the password. */
export class StoreAwayError extends Error {}

/**
 * Settings of the writing session. A commit counts when it is on disk, whatever the server's default; a dead peer frees
 * the lock soon.
 */
const SESSION = `SET synchronous_commit = on; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET client_min_messages = warning; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`;

/** Whether the statement failed because there is no server at the other end any more, not because of what it said. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreAwayError) return false;
  const { code = '' } = error as { code?: string };
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in error) return LOST.test(code);
  return (
    /^(E[A-Z]+)$/.test(code) ||
    /connection (terminated|timeout)|not queryable|client was closed|timeout expired/i.test(error.message)
  );
}

function gone(): Error {
  return Object.assign(new Error('connection terminated'), { code: 'ECONNRESET' });
}

function epochOf(owner: BatchResult | undefined): bigint | undefined {
  return (owner?.rows[0] as { epoch: bigint } | undefined)?.epoch;
}

/** Where the server is, without who asks. */
export function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || 'this machine'}${pathname}`;
}

export class PostgresConnection {
  readonly #url: string;
  readonly #reconnectMs: number;
  readonly #dialect = new PostgresDialect();
  #client: Client | null = null;
  /** Counts the owners of this database. Null before the first opening. */
  #epoch: bigint | null = null;
  /** Number of the last transaction that was begun. */
  #mark = 0;
  /** The last try found no server. */
  isAway = false;
  /** Nobody waits any more for a server that is away. */
  gaveUp = false;
  /** Counts the connections made: a transaction lives on one of them. */
  generation = 0;

  /** `patienceMs`: how long a lost server is called again before the caller hears of it. */
  constructor(databaseUrl: string, reconnectMs: number) {
    this.#url = databaseUrl;
    this.#reconnectMs = reconnectMs;
  }

  async run(...steps: Step[]): Promise<BatchResult[]> {
    if (!this.#client) throw gone();
    try {
      return await this.#dialect.run(this.#client, ...steps);
    } catch (error) {
      if (isLost(error)) await this.drop();
      throw error;
    }
  }

  get connected(): boolean {
    return this.#client !== null;
  }

  /** Forgets the connection; the server undoes what was under way on it, and frees the lock. */
  async drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (!client) return;
    // A socket that is gone already cannot be ended in good order, and need not be.
    await Promise.race([client.end().catch(() => undefined), pause(500, undefined, { ref: false })]);
  }

  /**
   * Opens a transaction, leaves a mark in it by which its fate can be asked for after its connection is lost, and goes
   * on with `steps`: one round trip.
   * Throws what the server says; nothing of it is then kept.
   */
  async begin(...steps: Step[]): Promise<void> {
    this.#mark += 1;
    try {
      await this.run(BEGIN, [LEAVE_MARK, [[this.#mark, this.#epoch]]], ...steps);
    } catch (error) {
      if (isLost(error)) throw error;
      await this.run(ROLLBACK);
      const [owner] = await this.run(OWNER);
      throw epochOf(owner) === this.#epoch ? error : new Error(TAKEN_OVER, { cause: error });
    }
  }

  /** Whether the last transaction that was begun is committed. */
  async isCommitted(): Promise<boolean> {
    const [answer] = await this.run(['SELECT mark FROM store_owner', [[]]]);
    return (answer?.rows[0] as { mark: bigint } | undefined)?.mark === BigInt(this.#mark);
  }

  /**
   * Connects and takes the lock, trying again for a while. Throws StoreAwayError, or Error when the database has
   * another owner.
   */
  async connect(): Promise<void> {
    const began = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const problem = await this.#try();
      this.isAway = problem instanceof StoreAwayError;
      if (problem === null) return;
      const waitMs = problem instanceof StoreAwayError || this.#epoch !== null ? this.#reconnectMs : LOCK_WAIT_MS;
      if (this.gaveUp || performance.now() - began + pauseMs > waitMs) throw problem;
      await pause(pauseMs);
    }
  }

  /** One try; answers what is in the way and may pass, throws what will not. */
  async #try(): Promise<Error | null> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'defi',
    });
    // What ends the connection is told to the statement that is under way, or found by the next one.
    client.on('error', () => {
      if (this.#client === client) this.#client = null;
    });
    try {
      await client.connect();
      await client.query(SESSION);
      const locked = (await this.#dialect.run(client, ['SELECT pg_try_advisory_lock(?) AS mine', [[LOCK]]]))[0]!
        .rows[0] as { mine: bigint };
      if (locked.mine === 1n) {
        await this.#own(client);
        this.#client = client;
        this.generation += 1;
        return null;
      }
    } catch (cause) {
      await client.end().catch(() => undefined); // the cause is told, whatever its end says
      if (!isLost(cause))
        throw new Error(
          `PostgreSQL at ${placeOf(this.#url)} refused: ${cause instanceof Error ? cause.message : String(cause)}`,
          { cause },
        );
      return new StoreAwayError(
        `PostgreSQL at ${placeOf(this.#url)} does not answer (${(cause as Error).message || (cause as { code?: string }).code}); start it, or correct DATABASE_URL`,
        { cause },
      );
    }
    await client.end();
    return new Error(
      `The database ${placeOf(this.#url)} is in use by another process; stop that one first, or choose another database with DATABASE_URL`,
    );
  }

  /**
   * Takes the database over, or makes sure that nobody else has had it while we were away: our machine would know
   * nothing of it.
   */
  async #own(client: Client): Promise<void> {
    if (this.#epoch === null) {
      await client.query(
        'CREATE TABLE IF NOT EXISTS store_owner (one BIGINT PRIMARY KEY, epoch BIGINT NOT NULL, mark BIGINT NOT NULL)',
      );
      const sql =
        'INSERT INTO store_owner (one, epoch, mark) VALUES (1, 1, 0) ON CONFLICT (one) DO UPDATE SET epoch = store_owner.epoch + 1, mark = 0 RETURNING epoch';
      this.#epoch = ((await this.#dialect.run(client, [sql, [[]]]))[0]!.rows[0] as { epoch: bigint }).epoch;
      return;
    }
    const [owner] = await this.#dialect.run(client, OWNER);
    if (epochOf(owner) !== this.#epoch) throw new Error(TAKEN_OVER);
  }
}
