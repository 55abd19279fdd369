// Reads digests of a market from the level that is finished, or from finer ones.
import { tileStart } from '../../../core/market-data/tile.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { type DigestFiles, LEVELS, type LevelIndex } from './digest-files.ts';
import { type DigestPiece, joinedPieces } from './digest-piece.ts';

const [COLUMNS] = LEVELS;

export interface PieceSpan {
  level: LevelIndex;
  fromMs: EpochMs;
  toMs: EpochMs;
  /** Books are wanted at the end of each such time from `fromMs` on, and at `toMs`; null: none are. */
  bookEveryMs: number | null;
}

/** What is not stored yet. */
interface Unstored {
  /** Of the first level, oldest first. */
  own: readonly DigestPiece[];
  /** There is nothing from here on. */
  newestMs: EpochMs;
}

export class PieceReader {
  readonly #files: Pick<DigestFiles, 'read'>;
  readonly #coinInfoId: number;
  readonly #lastStartMs: () => EpochMs | null;

  /** `lastStartMs`: span of the piece that was stored last; null without any. */
  constructor(files: Pick<DigestFiles, 'read'>, coinInfoId: number, lastStartMs: () => EpochMs | null) {
    this.#files = files;
    this.#coinInfoId = coinInfoId;
    this.#lastStartMs = lastStartMs;
  }

  /** Pieces that overlap `[fromMs, toMs)`, ascending, of this level or, where that is not finished, of finer ones. */
  async pieces(span: PieceSpan, { own, newestMs }: Unstored, pause: () => Promise<void>): Promise<DigestPiece[]> {
    const { level, fromMs, toMs } = span;
    const { spanMs } = LEVELS[level];
    const found: DigestPiece[] = [];
    for (let start = spanStart(fromMs, spanMs); start < Math.min(toMs, newestMs); start += spanMs) {
      found.push(...(await this.#piecesOf(level, start, span, own)));
      await pause();
    }
    return found;
  }

  async #piecesOf(
    level: LevelIndex,
    startMs: EpochMs,
    span: PieceSpan,
    own: readonly DigestPiece[],
  ): Promise<DigestPiece[]> {
    const { stepMs, spanMs, from } = LEVELS[level];
    const stored = await this.#files.read(level, this.#coinInfoId, startMs, hasBook(span, startMs, startMs + spanMs));
    if (spanMs === COLUMNS.spanMs) {
      const mine = own.filter((piece) => piece.startMs === startMs);
      const others = stored.filter(({ fromMs }) => !mine.some((piece) => piece.fromMs === fromMs));
      const pieces = level === 0 ? mine : mine.map((piece) => joinedPieces([piece], stepMs, startMs));
      return [...others, ...pieces].toSorted((a, b) => a.fromMs - b.fromMs);
    }
    const endMs = startMs + spanMs;
    const isOpen = own.some((piece) => piece.startMs < endMs && piece.toMs > startMs);
    const lastStart = this.#lastStartMs();
    const isLast = lastStart !== null && lastStart >= startMs && lastStart < endMs;
    // An earlier version, or a full disk, left out what the next finer level has.
    const mayBeMissing = level === span.level;
    if (stored.length > 0 || !(isOpen || isLast || mayBeMissing)) return stored;
    const found: DigestPiece[] = [];
    for (let start = startMs; start < endMs; start += LEVELS[from].spanMs)
      found.push(...(await this.#piecesOf(from, start, span, own)));
    return found;
  }
}

/** Whether a book is wanted after `startMs` and up to `endMs`. */
function hasBook({ fromMs, toMs, bookEveryMs }: PieceSpan, startMs: EpochMs, endMs: EpochMs): boolean {
  if (bookEveryMs === null) return false;
  return endMs >= toMs || Math.floor((endMs - fromMs) / bookEveryMs) * bookEveryMs > startMs - fromMs;
}

/** Weeks start on a Monday. */
export function spanStart(ts: EpochMs, spanMs: number): EpochMs {
  return tileStart(ts, spanMs, 1);
}
