// Sends prepared statements with their rows of parameters in one round trip.
import type { Connection, Submittable } from 'pg';
import { decodeValue, encodeValue } from './postgres-values.ts';
import type { Value } from '../store.ts';

const DESCRIBE_PORTAL = { type: 'P', name: '' };
/** All rows. The declared type of the number is wrong. */
const ALL_ROWS = { portal: '', rows: 0 } as never;

/** Names of the statements prepared on each connection; `pg` prepares none by name itself. */
const PREPARED = new WeakMap<Connection, Set<string>>();

function preparedOn(connection: Connection): Set<string> {
  const known = PREPARED.get(connection) ?? new Set();
  PREPARED.set(connection, known);
  return known;
}

/**
 * A prepared statement and its rows of parameters. A name always means the same text and types; "" is prepared each
 * time.
 */
export interface BatchPart {
  name: string;
  text: string;
  types: number[];
  values: Value[][];
}

interface Field {
  name: string;
  dataTypeID: number;
}

/** The server's answer to the last row of parameters: its rows and its command tag ("COMMIT", "INSERT 0 1"). */
export interface BatchResult {
  rows: object[];
  commandTag: string;
}

/**
 * Passed to `client.query`. `answers`, one for each part, resolves when the server has run all, and rejects when it
 * refused one (the rest is then not run).
 */
export class Batch implements Submittable {
  readonly answers: Promise<BatchResult[]>;
  readonly #parts: BatchPart[];
  #resolve!: (answers: BatchResult[]) => void;
  #reject!: (error: Error) => void;
  #fields: Field[] = [];
  #rows: object[] = [];
  readonly #done: BatchResult[] = [];
  /** Rows of parameters of the current part that are answered. */
  #rowsDone = 0;
  /** Removes the listener from the connection. */
  #finish = (): void => undefined;

  /** Every part has at least one row of parameters. */
  constructor(parts: BatchPart[]) {
    this.#parts = parts;
    this.answers = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    stream.cork();
    try {
      const fresh: BatchPart[] = [];
      for (const part of this.#parts) this.#execute(connection, part, fresh);
      if (fresh.length > 0) this.#notePrepared(connection, fresh);
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
    this.#rows = [];
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#fields.length === 0) return;
    this.#rows.push(
      Object.fromEntries(
        this.#fields.map(({ name, dataTypeID }, at) => [name, decodeValue(dataTypeID, fields[at] ?? null)]),
      ),
    );
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rowsDone += 1;
    if (this.#rowsDone < this.#parts[this.#done.length]!.values.length) return;
    this.#done.push({ rows: this.#rows, commandTag: text });
    this.#rowsDone = 0;
    this.#fields = [];
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {
    this.#reject(new Error('the server held rows back'));
  }

  handleReadyForQuery(): void {
    this.#finish();
    this.#resolve(this.#done);
  }

  handleError(error: Error): void {
    this.#finish();
    this.#reject(error);
  }

  /** Prepares the part if it is new to the connection (and adds it to `fresh`), and runs it. */
  #execute(connection: Connection, part: BatchPart, fresh: BatchPart[]): void {
    if (!part.name || (!preparedOn(connection).has(part.name) && !fresh.some(({ name }) => name === part.name))) {
      // Type ids are sent as numbers. The declared type of `types` is wrong.
      connection.parse({ name: part.name, text: part.text, types: part.types as unknown as string[] }, true);
      fresh.push(part);
    }
    part.values.forEach((row, at) => {
      connection.bind({ statement: part.name, values: row as string[], valueMapper: encodeValue }, true);
      // Only the last row's answer is needed; the fields are the same for all.
      if (at === part.values.length - 1) connection.describe(DESCRIBE_PORTAL, true);
      connection.execute(ALL_ROWS, true);
    });
  }

  /** Records each of `fresh` as prepared when the server confirms it: a refusal may come before the rest is. */
  #notePrepared(connection: Connection, fresh: BatchPart[]): void {
    const prepared = preparedOn(connection);
    let preparedCount = 0;
    const note = (): void => {
      const part = fresh[preparedCount];
      if (part?.name) prepared.add(part.name);
      preparedCount += 1;
    };
    connection.on('parseComplete', note);
    this.#finish = () => connection.off('parseComplete', note);
  }
}
