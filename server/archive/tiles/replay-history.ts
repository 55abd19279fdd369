// Makes digests of recorded blocks, where none are stored or finer ones are needed.
import type { EpochMs } from '../../../core/units/time.ts';
import { FullBook } from '../../feed/full-book.ts';
import { applyRow, copyBook, fillBook } from '../book-copy.ts';
import { ROW_KIND, type RowKind, isTrade } from '../../../core/market-data/event-columns.ts';
import type { HistoryBlock } from '../market-history.ts';
import { LATE_MS } from '../../../core/market-data/tile.ts';
import { DigestBuilder, type DigestOptions } from './digest-builder.ts';
import type { DigestPiece } from './digest-piece.ts';

interface ReplaySpan extends DigestOptions {
  fromMs: EpochMs;
  toMs: EpochMs;
  /** Nothing that happened at or after this is added. */
  untilMs: EpochMs;
  /** Trades are, of whatever time: all that are recorded by now. */
  withNewest?: boolean;
}

interface ReplayOptions extends ReplaySpan {
  /** Called after each block: the caller's turn to let others run. */
  pause: () => Promise<void>;
}

/**
 * Hands over the pieces of what was recorded from `fromMs` to `toMs`; late trades are looked for beyond it. Returns the
 * id of the newest trade that was added; 0: there is none.
 */
export async function replayHistory(blocks: AsyncIterable<HistoryBlock>, options: ReplayOptions): Promise<number> {
  const replay = new Replay(options);
  for await (const block of blocks) {
    replay.add(block);
    if (replay.isOver) break;
    await options.pause();
  }
  replay.end();
  return replay.lastTradeId;
}

export class Replay {
  readonly #options: ReplaySpan;
  readonly #book = new FullBook();
  #builder: DigestBuilder | null = null;
  #isLost = true;
  /** Since when nothing is missing; null: not known since any time. */
  #knownFrom: EpochMs | null = null;
  #ts = 0;
  lastTradeId = 0;

  constructor(options: ReplaySpan) {
    this.#options = options;
  }

  get isOver(): boolean {
    return this.#ts > this.#options.toMs + LATE_MS;
  }

  add({ book, events, fromTs, toTs, isSeam }: HistoryBlock): void {
    if (isSeam) this.end();
    if (book) {
      this.#book.clear();
      fillBook(this.#book, book);
      this.#isLost = book.isLost;
      this.#knownFrom ??= fromTs;
      this.#ts = Math.max(this.#ts, fromTs);
    }
    if (this.#knownFrom === null) return;
    const { untilMs, withNewest = false } = this.#options;
    for (let row = 0; row < events.size; row++) {
      const kind = events.kinds[row] as RowKind;
      const ts = events.times[row]!;
      if (!isTrade(kind)) this.#ts = Math.max(this.#ts, ts);
      if (this.isOver) break;
      if ((isTrade(kind) ? ts : this.#ts) >= untilMs && !(withNewest && isTrade(kind))) continue;
      this.#begin(isTrade(kind) ? Math.min(ts, toTs) : ts);
      if (isTrade(kind)) this.lastTradeId = events.tradeIds[row]!;
      this.#builder?.add(kind, this.#ts, events.prices[row]!, events.lots[row]!, ts, events.tradeIds[row]!);
      if (!this.#builder && kind !== ROW_KIND.buy && kind !== ROW_KIND.sell)
        this.#isLost = applyRow(this.#book, events, row, this.#isLost);
    }
    this.#ts = Math.max(this.#ts, toTs);
    this.#begin(toTs);
    this.#builder?.advance(Math.min(this.#ts, this.#options.toMs + LATE_MS, this.#options.untilMs));
  }

  end(): void {
    this.#builder?.end();
    this.#builder = null;
    this.#knownFrom = null;
  }

  /** Nothing more happened until `ts`. Returns what is not handed over yet. */
  open(ts: EpochMs): DigestPiece[] {
    this.#ts = Math.max(this.#ts, ts);
    this.#begin(this.#ts);
    this.#builder?.advance(this.#ts);
    return this.#builder?.open() ?? [];
  }

  /** The first event at or after the beginning starts the builder with the book before it. */
  #begin(ts: EpochMs): void {
    const { fromMs } = this.#options;
    if (this.#builder || ts < fromMs || this.#knownFrom === null) return;
    const from = Math.max(fromMs, this.#knownFrom);
    this.#builder = new DigestBuilder(this.#options, from, copyBook(this.#book, this.#isLost));
  }
}
