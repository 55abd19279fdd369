// Runs our statements on PostgreSQL: translated once, prepared once for each list of parameter types.
import { type MultiRowInsert, haveDistinctKeys, multiRowInsertOf, rowsPerInsert } from '../multi-row-insert.ts';
import { Batch, type BatchResult, type BatchPart } from './postgres-batch.ts';
import { parameterTypes, toPostgresSql } from './postgres-values.ts';
import type { Step, Value } from '../store.ts';

/** Prepared statements for each connection; above it a statement is prepared without a name each time. */
const MAX_STATEMENTS = 300;

/** A statement, and its translations by number of joined rows. */
interface Statement {
  sql: string;
  multiRow: MultiRowInsert | null;
  translations: Translation[];
}

/** A translated text, with a name for each list of parameter types it was prepared with. */
interface Translation {
  text: string;
  forms: { row: number[]; types: number[]; name: string }[];
}

/** Runs statements on a client of `pg`; their names are the same on every connection of a store. */
export class PostgresDialect {
  readonly #statements = new Map<string, Statement>();
  #names = 0;

  /**
   * Runs statements, each over rows of parameters, in one round trip; returns an answer for each, to its last row.
   * Throws what the server refuses; nothing after it is run.
   */
  async run(client: { query(batch: Batch): unknown }, ...steps: Step[]): Promise<BatchResult[]> {
    const parts: BatchPart[] = [];
    const lasts = steps.map((step) => {
      this.#translate(step, parts);
      return parts.length - 1;
    });
    const batch = new Batch(parts);
    client.query(batch);
    const answers = await batch.answers;
    return lasts.map((at) => answers[at]!);
  }

  #translate([sql, rows]: Step, parts: BatchPart[]): void {
    const statement = this.#statements.get(sql) ?? this.#register(sql);
    const types = parameterTypes(rows);
    const { multiRow } = statement;
    if (!multiRow || rows.length === 1) {
      parts.push(this.#prepare(statement, types, 1, rows));
      return;
    }
    for (let from = 0; from < rows.length;) {
      const most = rowsPerInsert(rows.length - from);
      const count = haveDistinctKeys(rows, from, most, multiRow.key) ? most : 1;
      parts.push(this.#prepare(statement, types, count, [rows.slice(from, from + count).flat()]));
      from += count;
    }
  }

  #prepare({ sql, multiRow, translations }: Statement, row: number[], count: number, values: Value[][]): BatchPart {
    const { text, forms } = (translations[count] ??= { text: toPostgresSql(multiRow?.text(count) ?? sql), forms: [] });
    const known = forms.find((form) => isSame(form.row, row));
    if (known) return { name: known.name, text, types: known.types, values };
    const types = Array.from({ length: count }, () => row).flat();
    const name = this.#newName();
    if (name) forms.push({ row, types, name });
    return { name, text, types, values };
  }

  #newName(): string {
    if (this.#names === MAX_STATEMENTS) return '';
    this.#names += 1;
    return `s${this.#names}`;
  }

  #register(sql: string): Statement {
    const statement = { sql, multiRow: multiRowInsertOf(sql), translations: [] };
    if (this.#statements.size < MAX_STATEMENTS) this.#statements.set(sql, statement);
    return statement;
  }
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((type, at) => type === others[at]);
}
