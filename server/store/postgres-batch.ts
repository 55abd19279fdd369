// One statement over many rows of parameters in one round trip: all are sent before the first answer is awaited.
import type { Connection, Submittable } from 'pg';
import { decoded, encoded } from './postgres-values.ts';
import type { Value } from './store.ts';

/** What `pg` knows of a connection's prepared statements; it fills it itself from the `name` and `text` of what it runs. */
interface Prepared {
  parsedStatements: Record<string, string | undefined>;
}

/** A prepared statement: the same name always stands for the same text and types. */
export interface Statement {
  name: string;
  text: string;
  types: number[];
}

interface Field { name: string; dataTypeID: number }

/** What the server said to the last row of parameters: its rows, and the word for what it did ("COMMIT", "INSERT 0 1"). */
export interface BatchAnswer {
  rows: object[];
  did: string;
}

/** Goes into `client.query`; `answer` settles when the server has done all, or refused one (the rest is then not run). */
export class Batch implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly answer: Promise<BatchAnswer>;
  readonly #types: number[];
  readonly #values: Value[][];
  #resolve!: (answer: BatchAnswer) => void;
  #reject!: (error: Error) => void;
  #fields: Field[] = [];
  #rows: object[] = [];
  #did = '';

  constructor({ name, text, types }: Statement, values: Value[][]) {
    this.name = name;
    this.text = text;
    this.#types = types;
    this.#values = values;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    stream.cork();
    try {
      if ((connection as unknown as Prepared).parsedStatements[this.name] === undefined) {
        // The type numbers go out as numbers; the declared type of `types` is a mistake.
        connection.parse({ name: this.name, text: this.text, types: this.#types as unknown as string[] }, true);
      }
      this.#values.forEach((row, at) => {
        connection.bind({ statement: this.name, values: row.map(encoded) }, true);
        // Only the last row's answer is told; the fields are the same for all.
        if (at === this.#values.length - 1) connection.describe({ type: 'P', name: '' }, true);
        connection.execute({ portal: '', rows: 0 } as never, true);
      });
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
    this.#rows.push(Object.fromEntries(this.#fields.map(({ name, dataTypeID }, at) => [name, decoded(dataTypeID, fields[at] ?? null)])));
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#did = text;
  }

  handleEmptyQuery(): void {
    this.#did = '';
  }

  handlePortalSuspended(): void {
    this.#reject(new Error('the server held rows back'));
  }

  handleReadyForQuery(): void {
    this.#resolve({ rows: this.#rows, did: this.#did });
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}
