// The archive of one market that another process records: its blocks, and up to when they are complete.
import type { EpochMs } from '../../../core/units/time.ts';
import { EventColumns } from '../../../core/market-data/event-columns.ts';
import type { Day, DayFile } from '../archive-store.ts';
import { BlockIndex } from '../block-index.ts';
import { MarketHistory } from '../market-history.ts';
import type { ArchiveStores } from '../objects/archive-stores.ts';
import type { SegmentEntry } from '../objects/segment.ts';
import { FollowedDigests } from './followed-digests.ts';

/**
 * Two commands of one millisecond may be in two blocks. Once blocks of other markets are this much newer, the second
 * one is stored too: all markets are written at least every five seconds.
 */
const SAME_MS_WAIT = 10_000;
const NO_EVENTS = new EventColumns();

interface FollowedMarketOptions extends ArchiveStores {
  id: number;
  /** The newest day with digests; null: there are none. */
  newestDigests: Day | null;
  /** Time up to which the market's changes are known. */
  knownMs: () => EpochMs;
  /** Time of the newest stored event of any market. */
  newestMs: () => EpochMs;
}

export class FollowedMarket {
  readonly #options: FollowedMarketOptions;
  readonly #index: BlockIndex;
  readonly history: MarketHistory;
  readonly digests: FollowedDigests;
  /** Time of the market's last change. */
  #changedMs: EpochMs;
  /** Time of the first change that is not stored; null: all of them are. */
  #unstoredMs: EpochMs | null = null;

  /** `changedMs`: when the market changed last. Throws Error when the store fails. */
  static async open(
    options: FollowedMarketOptions,
    days: readonly DayFile[],
    changedMs: () => EpochMs,
  ): Promise<FollowedMarket> {
    const index = new BlockIndex(options.store, options.id, options.indexes);
    await index.open(days);
    return new FollowedMarket(options, index, changedMs());
  }

  private constructor(options: FollowedMarketOptions, index: BlockIndex, changedMs: EpochMs) {
    this.#options = options;
    this.#index = index;
    this.#changedMs = changedMs;
    // Nothing happened between the last block and the time up to which it is complete.
    const tail = () => ({
      blocks: [{ events: NO_EVENTS, book: null, fromTs: this.#storedMs, day: '', isSeam: false }],
      isSeam: false,
    });
    const now = (): EpochMs => this.completeMs;
    this.history = new MarketHistory({ index, flush: () => Promise.resolve(), tail, now });
    this.digests = new FollowedDigests({
      coinInfoId: options.id,
      files: options.digests,
      history: this.history,
      completeMs: now,
      newestDay: options.newestDigests,
    });
    this.#unstoredMs = this.#unstoredSince();
  }

  /** Everything that happened before this is stored. */
  get completeMs(): EpochMs {
    const { knownMs, newestMs } = this.#options;
    const stored = this.#storedMs;
    const isWithinOneMs = this.#unstoredMs === stored && this.#changedMs === stored;
    if (this.#unstoredMs !== null && !(isWithinOneMs && newestMs() > stored + SAME_MS_WAIT)) return this.#unstoredMs;
    return Math.max(knownMs(), stored);
  }

  /** The market changed, and the change may not be stored yet. */
  changed(ts: EpochMs): void {
    this.#changedMs = ts;
    if (ts >= this.#storedMs) this.#unstoredMs ??= ts;
  }

  /** The market's changes since the last stored block were missed; the last one was at `changedMs`. */
  missed(changedMs: EpochMs): void {
    this.#changedMs = changedMs;
    this.#unstoredMs = this.#unstoredSince();
  }

  /** The other process has stored a block of the market, or cut blocks off. */
  stored({ offset, bytes, row }: SegmentEntry, day: Day): void {
    this.#index.cut(day, offset);
    if (row) {
      const [number, fromTs, toTs, flags] = row;
      this.#index.addRow({ number, fromTs, toTs, flags, bytes, offset }, day);
    }
    if (this.#unstoredMs !== null && this.#unstoredMs <= this.#storedMs) this.#unstoredMs = this.#unstoredSince();
  }

  get #storedMs(): EpochMs {
    return this.#index.last?.toTs ?? 0;
  }

  #unstoredSince(): EpochMs | null {
    return this.#changedMs < this.#storedMs ? null : this.#storedMs;
  }
}
