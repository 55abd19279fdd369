// Which bytes of the archive's objects are where: pieces of segments, and parts of finished days.
import type { BlockHeadRow, SegmentEntry } from './segment.ts';

/** A piece of an object, within an object of the store. */
export interface Extent {
  offset: number;
  bytes: number;
  key: string;
  /** Where it begins there. */
  at: number;
}

/** Head of a block and where it is. */
interface PlacedRow {
  row: BlockHeadRow;
  offset: number;
  bytes: number;
}

export interface MappedObject {
  /** One after the other, without a gap. */
  extents: Extent[];
  /** Of all its blocks; null: not of all. */
  rows: PlacedRow[] | null;
  /** Number of the last segment that its parts include; 0 without parts. */
  asOf: number;
}

export class ObjectMap {
  readonly #objects = new Map<string, MappedObject>();

  get(name: string): MappedObject | undefined {
    return this.#objects.get(name);
  }

  entries(): Iterable<[string, MappedObject]> {
    return this.#objects;
  }

  sizeOf(name: string): number {
    const last = this.#objects.get(name)?.extents.at(-1);
    return last ? last.offset + last.bytes : 0;
  }

  /** Applies an entry of segment `number`, which parts may include already. */
  apply(number: number, key: string, { name, offset, bytes, row }: SegmentEntry, at: number): void {
    const object = this.#objects.get(name) ?? { extents: [], rows: [], asOf: 0 };
    if (number <= object.asOf) return;
    this.#objects.set(name, object);
    this.#cut(object, offset);
    if (bytes === 0) return;
    if (this.sizeOf(name) !== offset) throw new Error(`${name} has a gap before ${offset}`);
    object.extents.push({ offset, bytes, key, at });
    if (row) object.rows?.push({ row, offset, bytes });
  }

  /** What an object is from now on; segments up to `asOf` are part of it. */
  set(name: string, extents: Extent[], asOf: number): void {
    this.#objects.set(name, { extents, rows: null, asOf });
  }

  delete(name: string): void {
    this.#objects.delete(name);
  }

  #cut(object: MappedObject, offset: number): void {
    const { extents } = object;
    const rows = object.rows ?? [];
    while (extents.length > 0 && extents.at(-1)!.offset >= offset) extents.pop();
    const last = extents.at(-1);
    if (last && last.offset + last.bytes > offset) last.bytes = offset - last.offset;
    while (rows.length > 0 && rows.at(-1)!.offset + rows.at(-1)!.bytes > offset) rows.pop();
  }
}
