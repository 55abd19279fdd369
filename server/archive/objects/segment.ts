// A segment: what was appended to the archive's objects in a moment, as one object.
import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { HASH_BYTES } from '../../../core/encoding/bytes.ts';

/** Layout: u32 bytes of the table, the table (JSON, raw deflate), contents of its entries, SHA-256 of all before. */
const LENGTH_BYTES = 4;
/** A damaged length must not take all memory. */
export const MAX_TABLE_BYTES = 16 * 1024 * 1024;

const MAX_TABLES_BYTES = 256 * 1024 * 1024;

/** Head of a block, without its length: number, fromTs, toTs, flags (`BLOCK_FLAG`). */
export type BlockHeadRow = readonly [number: number, fromTs: number, toTs: number, flags: number];

export interface SegmentEntry {
  /** Of the object: suffix, market and day, `blocks/2/2026-11-25`. */
  name: string;
  /** Where the content begins in the object, which is cut off there first. */
  offset: number;
  bytes: number;
  row?: BlockHeadRow;
}

export interface SegmentTable {
  number: number;
  /** SHA-256 of the segment before, in hex; "" for the first. */
  prev: string;
  entries: SegmentEntry[];
}

export function encodeSegment(table: SegmentTable, contents: readonly Uint8Array[]): Buffer {
  const packed = deflateRawSync(JSON.stringify(table));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(packed.length);
  const body = Buffer.concat([length, packed, ...contents]);
  return Buffer.concat([body, createHash('sha256').update(body).digest()]);
}

/** How many bytes of a segment, which begins with these, have its table. */
export function tableEnd(head: Uint8Array): number {
  if (head.length < LENGTH_BYTES) throw new Error('a segment of the archive is cut');
  return LENGTH_BYTES + Buffer.from(head.buffer, head.byteOffset).readUInt32BE(0);
}

/** The table of a segment that begins with these bytes, and where the contents begin. Throws Error on others. */
export function readTable(head: Uint8Array): SegmentHead {
  const contentsAt = tableEnd(head);
  if (contentsAt > head.length || contentsAt > MAX_TABLE_BYTES) throw new Error('a segment of the archive is cut');
  const json = inflateRawSync(head.subarray(LENGTH_BYTES, contentsAt), { maxOutputLength: MAX_TABLE_BYTES });
  return { table: JSON.parse(json.toString()) as SegmentTable, contentsAt };
}

/** A segment without its contents. */
export interface SegmentHead {
  table: SegmentTable;
  contentsAt: number;
}

/** Tables of consecutive segments as one object, so that a start need not read each segment. */
export function encodeTables(heads: readonly SegmentHead[]): Buffer {
  const packed = deflateRawSync(JSON.stringify(heads));
  return Buffer.concat([packed, createHash('sha256').update(packed).digest()]);
}

/** None for bytes that are not as they were written. */
export function readTables(tables: Uint8Array): SegmentHead[] {
  const packed = tables.subarray(0, -HASH_BYTES);
  const hash = createHash('sha256').update(packed).digest();
  if (tables.length < HASH_BYTES || !hash.equals(tables.subarray(-HASH_BYTES))) return [];
  return JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_TABLES_BYTES }).toString()) as SegmentHead[];
}

/** The hash by which the next segment refers to this one. Throws Error on bytes that are no whole segment. */
export function segmentHash(segment: Uint8Array): string {
  const hash = createHash('sha256').update(segment.subarray(0, -HASH_BYTES)).digest();
  if (segment.length < HASH_BYTES || !hash.equals(segment.subarray(-HASH_BYTES)))
    throw new Error('a segment of the archive does not match its hash');
  return hash.toString('hex');
}
