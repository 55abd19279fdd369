// Digest: a market's trades in columns of time, and its book at the end of each, as bytes.
import { VarintReader, VarintWriter } from '../../../core/encoding/varint-columns.ts';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { type Seam, countIn, readSeams, writeSeams } from '../../../core/market-data/tile.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { FullBook } from '../../feed/full-book.ts';
import { type BookCopy, readBook, writeBook } from '../../../core/market-data/archive-block.ts';
import { ChangedBook } from './changed-book.ts';

/**
 * What was recorded from `fromMs` to `toMs` within a span that starts at `startMs`. Columns have `stepMs`; the first
 * is that of `fromMs`, the last one ends at `toMs` or at its own end.
 */
export interface DigestPiece {
  stepMs: number;
  startMs: EpochMs;
  fromMs: EpochMs;
  toMs: EpochMs;
  /** For each column a byte of `BOOK`, then the book or its changed levels. */
  books: Uint8Array;
  /** Ticks of a level, seams, then columns with trades. */
  trades: Uint8Array;
}

/** How a column's book is written: not known, all of it, or what changed since the column before. */
export const BOOK = { unknown: 0, whole: 1, changes: 2 } as const;

/** Most cells of trades in a piece; beyond it its levels have ten times the ticks. */
const MAX_CELLS = 16_384;

/** Lots that takers sold and bought, by price. */
export type TradeSums = Map<number, [sold: number, bought: number]>;

export function addTrade(sums: TradeSums, price: number, sold: number, bought: number): void {
  const cell = sums.get(price);
  if (cell) {
    cell[0] += sold;
    cell[1] += bought;
  } else sums.set(price, [sold, bought]);
}

/** Columns by their index in the span, with levels of at least `minTicks`. */
export function encodeTrades(
  columns: ReadonlyMap<number, TradeSums>,
  seams: readonly Seam[],
  startMs: EpochMs,
  minTicks = 1,
): Uint8Array {
  const { levelTicks, columns: fitting } = fitted(columns, minTicks);
  const out = new VarintWriter();
  out.unsigned(levelTicks);
  writeSeams(out, seams, startMs);
  out.unsigned(fitting.size);
  let lastColumn = 0;
  for (const [column, sums] of [...fitting].toSorted(([a], [b]) => a - b)) {
    const cells = [...sums].toSorted(([a], [b]) => a - b);
    out.unsigned(column - lastColumn);
    out.unsigned(cells.length);
    let lastLevel = 0;
    for (const [level] of cells) {
      out.unsigned(level - lastLevel);
      lastLevel = level;
    }
    for (const [, [sold, bought]] of cells) {
      out.unsigned(sold);
      out.unsigned(bought);
    }
    lastColumn = column;
  }
  return out.bytes.slice();
}

/** The finest levels that are few enough, a power of ten in ticks. */
function fitted(
  columns: ReadonlyMap<number, TradeSums>,
  minTicks: number,
): {
  levelTicks: number;
  columns: ReadonlyMap<number, TradeSums>;
} {
  for (let levelTicks = minTicks; ; levelTicks *= 10) {
    const some =
      levelTicks === 1 ? columns : new Map(Array.from(columns, ([at, sums]) => [at, inLevels(sums, levelTicks)]));
    let cells = 0;
    for (const sums of some.values()) cells += sums.size;
    if (cells <= MAX_CELLS) return { levelTicks, columns: some };
  }
}

function inLevels(sums: TradeSums, levelTicks: number): TradeSums {
  const levels: TradeSums = new Map();
  for (const [price, [sold, bought]] of sums) addTrade(levels, Math.floor(price / levelTicks), sold, bought);
  return levels;
}

/** Ticks of a level of the piece's trades, and its seams: the source had lost its book. */
export function headOfTrades({ trades, startMs }: DigestPiece): { levelTicks: number; seams: Seam[] } {
  const reader = new VarintReader(trades);
  return { levelTicks: reader.unsigned(), seams: readSeams(reader, startMs) };
}

/** Trades of a column: prices in ticks, ascending, and lots sold and bought at each in turn. */
export interface TradeColumn {
  prices: Float64Array;
  lots: Float64Array;
}

