// Signed anchors of the index ticks, one per minute.
import type { Anchor } from '../../../core/proofs/proof.ts';
import type { RecentItems } from './recent-items.ts';
import { TopicMessage } from './topic-message.ts';
import { Topic, envelope } from './topic.ts';

/** `seq` counts the anchors since the process started. A snapshot lists the latest, a delta has one. */
export class AnchorsTopic extends Topic {
  readonly #anchors: RecentItems<Anchor>;
  #seq = 0;

  constructor(anchors: RecentItems<Anchor>, now: () => number, onEmpty: () => void) {
    super('anchors', now, onEmpty);
    this.#anchors = anchors;
  }

  get seq(): number {
    return this.#seq;
  }

  snapshot(): TopicMessage | null {
    return this.#message('snapshot', this.#seq, this.#anchors.list);
  }

  publishNewest(): void {
    this.#seq += 1;
    const message = this.#message('delta', this.#seq - 1, this.#anchors.list.slice(-1));
    if (message !== null) this.publish(message, 'delta');
  }

  #message(kind: 'snapshot' | 'delta', prevSeq: number, anchors: readonly Anchor[]): TopicMessage | null {
    const newest = anchors.at(-1);
    if (!newest) return null;
    const head = { kind, seq: this.#seq, prevSeq, ts: newest.ts, pts: this.now() };
    return new TopicMessage(() => envelope('anchors', '', head, JSON.stringify(anchors)));
  }
}
