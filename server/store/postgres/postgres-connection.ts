// A writing connection, the owner's or that of its guest.
// It holds a lock of the database, and reconnects for a while when it is lost.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { errorMessage } from '../../../core/errors/error-message.ts';
import type { BatchResult } from './postgres-batch.ts';
import { PostgresDialect } from './postgres-dialect.ts';
import { watched } from './session-watch.ts';
import { type GuestAccess, type Step, StoreUnavailableError } from '../store.ts';
import { errorCode } from '../error-code.ts';

/**
 * How long the first connect waits for the lock: the server may not know yet that a killed owner has ended. No attempt
 * begins that would end later, going by the one before: a slow server refuses a second opener in 2 s, too.
 */
const LOCK_WAIT_MS = 1_500;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** "DeFi" as a number: id of the exchange's advisory lock on a database. */
export const LOCK = 0x44654669;
/** As long as a session has it, the last transaction of that session may still be under way. */
const GUEST_LOCK = LOCK + 1;
/**
 * Error classes of a connection that is lost or not yet possible: 08 connection, 57P0x shutdown, crash, start, 53300
 * too many connections.
 */
const LOST = /^(08...|57P0[123]|53300)$/;

/**
 * Tables of one row each: the owner's, and its guest's. Each writer marks its own, so that neither waits for the other;
 * a new owner changes both, and ends a guest of the last one first.
 */
const [OWNER, GUEST] = ['store_owner', 'store_guest'] as const;
const TABLES = [OWNER, GUEST]
  .map(
    (name) =>
      `CREATE TABLE IF NOT EXISTS ${name} (one BIGINT PRIMARY KEY, epoch BIGINT NOT NULL, mark BIGINT NOT NULL)`,
  )
  .join('; ');
const BEGIN: Step = ['BEGIN ISOLATION LEVEL SERIALIZABLE', [[]]];
/** No other session writes the guest's tables. So its transactions need no isolation that could refuse the owner's. */
const BEGIN_GUEST: Step = ['BEGIN ISOLATION LEVEL READ COMMITTED', [[]]];
export const COMMIT: Step = ['COMMIT', [[]]];
export const ROLLBACK: Step = ['ROLLBACK', [[]]];
/**
 * Writes the mark by which a transaction is recognised. When the owner has changed it fails (division by zero), and so
 * does everything after it.
 */
const markIn = (table: string): string =>
  `WITH mine AS (UPDATE ${table} SET mark = ? WHERE epoch = ? RETURNING one) SELECT 1 / COUNT(*) AS is_mine FROM mine`;
const CLAIM: Step = [
  'INSERT INTO store_owner (one, epoch, mark) VALUES (1, 1, 0) ON CONFLICT (one) DO UPDATE SET epoch = store_owner.epoch + 1, mark = 0 RETURNING epoch',
  [[]],
];
/** A guest that is there is one of an earlier owner, whose process may be stopped in the middle of a transaction. */
const END_GUESTS: Step = [
  `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${GUEST_LOCK}
    AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  [[]],
];
const CLAIM_GUEST =
  'INSERT INTO store_guest (one, epoch, mark) VALUES (1, ?, 0) ON CONFLICT (one) DO UPDATE SET epoch = EXCLUDED.epoch, mark = 0';

const TAKEN_OVER = 'another process has owned the database meanwhile; start again';
/** A standby that lagged has taken the server's place, or a backup was restored. */
const SET_BACK =
  'the database lacks commits that it had confirmed: it was set back; bring back the server that has them, or start again without them';

/**
 * Settings of the writing session. A commit waits for the disk whatever the server's default; a dead peer releases the
 * lock soon.
 */
const SESSION = `SET synchronous_commit = on; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET client_min_messages = warning`;
/** Of every session: the role or the database may have others. Not each version has the last two. */
export const EVERY_SESSION = `SET bytea_output = hex; SET statement_timeout = 0; SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0; SELECT set_config(name, '0', false) FROM pg_settings
  WHERE name IN ('idle_session_timeout', 'transaction_timeout')`;

/** Whether the statement failed because the connection was lost, not because of the statement itself. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return false;
  const code = errorCode(error);
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in error) return LOST.test(code);
  return (
    /^(E[A-Z]+)$/.test(code) ||
    /connection (terminated|timeout)|not queryable|client was closed|timeout expired/i.test(error.message)
  );
}

/** Throws Error where the database would refuse texts that users write. */
async function requireUnicode(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]!.server_encoding;
  if (!/^(UTF8|SQL_ASCII)$/.test(encoding))
    throw new Error(
      `its encoding ${encoding} lacks letters; make the database with ENCODING 'UTF8' TEMPLATE template0`,
    );
}

function connectionLost(): Error {
  return Object.assign(new Error('connection terminated'), { code: 'ECONNRESET' });
}

interface OwnRow {
  epoch: bigint;
  mark: bigint;
}

function ownRowOf(owner: BatchResult | undefined): Partial<OwnRow> {
  return (owner?.rows[0] as OwnRow | undefined) ?? {};
}

/** Host and database of a URL, without user and password. */
export function serverAddressOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || 'this machine'}${pathname}`;
}

