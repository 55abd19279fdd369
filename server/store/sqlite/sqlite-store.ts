// The embedded store: one SQLite file through libsql, in WAL mode, every commit fsynced before it counts.
import { join } from 'node:path';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { FileWatch } from './file-watch.ts';
import { lockFolder } from './folder-lock.ts';
import { type MultiRowInsert, multiRowInsertOf, rowsPerInsert } from '../multi-row-insert.ts';
import { faultOfPages, WalCheckpointer, MOST_PAGES, ROWS_BETWEEN } from './wal-checkpointer.ts';
import { openPrivateFolder, touchPrivate } from '../private-folder.ts';
import { SerialStore } from '../serial.ts';
import type { Rows, Step, Store, Value } from '../store.ts';
import { faultOfTexts } from '../texts.ts';

/** The writing connection's file name in the data folder. */
const FILE = 'exchange.db';
/**
 * Bytes of a page in a new file; one that is there keeps its own. A row alone changes a page: of the usual 4 KiB, most
 * would be written for nothing.
 */
const PAGE_BYTES = 1_024;
/**
 * A connection is over when its last statement has been collected, which may be after its process gave the folder up:
 * it then has the file for itself while it clears the log away. Whoever opens the file waits for that so long.
 */
const WAIT_MS = 5_000;
/**
 * Prepared statements kept per connection; at the limit the oldest is forgotten and prepared again when it comes back.
 */
const MOST_STATEMENTS = 200;

interface Statement {
  run(params: Value[]): unknown;
  all(params: Value[]): object[] | Promise<object[]>;
}

/**
 * Opens the store in a folder, which is made when it is absent. One process at a time: a second one is refused at once.
 * Writes go through one connection, one transaction after another; its COMMIT (the fsync) runs off the main thread.
 * Beside it a second one moves the log.
 * Reads outside a transaction go through a third and see what is committed, never what is under way.
 */
export async function openStore(dataDir: string, rowsBetweenMoves = ROWS_BETWEEN): Promise<Store> {
  openPrivateFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    touchPrivate(join(dataDir, FILE));
    const [writer, connection] = [await openSynced(join(dataDir, FILE)), await openSynced(join(dataDir, FILE))];
    const fault =
      (await faultOfPages(connection)) ??
      (await faultOfTexts(async (sql) => ((await connection.prepare(sql)) as Statement).all([])));
    if (fault !== null) throw new Error(`The database ${join(dataDir, FILE)} is damaged (${fault}); restore a backup`);
    const reader = new Database(join(dataDir, FILE));
    reader.defaultSafeIntegers(true);
    reader.exec(`PRAGMA busy_timeout=${WAIT_MS}`);
    return new SqliteStore(
      join(dataDir, FILE),
      writer,
      reader,
      (watch) => new WalCheckpointer(connection, rowsBetweenMoves, watch),
      lock.release,
    );
  } catch (error) {
    lock.release();
    throw DAMAGED.test(codeOf(error))
      ? new Error(`The database ${join(dataDir, FILE)} is damaged (${(error as Error).message}); restore a backup`, {
          cause: error,
        })
      : error;
  }
}

/** What SQLite says of pages that are none. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

/** A connection for which what is written counts when it is on disk. */
async function openSynced(file: string): Promise<AsyncDatabase> {
  const connection = new AsyncDatabase(file, {});
  connection.defaultSafeIntegers(true);
  await connection.exec(`PRAGMA busy_timeout=${WAIT_MS}`);
  await connection.exec(`PRAGMA page_size=${PAGE_BYTES}`);
  await connection.exec('PRAGMA journal_mode=WAL');
  await connection.exec('PRAGMA synchronous=FULL');
  await connection.exec(`PRAGMA wal_autocheckpoint=${MOST_PAGES}`);
  return connection;
}

class SqliteStore extends SerialStore implements Store {
  readonly kind = 'sqlite';
  readonly #writer: AsyncDatabase;
  readonly #read: StatementCache;
  readonly #rows: Rows;
  readonly #checkpointer: WalCheckpointer;
  readonly #watch: FileWatch;
  readonly #end: () => void;
  readonly broken: Promise<Error>;
  #break!: (error: Error) => void;
  #fault: Error | null = null;
  #closed = false;

