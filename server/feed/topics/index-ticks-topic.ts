// The index ticks of one market as they are committed, each with its link in the chain; and the minutes that sign them.
import type { Anchor, ProofTick } from '../../../core/proofs/proof.ts';
import { Message } from './topic-message.ts';
import { Topic, envelope } from './topic.ts';

/** Ticks, and anchors, that a newcomer is shown. */
const SHOWN = 60;

/** The newest of a stream, oldest first. */
export class Newest<T> {
  readonly list: T[] = [];

  add(item: T): void {
    this.list.push(item);
    if (this.list.length > SHOWN) this.list.shift();
  }
}

/**
 * `seq` is the newest tick's number, `prevSeq` the one before the message's oldest: a gap is a tick that was missed.
 */
export class IndexTicksTopic extends Topic {
  readonly #coinInfoId: number;
  readonly #ticks: Newest<ProofTick>;

  constructor(key: string, coinInfoId: number, ticks: Newest<ProofTick>, now: () => number, onEmpty: () => void) {
    super(key, now, onEmpty);
    this.#coinInfoId = coinInfoId;
    this.#ticks = ticks;
  }

  get seq(): number {
    return this.#ticks.list.at(-1)?.seq ?? 0;
  }

  /** null before the first tick. */
  snapshot(): Message | null {
    return this.#message('snapshot', this.#ticks.list);
  }

  /** Tells the newest tick. */
  publishNewest(): void {
    const message = this.#message('delta', this.#ticks.list.slice(-1));
    if (message !== null) this.publish(message, 'delta');
  }

  #message(kind: 'snapshot' | 'delta', ticks: readonly ProofTick[]): Message | null {
    const [oldest, newest] = [ticks[0], ticks.at(-1)];
    if (!oldest || !newest) return null;
    const head = { kind, seq: newest.seq, prevSeq: oldest.seq - 1, ts: newest.ts, pts: this.now() };
    return new Message(() => envelope('qtTicks', `"coinInfoId":${this.#coinInfoId},`, head, JSON.stringify(ticks)));
  }
}

/** `seq` counts the anchors since the process began. A snapshot is a list of the newest, a delta one of one. */
export class AnchorsTopic extends Topic {
  readonly #anchors: Newest<Anchor>;
  #seq = 0;

  constructor(anchors: Newest<Anchor>, now: () => number, onEmpty: () => void) {
    super('anchors', now, onEmpty);
    this.#anchors = anchors;
  }

  get seq(): number {
    return this.#seq;
  }

  snapshot(): Message | null {
    return this.#message('snapshot', this.#seq, this.#anchors.list);
  }

  publishNewest(): void {
    this.#seq += 1;
    const message = this.#message('delta', this.#seq - 1, this.#anchors.list.slice(-1));
    if (message !== null) this.publish(message, 'delta');
  }

  #message(kind: 'snapshot' | 'delta', prevSeq: number, anchors: readonly Anchor[]): Message | null {
    const newest = anchors.at(-1);
    if (!newest) return null;
    const head = { kind, seq: this.#seq, prevSeq, ts: newest.ts, pts: this.now() };
    return new Message(() => envelope('anchors', '', head, JSON.stringify(anchors)));
  }
}
