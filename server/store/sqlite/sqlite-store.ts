// The embedded store: one SQLite file through libsql in WAL mode; every commit is fsynced.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { errorMessage } from '../../../core/errors/error-message.ts';
import { FileCheck, MAX_BYTES_AT_START, faultOfFile } from './file-check.ts';
import { FileWatch } from './file-watch.ts';
import { DAMAGED, lockFolder } from './folder-lock.ts';
import { type MultiRowInsert, multiRowInsertOf, rowsPerInsert } from '../multi-row-insert.ts';
import { ROWS_BETWEEN, ROW_BYTES, WalCheckpointer } from './wal-checkpointer.ts';
import { openPrivateFolder, touchPrivate } from '../private-folder.ts';
import { SerialStore } from '../serial-store.ts';
import {
  type ReportError,
  type Rows,
  type SharedWrites,
  type Step,
  type Store,
  StoreClosedError,
  type Value,
} from '../store.ts';
import { WriteLock } from './write-lock.ts';
import { errorCode } from '../error-code.ts';

/** File name of the database in the data folder. */
export const FILE = 'exchange.db';
/**
 * Bytes of a page in a new file; an existing file keeps its own. One row changes a page, so of the default 4 KiB most
 * would be written for nothing.
 */
const PAGE_BYTES = 1_024;
/**
 * Longest wait for a lock. A connection ends when its last statement is garbage-collected, which may be after its
 * process released the folder; it then locks the file to remove the log.
 */
export const WAIT_MS = 5_000;
/**
 * Prepared statements cached for each connection; at the limit the oldest is dropped and prepared again when needed.
 */
const MAX_STATEMENTS = 200;

interface Statement {
  run(params: Value[]): unknown;
  all(params: Value[]): object[] | Promise<object[]>;
}

interface SqliteOptions {
  rowsBetweenMoves?: number;
  mostBytesAtStart?: number;
  report?: ReportError | undefined;
}

/**
 * Opens the store in a folder, which is created when absent. One process at a time: a second one is refused at once.
 * Writes use one connection, one transaction after another; its COMMIT (the fsync) runs off the main thread. A second
 * connection checkpoints the log. Reads outside a transaction use a third and see committed data only. A damaged file
 * is refused; one of more than `mostBytesAtStart` is checked beside its use, and a fault then breaks the store.
 */
export async function openSqlite(dataDir: string, options: SqliteOptions = {}): Promise<Store> {
  const { rowsBetweenMoves = ROWS_BETWEEN, mostBytesAtStart = MAX_BYTES_AT_START, report = toConsole } = options;
  openPrivateFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const file = join(dataDir, FILE);
    touchPrivate(file);
    const [writer, connection] = [await openSynced(file), await openSynced(file)];
    const isLarge = statSync(file).size > mostBytesAtStart;
    const fault = isLarge ? null : await faultOfFile(connection);
    if (fault !== null) throw damagedError(file, fault);
    const reader = new Database(file);
    reader.defaultSafeIntegers(true);
    reader.exec(`PRAGMA busy_timeout=${WAIT_MS}`);
    return new SqliteStore(file, {
      writer,
      reader,
      openCheckpointer: (watch) => new WalCheckpointer(connection, rowsBetweenMoves, watch, report),
      report,
      unchecked: isLarge ? await openSynced(file) : null,
      unlock: lock.release,
    });
  } catch (error) {
    lock.release();
    throw DAMAGED.test(errorCode(error)) ? damagedError(join(dataDir, FILE), errorMessage(error), error) : error;
  }
}

const toConsole: ReportError = (event, error) => console.error(event, error);

function damagedError(file: string, fault: string, cause?: unknown): Error {
  return new Error(`The database ${file} is damaged (${fault}); restore a backup`, { cause });
}

/** Opens a connection whose commits wait for the disk. */
async function openSynced(file: string): Promise<AsyncDatabase> {
  const connection = new AsyncDatabase(file, {});
  connection.defaultSafeIntegers(true);
  await connection.exec(`PRAGMA busy_timeout=${WAIT_MS}`);
  await connection.exec(`PRAGMA page_size=${PAGE_BYTES}`);
  await connection.exec('PRAGMA journal_mode=WAL');
  await connection.exec('PRAGMA synchronous=FULL');
  await connection.exec('PRAGMA wal_autocheckpoint=0');
  return connection;
}

