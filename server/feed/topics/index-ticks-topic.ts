// Index ticks of one market as they are committed, each with its link of the hash chain.
import type { ProofTick } from '../../../core/proofs/proof.ts';
import type { RecentItems } from './recent-items.ts';
import { TopicMessage } from './topic-message.ts';
import { Topic, envelope } from './topic.ts';

/** `seq` is the newest tick's number, `prevSeq` the one before the message's oldest: a gap is a missed tick. */
export class IndexTicksTopic extends Topic {
  readonly #coinInfoId: number;
  readonly #ticks: RecentItems<ProofTick>;

  constructor(key: string, coinInfoId: number, ticks: RecentItems<ProofTick>, now: () => number, onEmpty: () => void) {
    super(key, now, onEmpty);
    this.#coinInfoId = coinInfoId;
    this.#ticks = ticks;
  }

  get seq(): number {
    return this.#ticks.list.at(-1)?.seq ?? 0;
  }

  /** Null before the first tick. */
  snapshot(): TopicMessage | null {
    return this.#message('snapshot', this.#ticks.list);
  }

  /** Publishes the newest tick. */
  publishNewest(): void {
    const message = this.#message('delta', this.#ticks.list.slice(-1));
    if (message !== null) this.publish(message, 'delta');
  }

  #message(kind: 'snapshot' | 'delta', ticks: readonly ProofTick[]): TopicMessage | null {
    const [oldest, newest] = [ticks[0], ticks.at(-1)];
    if (!oldest || !newest) return null;
    const head = { kind, seq: newest.seq, prevSeq: oldest.seq - 1, ts: newest.ts, pts: this.now() };
    return new TopicMessage(() =>
      envelope('qtTicks', `"coinInfoId":${this.#coinInfoId},`, head, JSON.stringify(ticks)),
    );
  }
}
