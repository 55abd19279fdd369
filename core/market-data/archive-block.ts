// Form of an archive block: some seconds of one market, without the hash and the compression around it.
import { HASH_BYTES } from '../encoding/bytes.ts';
import { VarintReader, VarintWriter } from '../encoding/varint-columns.ts';
import type { EpochMs } from '../units/time.ts';
import { EventColumns, ROW_KINDS, isTrade } from './event-columns.ts';

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
 *  74       columns, raw deflate: [book], kinds, times, prices, lots, trade numbers
 * end  32   SHA-256 of all bytes before
 */
const VERSION = 1;
export const HEAD_BYTES = 74;
const COLUMN_BYTES_AT = 38;
const PREV_AT = 42;
const FLAG = { book: 1, seam: 2, lost: 4 } as const;
/** Columns of a block; its writer stays far below. A damaged length must not take all memory. */
export const MAX_COLUMN_BYTES = 64 * 1024 * 1024;
/** Events of a block: one takes at least four bytes of the columns. */
const MAX_EVENTS = MAX_COLUMN_BYTES / 4;

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

/** A whole book: levels from the best to the worst, as price and lots in turn. */
export interface BookCopy {
  bids: Float64Array;
  asks: Float64Array;
  /** The book was unknown. */
  isLost: boolean;
}

export interface BlockContent {
  /** Book at the beginning; null: the block goes on from the one before. */
  book: BookCopy | null;
  events: EventColumns;
}

export type NewBlockHead = Omit<BlockHead, 'hasBook' | 'isBookLost' | 'bytes' | 'events'>;

const writer = new VarintWriter();

/** The columns of a block, before compression; valid until the next call. */
export function encodeColumns({ book, events }: BlockContent, fromTs: EpochMs): Uint8Array {
  writer.clear();
  if (book) writeBook(writer, book);
  writeEvents(events, fromTs);
  return writer.bytes;
}

/** The head of a block, without the size of its compressed columns. */
export function encodeHead(head: NewBlockHead, { book, events }: BlockContent): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES);
  const out = new DataView(bytes.buffer);
  out.setUint8(0, VERSION);
  out.setUint8(1, (book ? FLAG.book : 0) | (head.isSeam ? FLAG.seam : 0) | (book?.isLost ? FLAG.lost : 0));
  out.setUint32(2, head.coinInfoId);
  out.setBigUint64(6, BigInt(head.number));
  out.setUint32(14, events.size);
  out.setBigUint64(18, BigInt(head.fromTs));
  out.setBigUint64(26, BigInt(head.toTs));
  out.setUint32(34, head.checksum);
  bytes.set(head.prev, PREV_AT);
  return bytes;
}

/** Sets the size of the compressed columns in a block's head. */
export function setColumnBytes(block: Uint8Array, size: number): void {
  new DataView(block.buffer, block.byteOffset, HEAD_BYTES).setUint32(COLUMN_BYTES_AT, size);
}

/** Reads a head. Throws Error when there are too few bytes, and for another version. */
export function readHead(block: Uint8Array): BlockHead {
  if (block.length < HEAD_BYTES) throw new Error('an archive block is cut');
  const head = new DataView(block.buffer, block.byteOffset, HEAD_BYTES);
  const version = head.getUint8(0);
  if (version !== VERSION) throw new Error(`an archive block has version ${version}, this version reads ${VERSION}`);
  const flags = head.getUint8(1);
  return {
    coinInfoId: head.getUint32(2),
    number: Number(head.getBigUint64(6)),
    events: head.getUint32(14),
    fromTs: Number(head.getBigUint64(18)),
    toTs: Number(head.getBigUint64(26)),
    checksum: head.getUint32(34),
    hasBook: (flags & FLAG.book) !== 0,
    isSeam: (flags & FLAG.seam) !== 0,
    isBookLost: (flags & FLAG.lost) !== 0,
    bytes: HEAD_BYTES + head.getUint32(COLUMN_BYTES_AT) + HASH_BYTES,
    prev: block.slice(PREV_AT, HEAD_BYTES),
  };
}

/** The compressed columns within a whole block. */
export function columnsOf(block: Uint8Array): Uint8Array {
  return block.subarray(HEAD_BYTES, block.length - HASH_BYTES);
}

/** Reads inflated columns. Throws Error when they end early. */
export function decodeColumns(columns: Uint8Array, head: BlockHead): BlockContent {
  if (head.events > MAX_EVENTS) throw new Error('an archive block has more events than blocks have');
  const reader = new VarintReader(columns);
  const book = head.hasBook ? readBook(reader, head.isBookLost) : null;
  return { book, events: readEvents(reader, head) };
}

/** Distances of prices from the level before are small; the first one is whole. */
export function writeBook(out: VarintWriter, { bids, asks }: BookCopy): void {
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

/** What `writeBook` wrote. */
export function readBook(reader: VarintReader, isLost: boolean): BookCopy {
  const side = (): Float64Array => {
    const count = reader.unsigned();
    if (count > MAX_EVENTS) throw new Error('an archive block has more levels than books have');
    const levels = new Float64Array(count * 2);
    reader.readSums(levels, 0, 2);
    reader.readInto(levels, 1, 2);
    return levels;
  };
  const bids = side();
  return { bids, asks: side(), isLost };
}

/** Column after column: values of one kind are adjacent, so that deflate finds repetitions. */
function writeEvents({ size, kinds, times, prices, lots, tradeIds }: EventColumns, fromTs: EpochMs): void {
  for (let at = 0; at < size; at++) writer.byte(kinds[at]!);
  let ts = fromTs;
  for (let at = 0; at < size; at++) {
    writer.signed(times[at]! - ts);
    ts = times[at]!;
  }
  const lastPrices = new Float64Array(ROW_KINDS);
  for (let at = 0; at < size; at++) {
    const kind = kinds[at]!;
    writer.signed(prices[at]! - lastPrices[kind]!);
    lastPrices[kind] = prices[at]!;
  }
  for (let at = 0; at < size; at++) writer.unsigned(lots[at]!);
  let id = 0;
  for (let at = 0; at < size; at++) {
    if (!isTrade(kinds[at]!)) continue;
    writer.signed(tradeIds[at]! - id - 1);
    id = tradeIds[at]!;
  }
}

/** Fills the columns in place: a replay reads millions of rows. */
function readEvents(reader: VarintReader, { events: size, fromTs }: BlockHead): EventColumns {
  const events = new EventColumns(size);
  events.size = size;
  const { kinds, times, prices, lots, tradeIds } = events;
  for (let at = 0; at < size; at++) kinds[at] = reader.byte();
  for (let at = 0, ts = fromTs; at < size; at++) times[at] = ts += reader.signed();
  const lastPrices = new Float64Array(ROW_KINDS);
  for (let at = 0; at < size; at++) {
    const kind = kinds[at]!;
    prices[at] = lastPrices[kind] = lastPrices[kind]! + reader.signed();
  }
  reader.readInto(lots);
  for (let at = 0, id = 0; at < size; at++) if (isTrade(kinds[at]!)) tradeIds[at] = id += reader.signed() + 1;
  return events;
}
