// Heads of a finished day's blocks in one small object beside the day, so that a start need not read the day.
import { createHash } from 'node:crypto';
import { HASH_BYTES } from '../../core/encoding/bytes.ts';
import { VarintReader, VarintWriter } from '../../core/encoding/varint-columns.ts';
import { ArchiveFiles } from './archive-files.ts';
import type { ArchiveStore } from './archive-store.ts';
import type { BlockRow } from './block-columns.ts';

/** Version of the layout: version, market, day, bytes of the day and count as varints, then rows, then SHA-256. */
const VERSION = 1;

/** Which day an index describes; another length means that it is outdated. */
export interface IndexedDay {
  coinInfoId: number;
  dayNumber: number;
  bytes: number;
}

/** Indexes in files of a folder, beside the blocks. */
export function dayIndexesIn(folder: string): ArchiveStore {
  return new ArchiveFiles(folder, '.index');
}

/** `rows` are all blocks of the day, each where the one before ends. */
export function encodeDayIndex(day: IndexedDay, rows: readonly BlockRow[]): Uint8Array {
  const out = new VarintWriter();
  for (const value of [VERSION, day.coinInfoId, day.dayNumber, day.bytes, rows.length]) out.unsigned(value);
  let number = 0;
  let ts = 0;
  for (const { number: next, fromTs, toTs, bytes, flags } of rows) {
    out.signed(next - number);
    out.signed(fromTs - ts);
    out.signed(toTs - fromTs);
    out.unsigned(bytes);
    out.byte(flags);
    number = next;
    ts = fromTs;
  }
  return Buffer.concat([out.bytes, sha256Of(out.bytes)]);
}

/** Null for an index that is damaged, cut, of another version or of another state of the day. */
export function decodeDayIndex(index: Uint8Array, day: IndexedDay): BlockRow[] | null {
  const content = index.subarray(0, -HASH_BYTES);
  if (index.length <= HASH_BYTES || !sha256Of(content).equals(index.subarray(-HASH_BYTES))) return null;
  const reader = new VarintReader(content);
  for (const value of [VERSION, day.coinInfoId, day.dayNumber, day.bytes]) if (reader.unsigned() !== value) return null;
  const count = reader.unsigned();
  const rows: BlockRow[] = [];
  let number = 0;
  let fromTs = 0;
  let offset = 0;
  for (let i = 0; i < count; i++) {
    number += reader.signed();
    fromTs += reader.signed();
    const toTs = fromTs + reader.signed();
    const bytes = reader.unsigned();
    rows.push({ number, fromTs, toTs, dayNumber: day.dayNumber, offset, bytes, flags: reader.byte() });
    offset += bytes;
  }
  return rows;
}

function sha256Of(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
