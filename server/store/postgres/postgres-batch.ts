// Statements over rows of parameters in one round trip: all are sent before the first answer is awaited.
import type { Connection, Submittable } from 'pg';
import { decoded, encoded } from './postgres-values.ts';
import type { Value } from '../store.ts';

const DESCRIBED = { type: 'P', name: '' };
/** All rows; the declared type of their number is a mistake. */
const EXECUTED = { portal: '', rows: 0 } as never;

/** Names of the statements that a connection has prepared; `pg` prepares none by name itself. */
const PREPARED = new WeakMap<Connection, Set<string>>();

function preparedOn(connection: Connection): Set<string> {
  const known = PREPARED.get(connection) ?? new Set();
  PREPARED.set(connection, known);
  return known;
}

/**
 * A prepared statement and what it is run over: the same name always stands for the same text and types; "" is prepared
 * each time.
 */
export interface Part {
  name: string;
  text: string;
  types: number[];
  values: Value[][];
}

interface Field {
  name: string;
  dataTypeID: number;
}

/**
 * What the server said to a statement's last row of parameters: its rows, and the word for what it did ("COMMIT",
 * "INSERT 0 1").
 */
export interface BatchResult {
  rows: object[];
  did: string;
}

/**
 * Goes into `client.query`; `answers`, one for each part, settles when the server has done all, or refused one (the
 * rest is then not run).
 */
export class Batch implements Submittable {
  readonly answers: Promise<BatchResult[]>;
  readonly #parts: Part[];
  #resolve!: (answers: BatchResult[]) => void;
  #reject!: (error: Error) => void;
  #fields: Field[] = [];
  #rows: object[] = [];
  readonly #done: BatchResult[] = [];
  /** Rows of parameters of the part at hand that are answered. */
  #rowsDone = 0;
  /** Forgets the connection. */
  #finish = (): void => undefined;

  /** Every part has at least one row of parameters. */
  constructor(parts: Part[]) {
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
      const fresh: Part[] = [];
      for (const part of this.#parts) this.#execute(connection, part, fresh);
      if (fresh.length > 0) this.#notePrepared(connection, fresh);
      connection.sync();
    } finally {
      stream.uncork();
    }
  }

  /** Prepares the part if the connection has not heard of it, which is noted in `fresh`, and runs it. */
  #execute(connection: Connection, part: Part, fresh: Part[]): void {
    if (!part.name || (!preparedOn(connection).has(part.name) && !fresh.some(({ name }) => name === part.name))) {
      // The type numbers go out as numbers; the declared type of `types` is a mistake.
      connection.parse({ name: part.name, text: part.text, types: part.types as unknown as string[] }, true);
      fresh.push(part);
    }
    part.values.forEach((row, at) => {
      connection.bind({ statement: part.name, values: row as string[], valueMapper: encoded }, true);
      // Only the last row's answer is told; the fields are the same for all.
      if (at === part.values.length - 1) connection.describe(DESCRIBED, true);
      connection.execute(EXECUTED, true);
    });
  }

  /**
   * Adds each of `fresh` to the connection's list as the server says that it is prepared: a refusal may come before the
   * rest is.
   */
  #notePrepared(connection: Connection, fresh: Part[]): void {
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

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
    this.#rows = [];
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#fields.length === 0) return;
    this.#rows.push(
      Object.fromEntries(
        this.#fields.map(({ name, dataTypeID }, at) => [name, decoded(dataTypeID, fields[at] ?? null)]),
      ),
    );
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rowsDone += 1;
    if (this.#rowsDone < this.#parts[this.#done.length]!.values.length) return;
    this.#done.push({ rows: this.#rows, did: text });
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
}
