// Digests of one market: made while it is recorded, stored as a pyramid, read for any time.
import { HOUR_MS } from '../../../core/units/durations.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { MarketEvent } from '../../exchange/market-event.ts';
import { copyBook } from '../book-copy.ts';
import { ROW_KIND } from '../../../core/market-data/event-columns.ts';
import type { HistoryBlock } from '../market-history.ts';
import type { RecordedMarket } from '../market-recorder.ts';
import { DigestBuilder } from './digest-builder.ts';
import { CLOSED_LEVELS, type DigestFiles, LEVELS, type LevelIndex, QUICK_LEVELS } from './digest-files.ts';
import { type DigestPiece, joinedPieces } from './digest-piece.ts';
import { type PieceSpan, PieceReader, spanStart } from './piece-reader.ts';
import { replayHistory } from './replay-history.ts';

const [COLUMNS] = LEVELS;

/** After this long without a word the clock has jumped: that time has no digests, and is a seam of tiles. */
const JUMP_MS = HOUR_MS;
/** Bytes of pieces that wait to be stored: further ones are lost, and tiles have a seam there. */
const MAX_UNSAVED_BYTES = 4 * 1024 * 1024;

export interface MarketDigestsOptions {
  market: RecordedMarket;
  files: DigestFiles;
  blocks: (fromTs: EpochMs) => AsyncIterable<HistoryBlock>;
  /** Where the stored digests end; null: there are none. */
  lastMs: EpochMs | null;
  /** Where the recorded blocks of earlier runs end; null: there are none. */
  recordedMs: EpochMs | null;
  now: EpochMs;
  pause: () => Promise<void>;
  /** Called for a piece that could not be stored: tiles have a seam there. */
  onError: (error: unknown) => void;
}

export class MarketDigests {
  readonly #options: MarketDigestsOptions;
  #builder: DigestBuilder;
  readonly #reader: PieceReader;
  /** Pieces that are not stored yet, oldest first. */
  #unsaved: DigestPiece[] = [];
  #saving: Promise<void>;
  #lastEventMs: EpochMs = -Infinity;
  #advancedMs: EpochMs;
  #isEnded = false;
  /** Span of the piece that was stored last. */
  #lastStart: EpochMs | null;
  /** What earlier runs recorded up to here is still being digested; 0: it is. */
  #digestingToMs: EpochMs = 0;

  /** The market's book is as of `now`. What earlier runs recorded and did not digest is digested first, from blocks. */
  constructor(options: MarketDigestsOptions) {
    this.#options = options;
    const { market, now, lastMs } = options;
    this.#lastStart = lastMs === null ? null : spanStart(lastMs - 1, COLUMNS.spanMs);
    this.#reader = new PieceReader(options.files, market.id, () => this.#lastStart);
    this.#builder = this.#newBuilder(now);
    this.#advancedMs = now;
    this.#saving = this.#catchUp()
      .catch(options.onError)
      .then(() => {
        this.#digestingToMs = 0;
      });
  }

