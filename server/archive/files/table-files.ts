// Files of a table: CSV as gzip, and Parquet with decimals of its market's grid.
import type { FileHandle } from 'node:fs/promises';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Grid, printSteps } from '../../../core/units/units.ts';
import { zip } from '../gzip.ts';

/** Columns of equal length: numbers are whole, of `price` and `amount` in steps of their grids. */
export type Table = Readonly<Record<string, readonly (number | string)[]>>;

export interface Grids {
  price: Grid;
  amount: Grid;
}

export interface TableFile {
  readonly rows: number;
  /** Throws Error when the disk fails. */
  write(table: Table): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
}

export class CsvFile implements TableFile {
  readonly #grids: Grids;
  readonly #file: FileHandle;
  #hasHead = false;
  rows = 0;

  constructor(file: FileHandle, grids: Grids) {
    this.#grids = grids;
    this.#file = file;
  }

  /** Each table is a member of the gzip, which may have many. */
  async write(table: Table): Promise<void> {
    const columns = Object.entries(table).map(([name, values]) => {
      const grid = name === 'price' ? this.#grids.price : name === 'amount' ? this.#grids.amount : null;
      return grid ? values.map((steps) => printSteps(steps as number, grid)) : values;
    });
    const rows = columns[0]?.length ?? 0;
    let text = this.#hasHead ? '' : `${Object.keys(table).join(',')}\n`;
    this.#hasHead = true;
    for (let row = 0; row < rows; row++) text += `${columns.map((column) => column[row]).join(',')}\n`;
    this.rows += rows;
    if (text !== '') await this.#file.appendFile(await zip(text));
  }

  async end(): Promise<void> {
    // Everything is written by `write`.
  }
}

/** Rows that are encoded at once. */
const GROUP_ROWS = 8_192;

export class ParquetFile implements TableFile {
  readonly #grids: Grids;
  readonly #file: FileHandle;
  readonly #bytes = new ByteWriter();
  readonly #names: string[];
  readonly #text: readonly string[];
  readonly #parquet: ParquetWriter;
  #pending: Record<string, (number | string)[]> = {};
  rows = 0;

  /** `columns` are all names; `text` those of texts, all others are numbers. */
  constructor(file: FileHandle, grids: Grids, columns: readonly string[], text: readonly string[]) {
    this.#grids = grids;
    this.#file = file;
    this.#text = text;
    this.#names = [...columns];
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map((name) => ({ name, repetition_type: 'REQUIRED' as const, ...this.#typeOf(name) })),
      ],
    });
  }

  async write(table: Table): Promise<void> {
    const rows = table[this.#names[0]!]!.length;
    for (const name of this.#names) this.#pending[name] = [...(this.#pending[name] ?? []), ...table[name]!];
    this.rows += rows;
    if (this.#pending[this.#names[0]!]!.length >= GROUP_ROWS) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#parquet.finish();
    await this.#send();
  }

  #typeOf(name: string) {
    if (this.#text.includes(name)) return { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const };
    if (name === 'time') return { type: 'INT64' as const, converted_type: 'TIMESTAMP_MILLIS' as const };
    if (name !== 'price' && name !== 'amount') return { type: 'INT64' as const };
    const { decimals } = this.#grids[name];
    return { type: 'INT64' as const, converted_type: 'DECIMAL' as const, scale: decimals, precision: 18 };
  }

  async #flush(): Promise<void> {
    const first = this.#pending[this.#names[0]!];
    if (!first || first.length === 0) return;
    const columnData = this.#names.map((name) => ({
      name,
      data: this.#pending[name]!.map((value) => this.#valueOf(name, value)),
      // Numbers near those before them: half the bytes of plain ones.
      ...(this.#text.includes(name) ? {} : { encoding: 'DELTA_BINARY_PACKED' as const }),
    }));
    this.#pending = {};
    await this.#parquet.write({ columnData, rowGroupSize: columnData[0]!.data.length });
    await this.#send();
  }

  /** A decimal is given as its digits, which stay exact. */
  #valueOf(name: string, value: number | string): bigint | string {
    if (typeof value === 'string') return value;
    return name === 'price' || name === 'amount' ? BigInt(value) * BigInt(this.#grids[name].step) : BigInt(value);
  }

  async #send(): Promise<void> {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    await this.#file.appendFile(bytes);
  }
}
