// Archive blocks as they are stored: columns deflated, each block chained to the one before by hash.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { HASH_BYTES } from '../../core/encoding/bytes.ts';
import {
  type BlockContent,
  type BlockHead,
  HEAD_BYTES,
  MAX_COLUMN_BYTES,
  type NewBlockHead,
  columnsOf,
  decodeColumns,
  encodeColumns,
  encodeHead,
  readHead,
  setColumnBytes,
} from '../../core/market-data/archive-block.ts';

const compress = promisify(deflateRaw);

/** The fastest level: higher ones save 5 % and take three times as long. */
const DEFLATE_LEVEL = 1;

/** Hash that the first block follows. */
export const NO_BLOCK: Uint8Array = new Uint8Array(HASH_BYTES);

/** The content is read at once, so that the caller may change it while the bytes are compressed. */
export async function encodeBlock(head: NewBlockHead, content: BlockContent): Promise<Uint8Array> {
  const headBytes = encodeHead(head, content);
  const columns = await compress(encodeColumns(content, head.fromTs).slice(), { level: DEFLATE_LEVEL });
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + columns.length + HASH_BYTES);
  bytes.set(headBytes);
  setColumnBytes(bytes, columns.length);
  bytes.set(columns, HEAD_BYTES);
  bytes.set(contentHash(bytes), bytes.length - HASH_BYTES);
  return bytes;
}

/** The hash by which the next block refers to this one. */
export function hashOf(block: Uint8Array): Uint8Array {
  return block.slice(-HASH_BYTES);
}

/** Reads the head of a whole block. Throws Error on bytes that are no whole, unchanged block. */
export function checkedHead(block: Uint8Array): BlockHead {
  const head = readHead(block);
  if (head.bytes !== block.length) throw new Error('an archive block is cut');
  if (!contentHash(block).equals(block.subarray(-HASH_BYTES)))
    throw new Error(`block ${head.number} of market ${head.coinInfoId} does not match its hash`);
  return head;
}

/** How many bytes of a content, which begins with a block, are whole blocks. Throws Error on a changed one. */
export function checkedBytes(content: Uint8Array): number {
  let at = 0;
  while (content.length - at >= HEAD_BYTES) {
    const { bytes } = readHead(content.subarray(at));
    if (bytes > content.length - at) break;
    checkedHead(content.subarray(at, at + bytes));
    at += bytes;
  }
  return at;
}

/** Throws Error on bytes that are no whole, unchanged block. */
export function decodeBlock(block: Uint8Array): BlockContent & { head: BlockHead; hash: Uint8Array } {
  const head = checkedHead(block);
  const columns = inflateRawSync(columnsOf(block), { maxOutputLength: MAX_COLUMN_BYTES });
  return { head, ...decodeColumns(columns, head), hash: hashOf(block) };
}

function contentHash(block: Uint8Array): Buffer {
  return createHash('sha256').update(block.subarray(0, -HASH_BYTES)).digest();
}
