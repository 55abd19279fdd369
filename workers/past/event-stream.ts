// Recorded events of a span in order, loaded page by page ahead of the replay.
import type { BookCopy } from '../../core/market-data/archive-block.ts';
import type { RowKind } from '../../core/market-data/event-columns.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { PastBlock, PastPage, PastSource } from './past-source.ts';

/** The next page is loaded once fewer blocks are ahead: some minutes of market time. */
const LOW_BLOCKS = 256;

/** Takes what the stream plays. */
export interface EventSink {
  /** A whole book; null: the book is not known from here on. */
  onBook(book: BookCopy | null, ts: EpochMs): void;
  onRow(kind: RowKind, ts: EpochMs, price: number, lots: number, tradeId: number): void;
  /** Nothing was recorded between these times. */
  onGap(fromMs: EpochMs, toMs: EpochMs): void;
}

export class EventStream {
  readonly #source: PastSource;
  readonly #sink: EventSink;
  readonly #fromMs: EpochMs;
  readonly #toMs: EpochMs;
  #blocks: PastBlock[] = [];
  #row = 0;
  #isBegun = false;
  #lastNumber: number | null = null;
  #lastMs = NaN;
  #playedNumber = NaN;
  #hasMore = true;
  #loading: Promise<void> | null = null;

  /** Events from the last whole book at or before `fromMs` to before `toMs`; `first` is the first page of them. */
  constructor(source: PastSource, fromMs: EpochMs, toMs: EpochMs, sink: EventSink, first: PastPage | null) {
    this.#source = source;
    this.#sink = sink;
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#add(first);
  }

  /** Time of the next event that is loaded; Infinity when none is. */
  get nextMs(): EpochMs {
    const block = this.#blocks[0];
    if (!block) return Infinity;
    return this.#isBefore(block) ? block.head.fromTs : (block.events.times[this.#row] ?? block.head.toTs);
  }

  get isEnded(): boolean {
    return !this.#hasMore && this.#blocks.length === 0;
  }

  /** Loads until an event is there, or none follows. Throws Error when the source cannot be reached. */
  async fill(): Promise<void> {
    while (this.#blocks.length === 0 && this.#hasMore) await this.#load();
  }

  /** Plays the next event. Call it only while one is loaded. */
  playNext(): void {
    const block = this.#blocks[0]!;
    const { head, book, events } = block;
    if (this.#isBefore(block)) {
      this.#isBegun = true;
      if (!Number.isNaN(this.#lastMs)) this.#sink.onGap(this.#lastMs, head.fromTs);
      this.#sink.onBook(book?.isLost ? null : book, head.fromTs);
      return;
    }
    const at = this.#row++;
    this.#sink.onRow(
      events.kinds[at] as RowKind,
      events.times[at]!,
      events.prices[at]!,
      events.lots[at]!,
      events.tradeIds[at]!,
    );
    if (this.#row < events.size) return;
    this.#lastMs = head.toTs;
    this.#playedNumber = head.number;
    this.#blocks.shift();
    this.#row = 0;
    this.#isBegun = false;
    // A failure is met again by `fill`, which throws it.
    if (this.#blocks.length < LOW_BLOCKS && this.#hasMore) this.#load().catch(() => undefined);
  }

  /** The gap whose end is the next event; null where the recording goes on without one. */
  get nextGap(): readonly [fromMs: EpochMs, toMs: EpochMs] | null {
    const block = this.#blocks[0];
    return block && this.#isBefore(block) && !Number.isNaN(this.#lastMs) ? [this.#lastMs, block.head.fromTs] : null;
  }

  /**
   * Whether a block begins with what is not known by the one before: after a seam, and where blocks are gone. Other
   * whole books repeat what is known.
   */
  #isBefore({ head }: PastBlock): boolean {
    return !this.#isBegun && (head.isSeam || head.number !== this.#playedNumber + 1);
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadPage().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #loadPage(): Promise<void> {
    this.#add(await this.#source.page(this.#fromMs, this.#toMs, this.#lastNumber));
  }

  /** Null: the blocks were deleted meanwhile, or there are none. */
  #add(page: PastPage | null): void {
    this.#hasMore = page?.hasMore ?? false;
    this.#blocks.push(...(page?.blocks ?? []));
    this.#lastNumber = this.#blocks.at(-1)?.head.number ?? this.#lastNumber;
  }
}
