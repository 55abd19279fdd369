// Digest of a store's contents: equal for two stores exactly when all their rows are equal.
import { type Hash, createHash } from 'node:crypto';
import type { Row, TableReader } from './table-reader.ts';

/** The table of ledger entries, and the order of its rows. */
const LEDGER = 'exchange_line';
const LEDGER_ORDER = ['uid', 'id'];

export interface Digest {
  /**
   * SHA-256 over all ledger entries by uid and id: the values of each, columns by name, as a JSON array of strings, and
   * a line feed.
   */
  ledger: string;
  /** Rows of each table, and the sum (mod 2^256) of their SHA-256, which does not depend on their order. */
  tables: Record<string, { rows: number; sum: string }>;
}

export function rowOrderOf(table: string): string[] {
  return table === LEDGER ? LEDGER_ORDER : [];
}

/** Builds a digest from pages of rows. */
export class Digester {
  readonly #ledger: Hash = createHash('sha256');
  readonly #tables = new Map<string, { rows: number; sum: bigint }>();

  /** Ledger entries must be added in their order. */
  add(table: string, page: Row[]): void {
    const total = this.#tables.get(table) ?? { rows: 0, sum: 0n };
    for (const row of page) {
      const line = `${lineOf(row)}\n`;
      if (table === LEDGER) this.#ledger.update(line);
      total.rows += 1;
      total.sum = BigInt.asUintN(256, total.sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`));
    }
    this.#tables.set(table, total);
  }

  end(): Digest {
    const tables = [...this.#tables].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      ledger: this.#ledger.digest('hex'),
      tables: Object.fromEntries(tables.map(([name, { rows, sum }]) => [name, { rows, sum: sum.toString(16) }])),
    };
  }
}

/** Digest of a whole store. */
export async function storeDigest(source: TableReader): Promise<Digest> {
  const digester = new Digester();
  for (const table of source.tables) {
    digester.add(table, []);
    for await (const page of source.pages(table, rowOrderOf(table))) digester.add(table, page);
  }
  return digester.end();
}

function lineOf(row: Row): string {
  return JSON.stringify(
    Object.keys(row)
      .sort()
      .map((name) => {
        const value = row[name] ?? null;
        return value instanceof Uint8Array
          ? `x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`
          : value === null
            ? null
            : String(value);
      }),
  );
}