/** Visits every column with trades, and its start; each has arrays of its own. */
export function eachTradeColumn(
  { trades, startMs, stepMs }: DigestPiece,
  visit: (ts: EpochMs, column: TradeColumn) => void,
): void {
  const reader = new VarintReader(trades);
  const levelTicks = reader.unsigned();
  readSeams(reader, startMs);
  let column = 0;
  for (let columns = reader.unsigned(); columns > 0; columns--) {
    column += reader.unsigned();
    const prices = new Float64Array(countIn(reader));
    const lots = new Float64Array(2 * prices.length);
    let level = 0;
    reader.readInto(prices);
    for (let at = 0; at < prices.length; at++) prices[at] = (level += prices[at]!) * levelTicks;
    reader.readInto(lots);
    visit(startMs + column * stepMs, { prices, lots });
  }
}

/** Visits the book at the end of every column that ends by `untilMs`; null where it is not known. */
export function eachBook(
  { books, stepMs, startMs, fromMs, toMs }: DigestPiece,
  untilMs: EpochMs,
  visit: (endMs: EpochMs, book: Pick<ChangedBook, 'copy'> | null) => void,
): void {
  const reader = new VarintReader(books);
  const book = new ChangedBook();
  let columnEnd = startMs + Math.floor((fromMs - startMs) / stepMs) * stepMs;
  while (reader.left > 0) {
    columnEnd += stepMs;
    const endMs = Math.min(columnEnd, toMs);
    if (endMs > untilMs) return;
    const kind = reader.byte();
    if (kind === BOOK.whole) book.replace(readBook(reader, false));
    else if (kind === BOOK.changes) readChanges(reader, book);
    visit(endMs, kind === BOOK.unknown ? null : book);
  }
}

export function writeChanges(
  out: VarintWriter,
  book: FullBook,
  changed: Readonly<Record<1 | 2, ReadonlySet<number>>>,
): void {
  for (const side of [BID, ASK]) {
    out.unsigned(changed[side].size);
    let last = 0;
    for (const price of changed[side]) {
      out.signed(price - last);
      out.unsigned(book.side(side).lotsOf(price));
      last = price;
    }
  }
}

function readChanges(reader: VarintReader, book: ChangedBook): void {
  for (const side of [BID, ASK]) {
    let price = 0;
    for (let count = reader.unsigned(); count > 0; count--)
      book.set(side, (price += reader.signed()), reader.unsigned());
  }
}

/** Times between `fromMs` and `toMs` that no piece covers, and the seams within the pieces, ascending. */
export function seamsOf(pieces: readonly DigestPiece[], fromMs: EpochMs, toMs: EpochMs): Seam[] {
  const seams: [EpochMs, EpochMs][] = [];
  const add = (from: EpochMs, to: EpochMs): void => {
    const last = seams.at(-1);
    const [start, end] = [Math.max(from, fromMs, last?.[1] ?? fromMs), Math.min(to, toMs)];
    if (end <= start) return;
    if (last?.[1] === start) last[1] = end;
    else seams.push([start, end]);
  };
  let known = fromMs;
  for (const piece of pieces) {
    add(known, piece.fromMs);
    for (const [from, to] of headOfTrades(piece).seams) add(from, to);
    known = Math.max(known, piece.toMs);
  }
  add(known, toMs);
  return seams;
}

/** Pieces of one span, ascending, as one piece with coarser columns, whose books are whole. */
export function joinedPieces(pieces: readonly DigestPiece[], stepMs: number, startMs: EpochMs): DigestPiece {
  const fromMs = pieces[0]!.fromMs;
  const toMs = pieces.at(-1)!.toMs;
  const columns = new Map<number, TradeSums>();
  const ends = new Map<EpochMs, BookCopy>();
  let levelTicks = 1;
  for (const piece of pieces) {
    levelTicks = Math.max(levelTicks, headOfTrades(piece).levelTicks);
    eachTradeColumn(piece, (ts, { prices, lots }) => {
      const column = Math.floor((ts - startMs) / stepMs);
      let sums = columns.get(column);
      if (!sums) columns.set(column, (sums = new Map()));
      for (const [at, price] of prices.entries()) addTrade(sums, price, lots[2 * at]!, lots[2 * at + 1]!);
    });
    eachBook(piece, toMs, (endMs, book) => {
      if (book && (endMs === toMs || (endMs - startMs) % stepMs === 0)) ends.set(endMs, book.copy());
    });
  }
  const books = new VarintWriter();
  for (let start = startMs + Math.floor((fromMs - startMs) / stepMs) * stepMs; start < toMs; start += stepMs) {
    const book = ends.get(Math.min(start + stepMs, toMs));
    books.byte(book ? BOOK.whole : BOOK.unknown);
    if (book) writeBook(books, book);
  }
  const trades = encodeTrades(columns, seamsOf(pieces, fromMs, toMs), startMs, levelTicks);
  return { stepMs, startMs, fromMs, toMs, books: books.bytes.slice(), trades };
}
