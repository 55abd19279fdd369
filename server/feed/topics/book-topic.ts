// Base class of book topics: message format, sequence, checksum and snapshots.
import type { FeedMarket } from '../feed-market.ts';
import { type DataHeader, TopicMessage } from './topic-message.ts';
import type { LevelColumns } from './level-columns.ts';
import { packBook } from './msgpack-frames.ts';
import { Topic, envelope } from './topic.ts';

export interface BookTopicOptions {
  key: string;
  market: FeedMarket;
  depth: number;
  intervalMs: number;
  now: () => number;
  onEmpty: () => void;
}

export interface BookLevels {
  asks: LevelColumns;
  bids: LevelColumns;
}

/** `seq` is the book version of the last message; a change outside the view is counted by the next one inside it. */
export abstract class BookTopic extends Topic {
  override readonly canDropDeltas = true;
  readonly intervalMs: number;
  protected readonly market: FeedMarket;
  protected readonly depth: number;
  /** Checksum of the published levels, as a signed 32-bit integer. */
  protected cs = 0;
  seq: number;
  readonly #fields: string;
  #wasReset = false;
  #cached: TopicMessage | null = null;

  constructor(options: BookTopicOptions) {
    super(options.key, options.now, options.onEmpty);
    this.market = options.market;
    this.depth = options.depth;
    this.intervalMs = options.intervalMs;
    this.seq = options.market.book.version;
    this.#fields = `"coinInfoId":${this.market.id},"depth":${this.depth},"interval":${this.intervalMs},`;
  }

  override get isKnown(): boolean {
    return !this.market.isBookLost;
  }

  /** Makes the current book the published one and computes its checksum, without publishing. */
  protected abstract restart(): void;
  /**
   * Levels that changed since the last flush, marked as published; valid until the next flush. Null without changes.
   */
  protected abstract changes(): BookLevels | null;
  /** Both sides as published, best first. */
  protected abstract sentLevels(): BookLevels;

  /** Call when the book was lost: the next flush publishes a snapshot. */
  reset(): void {
    this.#wasReset = true;
  }

  flush(): void {
    const { version } = this.market.book;
    if (this.#wasReset) {
      this.#wasReset = false;
      this.#cached = null;
      this.restart();
      this.seq = version;
      this.publish(this.#currentSnapshot(), 'snapshot');
      return;
    }
    if (version === this.seq) return;
    const changes = this.changes();
    if (!changes) return;
    this.#cached = null;
    const message = this.#message('delta', version, this.seq, changes);
    this.seq = version;
    this.publish(message, 'delta');
  }

  /** Publishes pending changes first, so that one sequence serves all readers. The snapshot is built once per state. */
  snapshot(): TopicMessage {
    this.flush();
    return this.#currentSnapshot();
  }

  #currentSnapshot(): TopicMessage {
    if (this.market.isBookLost) return this.#lostSnapshot();
    return (this.#cached ??= this.#message('snapshot', this.seq, this.seq, this.sentLevels()));
  }

  /** An empty book with `lost: 1`, as JSON on both wires: msgpack frames have no field for it. */
  #lostSnapshot(): TopicMessage {
    const head = { kind: 'snapshot', seq: this.seq, prevSeq: this.seq, ts: this.market.ts, pts: this.now() } as const;
    return new TopicMessage(() => envelope('books', this.#fields, head, '{"asks":[],"bids":[],"cs":0,"lost":1}'));
  }

  #message(kind: 'snapshot' | 'delta', seq: number, prevSeq: number, { asks, bids }: BookLevels): TopicMessage {
    const head = { kind, seq, prevSeq, ts: this.market.ts, pts: this.now() };
    const cs = this.cs >>> 0;
    return new TopicMessage(
      () => this.#text(head, asks, bids, cs),
      () =>
        packBook({ ...head, coinInfoId: this.market.id, depth: this.depth, interval: this.intervalMs, cs }, asks, bids),
    );
  }

  #text(head: DataHeader, asks: LevelColumns, bids: LevelColumns, cs: number): string {
    const [askName, bidName] = head.kind === 'snapshot' ? ['asks', 'bids'] : ['a', 'b'];
    return envelope(
      'books',
      this.#fields,
      head,
      `{"${askName}":${this.market.levelsJson(asks)},"${bidName}":${this.market.levelsJson(bids)},"cs":${cs}}`,
    );
  }
}