export function sessionOf(connectionString: string) {
  return {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'defi',
    client_encoding: 'UTF8',
  };
}

/** A session, not connected yet. */
export function clientOf(databaseUrl: string): Client {
  return new Client(sessionOf(databaseUrl));
}

type PostgresAccess = Extract<GuestAccess, { kind: 'postgres' }>;

export interface ConnectionOptions {
  databaseUrl: string;
  /** How long a lost server is retried before the caller gets an error. */
  reconnectMs: number;
  /** A session that has the lock already; absent: the first connect makes one. */
  locked?: Client | null;
  /** Present: a guest of the owner with this epoch. */
  guest?: Pick<PostgresAccess, 'epoch' | 'stopped'>;
}

export class PostgresConnection {
  readonly #url: string;
  readonly #reconnectMs: number;
  readonly #table: typeof OWNER | typeof GUEST;
  /** 1 when a guest may begin nothing any more; null for an owner. */
  readonly #stopped: Int32Array | null;
  readonly #dialect = new PostgresDialect();
  #client: Client | null = null;
  #locked: Client | null;
  /** Number of owners that this database has had. Null before the first connect. */
  #epoch: bigint | null = null;
  /** Number of the last transaction that was begun. */
  #mark = 0;
  /** That of the last one which is known to be committed. */
  #committed = 0;
  /** The last attempt found no server. */
  isUnavailable = false;
  #gaveUp = false;
  /** Number of connections made: a transaction belongs to one of them. */
  generation = 0;

  constructor({ databaseUrl, reconnectMs, locked = null, guest }: ConnectionOptions) {
    this.#url = databaseUrl;
    this.#reconnectMs = reconnectMs;
    this.#locked = locked;
    this.#table = guest ? GUEST : OWNER;
    this.#stopped = guest ? new Int32Array(guest.stopped) : null;
    this.#epoch = guest ? BigInt(guest.epoch) : null;
  }

  /** Stops waiting for a server that is unavailable. */
  giveUp(): void {
    this.#gaveUp = true;
  }

  get gaveUp(): boolean {
    return this.#gaveUp || this.#isStopped;
  }