  constructor(
    file: string,
    writer: AsyncDatabase,
    reader: Database.Database,
    openCheckpointer: (watch: FileWatch) => WalCheckpointer,
    unlock: () => void,
  ) {
    super();
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
    this.#rows = writingRows(writer, (rows) => {
      this.#checkpointer.onWritten(rows);
    });
    this.#end = () => {
      writer.close();
      reader.close();
      unlock();
    };
  }

  illness(): Error | null {
    return this.#fault;
  }

  /** Somebody wrote into the file: what is readable of it is said, what is not ends its use. Never rejects. */
  async #checkPages(file: string): Promise<void> {
    const fault = await this.#checkpointer.faultOfPages().catch((error: unknown) => String(error));
    if (this.#closed) return;
    if (fault === null)
      console.error(
        `store.written_by_another: somebody else wrote into ${file}; its pages are whole, what they say is nobody's word but theirs`,
      );
    else this.#break(new Error(`somebody else wrote into ${file}, and it is damaged (${fault}); restore a backup`));
  }

  async all<T extends object>(sql: string, params: Value[] = []): Promise<T[]> {
    try {
      const statement = await this.#read.get(sql);
      return (await statement.all(params.map(bound))).map(plain) as T[];
    } catch (error) {
      if (DAMAGED.test(codeOf(error))) this.#break(error as Error);
      throw error;
    }
  }

  async each<T extends object>(sql: string, rows: Value[][]): Promise<(T | undefined)[]> {
    const found: (T | undefined)[] = [];
    for (const params of rows) found.push((await this.all<T>(sql, params))[0]);
    return found;
  }

  protected async transact<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the store is closed');
    // On this thread: nobody else writes, so there is nothing to wait for.
    await this.#rows.run('BEGIN IMMEDIATE');
    try {
      const result = await work(this.#rows);
      await this.#writer.exec('COMMIT');
      // What went into a file that nobody will find again is not answered.
      this.#watch.check();
      return result;
    } catch (error) {
      await rollBack(this.#writer, error);
      throw error;
    }
  }

  protected override between(): Promise<void> {
    return this.#checkpointer.between();
  }

  async close(): Promise<void> {
    await this.last;
    if (this.#closed) return;
    this.#closed = true;
    this.#watch.end();
    await this.#checkpointer.close();
    this.#end();
  }
}

/**
 * Undoes a transaction. SQLite may have done so itself (a full disk); then there is none left to undo, and `error` says
 * why.
 */
async function rollBack(writer: AsyncDatabase, error: unknown): Promise<void> {
  try {
    await writer.exec('ROLLBACK');
  } catch (second) {
    if (!(second instanceof Error && /no transaction is active/.test(second.message)))
      throw new AggregateError([error, second], 'a transaction could not be undone', { cause: second });
  }
}

/** Rows inside a transaction. Statements that write run at once on this thread: a few microseconds each. */
function writingRows(writer: AsyncDatabase, written: (rows: number) => void): Rows {
  const cache = new StatementCache((sql) => writer.prepare(sql) as Promise<Statement>);
  const joinables = new Map<string, MultiRowInsert | null>();
  const joinable = (sql: string): MultiRowInsert | null => {
    let known = joinables.get(sql);
    if (known === undefined) joinables.set(sql, (known = multiRowInsertOf(sql)));
    return known;
  };
  const all = async <T extends object>(sql: string, params: Value[] = []): Promise<T[]> => {
    // A statement of its own: two reads under way at once must not share one.
    const statement = (await writer.prepare(sql)) as Statement;
    return (await statement.all(params.map(bound))).map(plain) as T[];
  };
  const batch = async (steps: Step[]): Promise<void> => {
    for (const [sql, rows] of steps) {
      if (rows.length === 0) continue;
      const joined = rows.length > 1 ? joinable(sql) : null;
      for (let from = 0; from < rows.length;) {
        const count = joined ? rowsPerInsert(rows.length - from) : 1;
        const text = joined?.text(count) ?? sql;
        // Not waited for when it is there: a group has a dozen of them.
        runWith(cache.known(text) ?? (await cache.get(text)), rows, from, count);
        from += count;
      }
      written(rows.length);
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

/** What a statement is run with; taken at once, so that one array serves all. */
const given: Value[] = [];

function runWith(statement: Statement, rows: Value[][], from: number, count: number): void {
  const width = rows[from]!.length;
  given.length = width * count;
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < width; column += 1) given[row * width + column] = bound(rows[from + row]![column]!);
  }
  statement.run(given);
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
    if (this.#bySql.size >= MOST_STATEMENTS && !oldest.done) this.#bySql.delete(oldest.value);
    this.#bySql.set(sql, statement);
    return statement;
  }
}

/**
 * A whole number is bound as an integer (the driver would bind every number as a double, and 7 would be found as
 * "7.0").
 */
function bound(value: Value): Value {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Bytes come out as Uint8Array, whichever way the driver hands them over. */
export function plain(row: object): object {
  for (const [name, value] of Object.entries(row))
    if (value instanceof ArrayBuffer) Object.assign(row, { [name]: new Uint8Array(value) });
  return row;
}
