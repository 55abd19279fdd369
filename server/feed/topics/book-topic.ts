// What every book topic shares: message shape, sequence, checksum and snapshots.
import type { Market } from '../feed-market.ts';
import { type DataHead, Message } from './topic-message.ts';
import type { Levels } from './level-columns.ts';
import { packBook } from './msgpack-frames.ts';
import { Topic, envelope } from './topic.ts';

export interface BookTopicOptions {
  key: string;
  market: Market;
  depth: number;
  intervalMs: number;
  now: () => number;
  onEmpty: () => void;
}

/** Levels of both sides. */
export interface Sides {
  asks: Levels;
  bids: Levels;
}

/**
 * `seq` is the version of the market's book the topic has told; a change that the view does not show is told with the
 * next one that it does.
 */
export abstract class BookTopic extends Topic {
  override readonly skippable = true;
  readonly intervalMs: number;
  protected readonly market: Market;
  protected readonly depth: number;
  /** Checksum of the levels told so far, as a signed 32-bit integer. */
  protected cs = 0;
  seq: number;
  readonly #head: string;
  #lost = false;
  #cached: Message | null = null;

  constructor(options: BookTopicOptions) {
    super(options.key, options.now, options.onEmpty);
    this.market = options.market;
    this.depth = options.depth;
    this.intervalMs = options.intervalMs;
    this.seq = options.market.book.version;
    this.#head = `"coinInfoId":${this.market.id},"depth":${this.depth},"interval":${this.intervalMs},`;
  }

  override get isKnown(): boolean {
    return !this.market.lost;
  }

  /** Takes over the book as it is and sets the checksum, without saying anything. */
  protected abstract restart(): void;
  /** Levels that changed since the last flush, having taken them over, until the next flush; null when none did. */
  protected abstract changes(): Sides | null;
  /** Both sides as told, best first. */
  protected abstract sentLevels(): Sides;

  /** The book was lost: the next flush is a snapshot. */
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
    const message = this.#message('delta', version, this.seq, changes);
    this.seq = version;
    this.publish(message, 'delta');
  }

  /**
   * Also tells the others first what has gathered, so that one sequence serves all. Built once per state, however many
   * ask.
   */
  snapshot(): Message {
    this.flush();
    return this.#snapshotNow();
  }

  #snapshotNow(): Message {
    if (this.market.lost) return this.#lostNow();
    return (this.#cached ??= this.#message('snapshot', this.seq, this.seq, this.sentLevels()));
  }

  /** An empty book that says that it is none: as text on both wires, whose packed frames have no place for that. */
  #lostNow(): Message {
    const head = { kind: 'snapshot', seq: this.seq, prevSeq: this.seq, ts: this.market.ts, pts: this.now() } as const;
    return new Message(() => envelope('books', this.#head, head, '{"asks":[],"bids":[],"cs":0,"lost":1}'));
  }

  #message(kind: 'snapshot' | 'delta', seq: number, prevSeq: number, { asks, bids }: Sides): Message {
    const head = { kind, seq, prevSeq, ts: this.market.ts, pts: this.now() };
    const cs = this.cs >>> 0;
    return new Message(
      () => this.#text(head, asks, bids, cs),
      () =>
        packBook({ ...head, coinInfoId: this.market.id, depth: this.depth, interval: this.intervalMs, cs }, asks, bids),
    );
  }

  #text(head: DataHead, asks: Levels, bids: Levels, cs: number): string {
    const [askName, bidName] = head.kind === 'snapshot' ? ['asks', 'bids'] : ['a', 'b'];
    return envelope(
      'books',
      this.#head,
      head,
      `{"${askName}":${this.market.levelsJson(asks)},"${bidName}":${this.market.levelsJson(bids)},"cs":${cs}}`,
    );
  }
}