  async run(...steps: Step[]): Promise<BatchResult[]> {
    const client = this.#client;
    if (!client) throw connectionLost();
    try {
      return await watched(this.#url, client, this.#dialect.run(client, ...steps));
    } catch (error) {
      if (isLost(error)) await this.drop();
      throw error;
    }
  }

  /** Number of owners that this database has had; 0 before the first connect. */
  get epoch(): number {
    return Number(this.#epoch ?? 0n);
  }

  get connected(): boolean {
    return this.#client !== null;
  }

  /** Drops the connection; the server rolls back what was in progress on it, and releases the lock. */
  async drop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (!client) return;
    // A lost socket cannot be ended in order, and need not be.
    await Promise.race([client.end().catch(() => undefined), pause(500, undefined, { ref: false })]);
  }

  /**
   * Begins a transaction, writes the mark by which its outcome can be queried after its connection is lost, and runs
   * `steps`: one round trip. Throws what the server refuses; nothing of it is stored then.
   */
  async begin(...steps: Step[]): Promise<void> {
    if (this.#isStopped) throw new Error('the store is being closed');
    this.#mark += 1;
    const begin = this.#stopped === null ? BEGIN : BEGIN_GUEST;
    try {
      await this.run(begin, [markIn(this.#table), [[this.#mark, this.#epoch]]], ...steps);
    } catch (error) {
      if (isLost(error)) throw error;
      await this.run(ROLLBACK);
      const [owner] = await this.run(this.#ownRow);
      throw ownRowOf(owner).epoch === this.#epoch ? error : new Error(TAKEN_OVER, { cause: error });
    }
  }

  /** Whether the last transaction that was begun is committed. */
  async isCommitted(): Promise<boolean> {
    const [answer] = await this.run(this.#ownRow);
    return ownRowOf(answer).mark === BigInt(this.#mark);
  }

  /** The last transaction that was begun is known to be committed: a server that lacks it is refused from now on. */
  onCommitted(): void {
    this.#committed = this.#mark;
  }

  /**
   * Connects and takes the lock, retrying for a while. Throws StoreUnavailableError, or Error when the database has
   * another owner.
   */
  async connect(): Promise<void> {
    const began = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const attemptAt = performance.now();
      const problem = await this.#attemptConnect();
      const tookMs = performance.now() - attemptAt;
      this.isUnavailable = problem instanceof StoreUnavailableError;
      if (problem === null) return;
      const waitMs =
        problem instanceof StoreUnavailableError || this.#epoch !== null ? this.#reconnectMs : LOCK_WAIT_MS;
      if (this.gaveUp || performance.now() - began + pauseMs + tookMs > waitMs) throw problem;
      await pause(pauseMs);
    }
  }

  get #isStopped(): boolean {
    return this.#stopped !== null && Atomics.load(this.#stopped, 0) === 1;
  }

  get #ownRow(): Step {
    return [`SELECT epoch, mark FROM ${this.#table}`, [[]]];
  }

  /** One attempt. Returns an error that may pass, throws one that will not. */
  async #attemptConnect(): Promise<Error | null> {
    const waited = this.#locked;
    this.#locked = null;
    const client = waited ?? clientOf(this.#url);
    // A lost connection fails the running statement, or the next one.
    client.on('error', () => {
      if (this.#client === client) this.#client = null;
    });
    try {
      if (!waited) await client.connect();
      await client.query(`${SESSION}; ${EVERY_SESSION}`);
      if (await this.#hasLock(client)) {
        await this.#claimOwnership(client);
        this.#client = client;
        this.generation += 1;
        return null;
      }
    } catch (cause) {
      await client.end().catch(() => undefined); // the cause is reported, not this error
      if (!isLost(cause))
        throw new Error(`PostgreSQL at ${serverAddressOf(this.#url)} refused: ${errorMessage(cause)}`, { cause });
      return new StoreUnavailableError(
        `PostgreSQL at ${serverAddressOf(this.#url)} does not answer (${errorMessage(cause) || errorCode(cause)}); start it, or correct DATABASE_URL`,
        { cause },
      );
    }
    await client.end();
    return new Error(
      `The database ${serverAddressOf(this.#url)} is in use by another process; stop that one first, or choose another database with DATABASE_URL`,
    );
  }

  async #hasLock(client: Client): Promise<boolean> {
    const lock = this.#table === GUEST ? GUEST_LOCK : LOCK;
    const [answer] = await this.#dialect.run(client, ['SELECT pg_try_advisory_lock(?) AS mine', [[lock]]]);
    return (answer!.rows[0] as { mine: bigint }).mine === 1n;
  }

  /**
   * Becomes the owner of the database, or checks that there was no other owner meanwhile, whose changes this process
   * would not know.
   */
  async #claimOwnership(client: Client): Promise<void> {
    if (this.#epoch === null) {
      await requireUnicode(client);
      await client.query(TABLES);
      const epoch = ownRowOf((await this.#dialect.run(client, CLAIM))[0]).epoch!;
      await this.#dialect.run(client, END_GUESTS);
      await this.#dialect.run(client, [CLAIM_GUEST, [[epoch]]]);
      this.#epoch = epoch;
      return;
    }
    const { epoch, mark = 0n } = ownRowOf((await this.#dialect.run(client, this.#ownRow))[0]);
    if (epoch !== this.#epoch) throw new Error(TAKEN_OVER);
    if (mark < this.#committed) throw new Error(SET_BACK);
  }
}
