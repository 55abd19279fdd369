// Makes digests from a market's events as they come, one piece for each span of time.
import { VarintWriter } from '../../../core/encoding/varint-columns.ts';
import { LATE_MS, type Seam } from '../../../core/market-data/tile.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';
import { FullBook } from '../../feed/full-book.ts';
import type { BookCopy } from '../../../core/market-data/archive-block.ts';
import { copyBook, fillBook } from '../book-copy.ts';
import { writeBook } from '../../../core/market-data/archive-block.ts';
import { ROW_KIND, type RowKind } from '../../../core/market-data/event-columns.ts';
import { BOOK, type DigestPiece, type TradeSums, addTrade, encodeTrades, writeChanges } from './digest-piece.ts';

interface Span {
  startMs: EpochMs;
  fromMs: EpochMs;
  toMs: EpochMs;
  books: VarintWriter;
  seams: Seam[];
}

export interface DigestOptions {
  stepMs: number;
  spanMs: number;
  /** Some span start. */
  originMs: EpochMs;
  onPiece: (piece: DigestPiece) => void;
}

export class DigestBuilder {
  readonly #options: DigestOptions;
  readonly #book = new FullBook();
  readonly #changed = { 1: new Set<number>(), 2: new Set<number>() };
  readonly #trades = new Map<EpochMs, TradeSums>();
  /** `open` has the trades up to this id, and none of a later one; 0 before the first. */
  lastTradeId = 0;
  /** Of the newest trade since one that carries a time after the span: those come with the next. 0: there is none. */
  #aheadId = 0;
  #isWhole = true;
  #lostFrom: EpochMs | null;
  /** What happened before this is complete, but for late trades. */
  #ts: EpochMs;
  #columnEnd = 0;
  #span: Span;
  /** Spans that are over and may still get late trades, oldest first. */
  #ending: Span[] = [];

  /** What is recorded begins at `ts` with this book. */
  constructor(options: DigestOptions, ts: EpochMs, book: BookCopy) {
    this.#options = options;
    fillBook(this.#book, book);
    this.#lostFrom = book.isLost ? ts : null;
    this.#ts = ts;
    this.#span = this.#newSpan(ts);
  }

  /** An event that was recorded at `ts`; `ownTs` and `id` are a trade's own time and number. */
  add(kind: RowKind, ts: EpochMs, price: PriceTicks, lots: Lots, ownTs: EpochMs, id: number): void {
    this.advance(ts);
    if (kind === ROW_KIND.buy || kind === ROW_KIND.sell) this.#addTrade(kind, ownTs, price, lots, id);
    else if (kind === ROW_KIND.bookReset) {
      this.#book.clear();
      this.#isWhole = true;
      this.#lostFrom ??= ts;
    } else {
      this.#book.set(kind, price, lots);
      this.#changed[kind].add(price);
      if (lots > 0) this.#endLoss(ts);
    }
  }

  /** All that was recorded before `ts` was added. */
  advance(ts: EpochMs): void {
    while (this.#columnEnd <= ts) {
      this.#ts = this.#columnEnd;
      this.#writeColumn(this.#span.books);
      if (this.#columnEnd === this.#span.startMs + this.#options.spanMs) this.#endSpan();
      else this.#columnEnd += this.#options.stepMs;
    }
    if (ts > this.#ts) this.#ts = ts;
    while (this.#ending[0] && this.#ending[0].toMs + LATE_MS <= ts) this.#emit(this.#ending.shift()!);
  }

  /** Hands over what there is; the builder is not used after it. */
  end(): void {
    for (const piece of this.open()) this.#options.onPiece(piece);
  }

  /** What is not handed over yet, as of now. */
  open(): DigestPiece[] {
    const pieces = this.#ending.map((span) => this.#pieceOf(span));
    const { startMs, fromMs, books, seams } = this.#span;
    if (this.#ts <= fromMs) return pieces;
    const all = new VarintWriter();
    all.append(books.bytes);
    if (this.#ts > this.#columnEnd - this.#options.stepMs) this.#printColumn(all);
    const lost: Seam[] = this.#lostFrom === null ? [] : [[Math.max(this.#lostFrom, fromMs), this.#ts]];
    return [...pieces, this.#pieceOf({ startMs, fromMs, toMs: this.#ts, books: all, seams: [...seams, ...lost] })];
  }

  #newSpan(ts: EpochMs): Span {
    const { originMs, spanMs, stepMs } = this.#options;
    const startMs = originMs + Math.floor((ts - originMs) / spanMs) * spanMs;
    this.#columnEnd = startMs + (Math.floor((ts - startMs) / stepMs) + 1) * stepMs;
    this.#isWhole = true;
    return { startMs, fromMs: ts, toMs: startMs + spanMs, books: new VarintWriter(), seams: [] };
  }

  #endSpan(): void {
    if (this.#lostFrom !== null) {
      this.#span.seams.push([this.#lostFrom, this.#columnEnd]);
      this.#lostFrom = this.#columnEnd;
    }
    this.#ending.push(this.#span);
    this.#span = this.#newSpan(this.#columnEnd);
    if (this.#aheadId > 0) this.lastTradeId = this.#aheadId;
    this.#aheadId = 0;
  }

  #endLoss(ts: EpochMs): void {
    if (this.#lostFrom === null) return;
    if (ts > this.#lostFrom) this.#span.seams.push([this.#lostFrom, ts]);
    this.#lostFrom = null;
  }

  #addTrade(kind: RowKind, ts: EpochMs, price: PriceTicks, lots: Lots, id: number): void {
    const { stepMs, spanMs, originMs } = this.#options;
    if (this.#aheadId > 0 || ts >= this.#span.startMs + spanMs) this.#aheadId = id;
    else this.lastTradeId = id;
    const first = this.#ending[0] ?? this.#span;
    const column = originMs + Math.floor((Math.max(ts, first.fromMs) - originMs) / stepMs) * stepMs;
    let sums = this.#trades.get(column);
    if (!sums) this.#trades.set(column, (sums = new Map()));
    addTrade(sums, price, kind === ROW_KIND.sell ? lots : 0, kind === ROW_KIND.buy ? lots : 0);
  }

  #writeColumn(out: VarintWriter): void {
    this.#printColumn(out);
    this.#isWhole = this.#lostFrom !== null;
    this.#changed[1].clear();
    this.#changed[2].clear();
  }

  #printColumn(out: VarintWriter): void {
    if (this.#lostFrom !== null) out.byte(BOOK.unknown);
    else if (this.#isWhole) {
      out.byte(BOOK.whole);
      writeBook(out, copyBook(this.#book, false));
    } else {
      out.byte(BOOK.changes);
      writeChanges(out, this.#book, this.#changed);
    }
  }

  #emit(span: Span): void {
    this.#options.onPiece(this.#pieceOf(span));
    for (const column of this.#trades.keys()) if (column < span.toMs) this.#trades.delete(column);
  }

  #pieceOf({ startMs, fromMs, toMs, books, seams }: Span): DigestPiece {
    const { stepMs, spanMs } = this.#options;
    const columns = new Map<number, TradeSums>();
    for (const [column, sums] of this.#trades)
      if (column >= startMs && column < startMs + spanMs) columns.set((column - startMs) / stepMs, sums);
    const trades = encodeTrades(columns, seams, startMs);
    return { stepMs, startMs, fromMs, toMs, books: books.bytes.slice(), trades };
  }
}
