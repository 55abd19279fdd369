// Heads of many blocks in typed columns: some 40 bytes a block, and no object.
const FIRST_CAPACITY = 64;

export const BLOCK_FLAG = { book: 1, seam: 2 } as const;

/** What is remembered of a block. */
export interface BlockRow {
  number: number;
  fromTs: number;
  toTs: number;
  /** Days since 1970. */
  dayNumber: number;
  /** Where it begins in the object of its day. */
  offset: number;
  bytes: number;
  /** Of `BLOCK_FLAG`. */
  flags: number;
}

export class BlockColumns {
  size = 0;
  numbers = new Float64Array(FIRST_CAPACITY);
  fromTs = new Float64Array(FIRST_CAPACITY);
  toTs = new Float64Array(FIRST_CAPACITY);
  offsets = new Float64Array(FIRST_CAPACITY);
  bytes = new Uint32Array(FIRST_CAPACITY);
  dayNumbers = new Uint32Array(FIRST_CAPACITY);
  flags = new Uint8Array(FIRST_CAPACITY);

  push(row: BlockRow): void {
    if (this.size === this.numbers.length) this.#resize(this.size * 2);
    const at = this.size++;
    this.numbers[at] = row.number;
    this.fromTs[at] = row.fromTs;
    this.toTs[at] = row.toTs;
    this.offsets[at] = row.offset;
    this.bytes[at] = row.bytes;
    this.dayNumbers[at] = row.dayNumber;
    this.flags[at] = row.flags;
  }

  /** Throws RangeError where there is no row: its day was deleted meanwhile. */
  rowAt(at: number): BlockRow {
    if (at < 0 || at >= this.size) throw new RangeError(`no block ${at} of ${this.size}`);
    return {
      number: this.numbers[at]!,
      fromTs: this.fromTs[at]!,
      toTs: this.toTs[at]!,
      dayNumber: this.dayNumbers[at]!,
      offset: this.offsets[at]!,
      bytes: this.bytes[at]!,
      flags: this.flags[at]!,
    };
  }

  /** Removes the first `count` rows. */
  shift(count: number): void {
    const columns = [
      this.numbers,
      this.fromTs,
      this.toTs,
      this.offsets,
      this.bytes,
      this.dayNumbers,
      this.flags,
    ] as const;
    for (const column of columns) column.copyWithin(0, count, this.size);
    this.size -= count;
  }

  #resize(capacity: number): void {
    this.numbers = grown(this.numbers, new Float64Array(capacity));
    this.fromTs = grown(this.fromTs, new Float64Array(capacity));
    this.toTs = grown(this.toTs, new Float64Array(capacity));
    this.offsets = grown(this.offsets, new Float64Array(capacity));
    this.bytes = grown(this.bytes, new Uint32Array(capacity));
    this.dayNumbers = grown(this.dayNumbers, new Uint32Array(capacity));
    this.flags = grown(this.flags, new Uint8Array(capacity));
  }
}

function grown<Column extends Float64Array | Uint32Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
