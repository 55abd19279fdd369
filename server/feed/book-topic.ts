// What every book topic shares: message shape, sequence, checksum and snapshots.
import type { Market } from './market.ts';
import { Topic, envelope } from './topic.ts';

export interface BookTopicOptions {
  key: string;
  market: Market;
  depth: number;
  intervalMs: number;
  now: () => number;
  onEmpty: () => void;
}

/** `seq` is the version of the market's book the topic has told; a change that the view does not show is told with the next one that it does. */
export abstract class BookTopic extends Topic {
  override readonly skippable = true;
  readonly intervalMs: number;
  protected readonly market: Market;
  protected readonly depth: number;
  /** Checksum of the levels told so far, as a signed 32-bit integer. */
  protected cs = 0;
  protected seq: number;
  readonly #now: () => number;
  readonly #head: string;
  #lost = false;
  #cached: string | null = null;

  constructor(options: BookTopicOptions) {
    super(options.key, options.onEmpty);
    this.market = options.market;
    this.depth = options.depth;
    this.intervalMs = options.intervalMs;
    this.seq = options.market.book.version;
    this.#now = options.now;
    this.#head = `"coinInfoId":${this.market.id},"depth":${this.depth},"interval":${this.intervalMs},`;
  }

  /** Takes over the book as it is and sets the checksum, without saying anything. */
  protected abstract restart(): void;
  /** Levels that changed since the last flush as JSON lists, having taken them over; null when none did. */
  protected abstract changes(): { asks: string; bids: string } | null;
  /** Both sides as told, as JSON lists. */
  protected abstract told(): { asks: string; bids: string };

  /** The book started again empty: the next flush is a snapshot. */
  reset(): void {
    this.#lost = true;
  }

  flush(): void {
    const { version } = this.market.book;
    if (this.#lost) {
      this.#lost = false;
      this.#cached = null;
      this.restart();
      this.seq = version;
      this.publish(this.#snapshotNow(), 'snapshot');
      return;
    }
    if (version === this.seq) return;
    const changes = this.changes();
    if (!changes) return;
    this.#cached = null;
    const data = `{"a":${changes.asks},"b":${changes.bids},"cs":${this.cs >>> 0}}`;
    const message = envelope('books', this.#head, 'delta', version, this.seq, this.market.ts, this.#now(), data);
    this.seq = version;
    this.publish(message, 'delta');
  }

  /** Also tells the others first what has gathered, so that one sequence serves all. Built once per state, however many ask. */
  snapshot(): string {
    this.flush();
    return this.#snapshotNow();
  }

  #snapshotNow(): string {
    if (this.#cached !== null) return this.#cached;
    const { asks, bids } = this.told();
    const data = `{"asks":${asks},"bids":${bids},"cs":${this.cs >>> 0}}`;
    this.#cached = envelope('books', this.#head, 'snapshot', this.seq, this.seq, this.market.ts, this.#now(), data);
    return this.#cached;
  }
}