  /**
   * A time before which everything is known, `now` or what was known before; null in the millisecond of the last event:
   * more may come.
   */
  completeMs(now: EpochMs): EpochMs | null {
    if (now < this.#advancedMs) return this.#advancedMs;
    if (this.#lastEventMs >= now) return null;
    this.advance(now);
    return now;
  }

  /** Whether something of `[fromMs, toMs)` is recorded and not digested yet: its pieces would be in part. */
  isDigesting(fromMs: EpochMs, toMs: EpochMs): boolean {
    return fromMs < this.#digestingToMs && toMs > (this.#lastStart ?? 0);
  }

  /** Adds an event that the feed applied at `ts`. */
  record(event: MarketEvent, ts: EpochMs): void {
    this.#lastEventMs = ts;
    this.#follow(ts);
    if (event.kind === 'level') this.#builder.add(event.side, ts, event.priceTicks, event.lots, ts, 0);
    else if (event.kind === 'bookReset') this.#builder.add(ROW_KIND.bookReset, ts, 0, 0, ts, 0);
    else {
      const kind = event.side === 'buy' ? ROW_KIND.buy : ROW_KIND.sell;
      this.#builder.add(kind, ts, event.priceTicks, event.lots, event.ts, event.id);
    }
  }

  /** Everything that happened before `ts` was recorded. */
  advance(ts: EpochMs): void {
    this.#follow(ts);
    this.#builder.advance(ts);
  }

  /**
   * Of a watched market: the pieces that are requested now have the trades up to this id. 0: none came lately, or the
   * market is not watched, and they have those before now.
   */
  get lastTradeId(): number {
    return this.#options.market.isWatched ? this.#builder.lastTradeId : 0;
  }

  /** As `PieceReader.pieces`. */
  async pieces(span: PieceSpan, pause: () => Promise<void>): Promise<DigestPiece[]> {
    const own = [...this.#unsaved, ...this.#builder.open()];
    const newestMs = own.at(-1)?.toMs ?? this.#options.now;
    return this.#reader.pieces(span, { own, newestMs }, pause);
  }

  /** Stores what there is. */
  async close(): Promise<void> {
    this.#builder.end();
    await this.#saving;
  }

  /** What is not stored yet is lost. */
  abandon(): void {
    this.#isEnded = true;
  }

  /** Resolves when what earlier runs left is digested, and all finished pieces are stored. */
  get settled(): Promise<void> {
    return this.#saving;
  }

  #newBuilder(ts: EpochMs): DigestBuilder {
    const { market } = this.#options;
    const { stepMs, spanMs } = COLUMNS;
    const onPiece = (piece: DigestPiece): void => this.#keep(piece);
    return new DigestBuilder({ stepMs, spanMs, originMs: 0, onPiece }, ts, copyBook(market.book, market.isBookLost));
  }

  #follow(ts: EpochMs): void {
    if (ts - this.#advancedMs > JUMP_MS) {
      this.#builder.end();
      this.#builder = this.#newBuilder(ts);
    }
    this.#advancedMs = Math.max(this.#advancedMs, ts);
  }

  #keep(piece: DigestPiece): void {
    const waiting = this.#unsaved.reduce((sum, { books, trades }) => sum + books.length + trades.length, 0);
    if (waiting > MAX_UNSAVED_BYTES)
      return this.#options.onError(new Error(`market ${this.#options.market.id}: digests wait for the disk`));
    this.#unsaved.push(piece);
    this.#saving = this.#saving
      .then(() => this.#save(piece))
      .catch(this.#options.onError)
      .then(() => {
        this.#unsaved = this.#unsaved.filter((other) => other !== piece);
      });
  }

  async #save(piece: DigestPiece): Promise<void> {
    if (this.#isEnded) return;
    const { files, market } = this.#options;
    const { startMs } = piece;
    await this.#closeSpans(startMs);
    await files.append(0, market.id, piece);
    for (const level of QUICK_LEVELS)
      await files.append(level, market.id, joinedPieces([piece], LEVELS[level].stepMs, startMs));
    this.#lastStart = startMs;
  }

  /** Stores the spans of the last piece that are over when `nextMs` is in another one. */
  async #closeSpans(nextMs: EpochMs): Promise<void> {
    const last = this.#lastStart;
    if (last === null) return;
    for (const level of CLOSED_LEVELS) {
      const { spanMs } = LEVELS[level];
      const startMs = spanStart(last, spanMs);
      if (startMs !== spanStart(nextMs, spanMs)) await this.#closeSpan(level, startMs);
    }
  }

  async #closeSpan(level: LevelIndex, startMs: EpochMs): Promise<void> {
    const { files, market } = this.#options;
    const { spanMs, stepMs, from } = LEVELS[level];
    // A write after it may have failed: it is tried again with the next piece.
    if (await files.has(level, market.id, startMs)) return;
    const children: DigestPiece[] = [];
    for (let start = startMs; start < startMs + spanMs; start += LEVELS[from].spanMs)
      children.push(...(await files.read(from, market.id, start, true)));
    if (children.length > 0) await files.append(level, market.id, joinedPieces(children, stepMs, startMs));
  }

  async #catchUp(): Promise<void> {
    const { blocks, lastMs, recordedMs, pause } = this.#options;
    if (recordedMs === null || (lastMs !== null && lastMs >= recordedMs)) return;
    this.#digestingToMs = recordedMs + 1;
    let found: DigestPiece[] = [];
    const saveAll = async (): Promise<void> => {
      const pieces = found;
      found = [];
      for (const piece of pieces) await this.#save(piece);
    };
    await replayHistory(until(blocks(lastMs ?? 0), recordedMs), {
      stepMs: COLUMNS.stepMs,
      spanMs: COLUMNS.spanMs,
      originMs: 0,
      fromMs: lastMs ?? 0,
      toMs: recordedMs,
      untilMs: Infinity,
      onPiece: (piece) => found.push(piece),
      pause: async () => {
        await saveAll();
        await pause();
      },
    });
    await saveAll();
  }
}

/** Blocks of earlier runs: the first one of this run begins at or after `endMs`, with a seam. */
async function* until(blocks: AsyncIterable<HistoryBlock>, endMs: EpochMs): AsyncGenerator<HistoryBlock> {
  for await (const block of blocks) {
    if (block.isSeam && block.fromTs >= endMs) return;
    yield block;
  }
}