interface OpenDatabase {
  writer: AsyncDatabase;
  reader: Database.Database;
  openCheckpointer: (watch: FileWatch) => WalCheckpointer;
  report: ReportError;
  /** For the check beside the file's use; null where it was checked before. */
  unchecked: AsyncDatabase | null;
  /** Lets another process open the folder. */
  unlock: () => void;
}

class SqliteStore extends SerialStore implements Store {
  readonly kind = 'sqlite';
  readonly #dataDir: string;
  readonly #writer: AsyncDatabase;
  readonly #read: StatementCache;
  readonly #rows: Rows;
  readonly #checkpointer: WalCheckpointer;
  readonly #watch: FileWatch;
  readonly #report: ReportError;
  /** Null where the file was checked before. */
  readonly #check: FileCheck | null;
  readonly #end: () => void;
  readonly broken: Promise<Error>;
  #break!: (error: Error) => void;
  #fault: Error | null = null;
  #closed = false;
  /** Present while another thread writes as well. */
  #lock: WriteLock | null = null;
  #endGuest: (() => Promise<void>) | null = null;

  constructor(file: string, { writer, reader, openCheckpointer, report, unchecked, unlock }: OpenDatabase) {
    super();
    this.#report = report;
    this.#dataDir = dirname(file);
    this.#writer = writer;
    this.#read = new StatementCache((sql) => reader.prepare(sql) as unknown as Statement);
    this.broken = new Promise((resolve) => {
      this.#break = (error) => {
        this.#fault = error;
        resolve(error);
      };
    });
    this.#watch = new FileWatch({
      file,
      onForeignWrite: () => {
        void this.#checkPages(file);
      },
      onBroken: this.#break,
    });
    this.#checkpointer = openCheckpointer(this.#watch);
    this.#check = unchecked && new FileCheck(unchecked, (fault) => this.#break(damagedError(file, fault)));
    this.#rows = writerRows(writer, (rows) => {
      this.#checkpointer.onWritten(weightOf(rows));
    });
    this.#end = () => {
      writer.close();
      reader.close();
      unlock();
    };
  }

  healthError(): Error | null {
    return this.#fault;
  }

  async all<T extends object>(sql: string, params: Value[] = []): Promise<T[]> {
    // A statement that was prepared before would still be answered: it holds the connection.
    if (this.#closed) throw new StoreClosedError();
    try {
      const statement = await this.#read.get(sql);
      return (await statement.all(params.map(toBindable))).map(toPlainRow) as T[];
    } catch (error) {
      if (DAMAGED.test(errorCode(error))) this.#break(error as Error);
      throw error;
    }
  }

  async each<T extends object>(sql: string, rows: Value[][]): Promise<(T | undefined)[]> {
    const found: (T | undefined)[] = [];
    for (const params of rows) found.push((await this.all<T>(sql, params))[0]);
    return found;
  }

  share(): SharedWrites {
    const lock = new WriteLock();
    this.#lock = lock;
    return {
      access: { kind: 'sqlite', dataDir: this.#dataDir, lock: lock.buffer },
      onWritten: (rows) => {
        this.#checkpointer.onWritten(rows);
        if (this.#checkpointer.isDue && !this.#closed) this.scheduleAfter();
      },
      stop: () => lock.close(),
      onClose: (end) => {
        this.#endGuest = end;
      },
    };
  }

  protected async runTransaction<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    if (this.#closed) throw new StoreClosedError();
    await this.#lock?.acquire();
    try {
      // On this thread: no other writer holds the file now.
      await this.#rows.run('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#rows);
        await this.#writer.exec('COMMIT');
        // A commit into a file that was deleted or replaced is not confirmed.
        this.#watch.check();
        return result;
      } catch (error) {
        await rollBack(this.#writer, error);
        throw error;
      }
    } finally {
      this.#lock?.release();
    }
  }

  protected override async afterTransaction(): Promise<void> {
    if (this.#closed || !this.#checkpointer.isDue) return;
    await this.#lock?.acquire();
    await this.#checkpointer.afterTransaction().finally(() => this.#lock?.release());
  }

  async close(): Promise<void> {
    await this.#check?.stop();
    await this.#endGuest?.();
    this.#lock?.reset();
    this.#lock = null;
    await this.last;
    if (this.#closed) return;
    this.#closed = true;
    this.#watch.dispose();
    await this.#checkpointer.close();
    this.#end();
  }

  /** After a foreign write: logs it when the pages are readable, else the store is broken. Never rejects. */
  async #checkPages(file: string): Promise<void> {
    const fault = await this.#checkpointer.faultOfPages().catch((error: unknown) => String(error));
    if (this.#closed) return;
    if (fault === null)
      this.#report(
        'store.foreign_write',
        new Error(`another process wrote into ${file}; its pages are readable, their contents are not checked`),
      );
    else this.#break(new Error(`another process wrote into ${file}, and it is damaged (${fault}); restore a backup`));
  }
}

/** Rolls a transaction back. SQLite may have done so itself (a full disk); `error` is the reason then. */
async function rollBack(writer: AsyncDatabase, error: unknown): Promise<void> {
  try {
    await writer.exec('ROLLBACK');
  } catch (second) {
    if (!(second instanceof Error && /no transaction is active/.test(second.message)))
      throw new AggregateError([error, second], 'a transaction could not be undone', { cause: second });
  }
}

/** Statements within a transaction. Those that write run at once on this thread: a few microseconds each. */
export function writerRows(writer: Pick<AsyncDatabase, 'prepare'>, written: (rows: Value[][]) => void): Rows {
  const cache = new StatementCache((sql): Promise<Statement> => writer.prepare(sql));
  const joinables = new Map<string, MultiRowInsert | null>();
  const joinable = (sql: string): MultiRowInsert | null => {
    let known = joinables.get(sql);
    if (known === undefined) joinables.set(sql, (known = multiRowInsertOf(sql)));
    return known;
  };
  const all = async <T extends object>(sql: string, params: Value[] = []): Promise<T[]> => {
    // A statement of its own: two reads at the same time must not share one.
    const statement: Statement = await writer.prepare(sql);
    return (await statement.all(params.map(toBindable))).map(toPlainRow) as T[];
  };
  const batch = async (steps: Step[]): Promise<void> => {
    for (const [sql, rows] of steps) {
      if (rows.length === 0) continue;
      const joined = rows.length > 1 ? joinable(sql) : null;
      for (let from = 0; from < rows.length;) {
        const count = joined ? rowsPerInsert(rows.length - from) : 1;
        const text = joined?.text(count) ?? sql;
        // No await for a cached statement: a group has a dozen of them.
        runWith(cache.known(text) ?? (await cache.get(text)), rows, from, count);
        from += count;
      }
      written(rows);
    }
  };
  return {
    all,
    first: async <T extends object>(sql: string, params: Value[] = []) => (await all<T>(sql, params))[0],
    each: (sql, rows) => Promise.all(rows.map(async (params) => (await all<never>(sql, params))[0])),
    run: (sql, params = []) => batch([[sql, [params]]]),
    many: (sql, rows) => batch([[sql, rows]]),
    batch,
  };
}

/** Rows in terms of those that most are like: a picture is many. */
function weightOf(rows: Value[][]): number {
  let bytes = 0;
  for (const row of rows) for (const value of row) if (value instanceof Uint8Array) bytes += value.length;
  return rows.length + bytes / ROW_BYTES;
}

/** Values to bind, read at once by the driver, so that one array serves all. */
const bindValues: Value[] = [];

function runWith(statement: Statement, rows: Value[][], from: number, count: number): void {
  const width = rows[from]!.length;
  bindValues.length = width * count;
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < width; column += 1)
      bindValues[row * width + column] = toBindable(rows[from + row]![column]!);
  }
  statement.run(bindValues);
}

class StatementCache {
  readonly #bySql = new Map<string, Statement>();
  readonly #prepare: (sql: string) => Statement | Promise<Statement>;

  constructor(prepare: (sql: string) => Statement | Promise<Statement>) {
    this.#prepare = prepare;
  }

  known(sql: string): Statement | undefined {
    return this.#bySql.get(sql);
  }

  async get(sql: string): Promise<Statement> {
    const known = this.known(sql);
    if (known) return known;
    const statement = await this.#prepare(sql);
    const oldest = this.#bySql.keys().next();
    if (this.#bySql.size >= MAX_STATEMENTS && !oldest.done) this.#bySql.delete(oldest.value);
    this.#bySql.set(sql, statement);
    return statement;
  }
}

/** Integers are bound as bigint: the driver binds every number as a double, and 7 would be stored as "7.0". */
function toBindable(value: Value): Value {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Bytes as Uint8Array, whichever type the driver returns. */
export function toPlainRow<T extends object>(row: T): T {
  for (const [name, value] of Object.entries(row))
    if (value instanceof ArrayBuffer) Object.assign(row, { [name]: new Uint8Array(value) });
  return row;
}
