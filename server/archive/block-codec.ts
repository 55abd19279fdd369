// Bytes of an archive block: some seconds of one market, chained to the block before by hash.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { EpochMs } from '../../core/units/time.ts';
import type { BookCopy } from './book-copy.ts';
import { EventColumns, ROW_KIND, ROW_KINDS, type RowKind } from './event-columns.ts';
import { VarintReader, VarintWriter } from '../../core/encoding/varint-columns.ts';

const compress = promisify(deflateRaw);

/**
 * Layout, numbers in big-endian order:
 *   0  u8   version of the layout
 *   1  u8   flags: 1 begins with a whole book, 2 a seam: what happened before it is not known, 4 that book is unknown
 *   2  u32  market
 *   6  u64  number of the block within the market
 *  14  u32  events
 *  18  u64  time of its beginning, ms
 *  26  u64  time of its last event, ms
 *  34  u32  checksum of the book after its last event
 *  38  u32  bytes of the columns
 *  42  32   hash of the block before; zeros for the first
 *  74       columns, deflated: [book], kinds, times, prices, lots, trade numbers
 * end  32   SHA-256 of all bytes before
 */
const VERSION = 1;
export const HEAD_BYTES = 74;
const HASH_BYTES = 32;
const FLAG = { book: 1, seam: 2, lost: 4 } as const;
/** The fastest level: higher ones save 5 % and take three times as long. */
const DEFLATE_LEVEL = 1;

/** Columns of a block; its writer stays far below. A damaged length must not take all memory. */
const MAX_COLUMN_BYTES = 64 * 1024 * 1024;

/** Hash that the first block follows. */
export const NO_BLOCK: Uint8Array = new Uint8Array(HASH_BYTES);

export interface BlockHead {
  coinInfoId: number;
  number: number;
  events: number;
  /** The block describes the market from here to `toTs`, and until the next one begins if that is no seam. */
  fromTs: EpochMs;
  toTs: EpochMs;
  /** Of the book after the last event. */
  checksum: number;
  hasBook: boolean;
  /** What happened between the block before and this one is not known. */
  isSeam: boolean;
  isBookLost: boolean;
  /** Bytes of the whole block. */
  bytes: number;
  prev: Uint8Array;
}

export interface BlockContent {
  book: BookCopy | null;
  events: EventColumns;
}

type NewBlock = Pick<BlockHead, 'coinInfoId' | 'number' | 'fromTs' | 'toTs' | 'checksum' | 'isSeam' | 'prev'> &
  BlockContent;

const writer = new VarintWriter();

/** The columns are read at once, so that the caller may change them while the bytes are compressed. */
export async function encodeBlock(block: NewBlock): Promise<Uint8Array> {
  const { book, events } = block;
  const count = events.size;
  writer.clear();
  if (book) writeBook(writer, book);
  writeEvents(writer, events, block.fromTs);
  const columns = await compress(writer.bytes.slice(), { level: DEFLATE_LEVEL });
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + columns.length + HASH_BYTES);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt8((book ? FLAG.book : 0) | (block.isSeam ? FLAG.seam : 0) | (book?.isLost ? FLAG.lost : 0), 1);
  bytes.writeUInt32BE(block.coinInfoId, 2);
  bytes.writeBigUInt64BE(BigInt(block.number), 6);
  bytes.writeUInt32BE(count, 14);
  bytes.writeBigUInt64BE(BigInt(block.fromTs), 18);
  bytes.writeBigUInt64BE(BigInt(block.toTs), 26);
  bytes.writeUInt32BE(block.checksum, 34);
  bytes.writeUInt32BE(columns.length, 38);
  bytes.set(block.prev, 42);
  bytes.set(columns, HEAD_BYTES);
  bytes.set(digestOf(bytes), bytes.length - HASH_BYTES);
  return bytes;
}

/** Reads a head. Throws Error when there are too few bytes, and for another version. */
export function decodeHead(bytes: Uint8Array): BlockHead {
  if (bytes.length < HEAD_BYTES) throw new Error('an archive block is cut');
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const version = head.readUInt8(0);
  if (version !== VERSION) throw new Error(`an archive block has version ${version}, this version reads ${VERSION}`);
  const flags = head.readUInt8(1);
  return {
    coinInfoId: head.readUInt32BE(2),
    number: Number(head.readBigUInt64BE(6)),
    events: head.readUInt32BE(14),
    fromTs: Number(head.readBigUInt64BE(18)),
    toTs: Number(head.readBigUInt64BE(26)),
    checksum: head.readUInt32BE(34),
    hasBook: (flags & FLAG.book) !== 0,
    isSeam: (flags & FLAG.seam) !== 0,
    isBookLost: (flags & FLAG.lost) !== 0,
    bytes: HEAD_BYTES + head.readUInt32BE(38) + HASH_BYTES,
    prev: bytes.slice(42, HEAD_BYTES),
  };
}

