// Mark and index of one market with contracts, once a beat.
import type { Market } from '../feed-market.ts';
import { Message } from './topic-message.ts';
import { Topic, envelope } from './topic.ts';

export class MarkTopic extends Topic {
  readonly #market: Market;
  #seq = 0;

  constructor(key: string, market: Market, now: () => number, onEmpty: () => void) {
    super(key, now, onEmpty);
    this.#market = market;
  }

  get seq(): number {
    return this.#seq;
  }

  /** null before the first mark. */
  snapshot(): Message | null {
    return this.#message('snapshot', this.#seq);
  }

  publishMark(): void {
    this.#seq += 1;
    const message = this.#message('delta', this.#seq - 1);
    if (message !== null) this.publish(message, 'delta');
  }

  #message(kind: 'snapshot' | 'delta', prevSeq: number): Message | null {
    const { mark, id, price } = this.#market;
    const { fundingRate, nextFundingTime } = this.#market.funding() ?? { fundingRate: '0', nextFundingTime: 0 };
    if (!mark) return null;
    const data = {
      mark: price(mark.markTicks),
      index: mark.indexTicks > 0 ? price(mark.indexTicks) : '',
      fundingRate,
      nextFundingTime,
    };
    const head = { kind, seq: this.#seq, prevSeq, ts: mark.ts, pts: this.now() };
    return new Message(() => envelope('mark', `"coinInfoId":${id},`, head, JSON.stringify(data)));
  }
}
