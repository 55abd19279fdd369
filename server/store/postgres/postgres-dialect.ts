// Runs our statements on PostgreSQL: translated once, prepared once for each list of parameter types.
import { type MultiRowInsert, areDifferent, multiRowInsertOf, rowsPerInsert } from '../multi-row-insert.ts';
import { Batch, type BatchResult, type Part } from './postgres-batch.ts';
import { parameterTypes, translated } from './postgres-values.ts';
import type { Step, Value } from '../store.ts';

/** Prepared statements per connection; past it a statement is prepared without a name each time. */
const MOST_STATEMENTS = 300;

/** A statement of ours, and how PostgreSQL hears it: by the number of rows said together. */
interface Statement {
  sql: string;
  joinable: MultiRowInsert | null;
  translations: Translation[];
}

/** With a name for each list of types (of one row, and of all) that it was prepared with. */
interface Translation {
  text: string;
  forms: { row: number[]; types: number[]; name: string }[];
}

/** Runs statements on a client of `pg`; their names are the same on every connection of a store. */
export class PostgresDialect {
  readonly #statements = new Map<string, Statement>();
  #names = 0;

  /**
   * Statements, each over rows of parameters, in one round trip; one answer for each, to its last row. Throws what the
   * server says; after a refused one none is run.
   */
  async run(client: { query(batch: Batch): unknown }, ...steps: Step[]): Promise<BatchResult[]> {
    const parts: Part[] = [];
    const lasts = steps.map((step) => {
      this.#translate(step, parts);
      return parts.length - 1;
    });
    const batch = new Batch(parts);
    client.query(batch);
    const answers = await batch.answers;
    return lasts.map((at) => answers[at]!);
  }

  #translate([sql, rows]: Step, parts: Part[]): void {
    const statement = this.#statements.get(sql) ?? this.#register(sql);
    const types = parameterTypes(rows);
    const { joinable } = statement;
    if (!joinable || rows.length === 1) {
      parts.push(this.#prepare(statement, types, 1, rows));
      return;
    }
    for (let from = 0; from < rows.length;) {
      const most = rowsPerInsert(rows.length - from);
      const count = areDifferent(rows, from, most, joinable.key) ? most : 1;
      parts.push(this.#prepare(statement, types, count, [rows.slice(from, from + count).flat()]));
      from += count;
    }
  }

  #prepare({ sql, joinable, translations }: Statement, row: number[], count: number, values: Value[][]): Part {
    const { text, forms } = (translations[count] ??= { text: translated(joinable?.text(count) ?? sql), forms: [] });
    const known = forms.find((form) => isSame(form.row, row));
    if (known) return { name: known.name, text, types: known.types, values };
    const types = Array.from({ length: count }, () => row).flat();
    const name = this.#newName();
    if (name) forms.push({ row, types, name });
    return { name, text, types, values };
  }

  #newName(): string {
    if (this.#names === MOST_STATEMENTS) return '';
    this.#names += 1;
    return `s${this.#names}`;
  }

  #register(sql: string): Statement {
    const statement = { sql, joinable: multiRowInsertOf(sql), translations: [] };
    if (this.#statements.size < MOST_STATEMENTS) this.#statements.set(sql, statement);
    return statement;
  }
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((type, at) => type === others[at]);
}