/** The hash by which the next block refers to this one. */
export function hashOf(block: Uint8Array): Uint8Array {
  return block.slice(-HASH_BYTES);
}

/** Throws Error on bytes that are no whole, unchanged block. */
export function decodeBlock(block: Uint8Array): BlockContent & { head: BlockHead } {
  const head = decodeHead(block);
  if (head.bytes !== block.length) throw new Error('an archive block is cut');
  if (!digestOf(block).equals(block.subarray(-HASH_BYTES)))
    throw new Error(`block ${head.number} of market ${head.coinInfoId} does not match its hash`);
  const reader = new VarintReader(
    inflateRawSync(block.subarray(HEAD_BYTES, -HASH_BYTES), { maxOutputLength: MAX_COLUMN_BYTES }),
  );
  const book = head.hasBook ? readBook(reader, head.isBookLost) : null;
  return { head, book, events: readEvents(reader, head) };
}

function digestOf(block: Uint8Array): Buffer {
  return createHash('sha256').update(block.subarray(0, -HASH_BYTES)).digest();
}

/** Distances of prices from the level before are small; the first one is whole. */
function writeBook(out: VarintWriter, { bids, asks }: BookCopy): void {
  for (const levels of [bids, asks]) {
    out.unsigned(levels.length / 2);
    let last = 0;
    for (let at = 0; at < levels.length; at += 2) {
      out.signed(levels[at]! - last);
      last = levels[at]!;
    }
    for (let at = 1; at < levels.length; at += 2) out.unsigned(levels[at]!);
  }
}

function readBook(reader: VarintReader, isLost: boolean): BookCopy {
  const side = (): Float64Array => {
    const levels = new Float64Array(reader.unsigned() * 2);
    let last = 0;
    for (let at = 0; at < levels.length; at += 2) levels[at] = last += reader.signed();
    for (let at = 1; at < levels.length; at += 2) levels[at] = reader.unsigned();
    return levels;
  };
  const bids = side();
  return { bids, asks: side(), isLost };
}

/** Column after column: equal things stand together, which deflate needs. */
function writeEvents(out: VarintWriter, events: EventColumns, fromTs: EpochMs): void {
  const { size, kinds, times, prices, lots, tradeIds } = events;
  for (let at = 0; at < size; at++) out.byte(kinds[at]!);
  let ts = fromTs;
  for (let at = 0; at < size; at++) {
    out.signed(times[at]! - ts);
    ts = times[at]!;
  }
  const lastPrices = new Float64Array(ROW_KINDS);
  for (let at = 0; at < size; at++) {
    const kind = kinds[at]!;
    out.signed(prices[at]! - lastPrices[kind]!);
    lastPrices[kind] = prices[at]!;
  }
  for (let at = 0; at < size; at++) out.unsigned(lots[at]!);
  let id = 0;
  for (let at = 0; at < size; at++) {
    if (!isTrade(kinds[at]!)) continue;
    out.signed(tradeIds[at]! - id - 1);
    id = tradeIds[at]!;
  }
}

function readEvents(reader: VarintReader, { events: size, fromTs }: BlockHead): EventColumns {
  const events = new EventColumns();
  const kinds = Array.from({ length: size }, () => reader.byte() as RowKind);
  let ts = fromTs;
  const times = Float64Array.from({ length: size }, () => (ts += reader.signed()));
  const lastPrices = new Float64Array(ROW_KINDS);
  const prices = Float64Array.from(kinds, (kind) => (lastPrices[kind] = lastPrices[kind]! + reader.signed()));
  const lots = Float64Array.from({ length: size }, () => reader.unsigned());
  let id = 0;
  for (let at = 0; at < size; at++) {
    const kind = kinds[at]!;
    if (isTrade(kind)) id += reader.signed() + 1;
    events.add(kind, times[at]!, prices[at]!, lots[at]!, isTrade(kind) ? id : 0);
  }
  return events;
}

export function isTrade(kind: number): boolean {
  return kind === ROW_KIND.buy || kind === ROW_KIND.sell;
}
