// Mark and index price of one market with contracts, published once a beat.
import type { FeedMarket } from '../feed-market.ts';
import { TopicMessage } from './topic-message.ts';
import { Topic, envelope } from './topic.ts';

export class MarkTopic extends Topic {
  readonly #market: FeedMarket;
  #seq = 0;

  constructor(key: string, market: FeedMarket, now: () => number, onEmpty: () => void) {
    super(key, now, onEmpty);
    this.#market = market;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Null before the first mark. */
  snapshot(): TopicMessage | null {
    return this.#message('snapshot', this.#seq);
  }

  publishMark(): void {
    this.#seq += 1;
    const message = this.#message('delta', this.#seq - 1);
    if (message !== null) this.publish(message, 'delta');
  }

  #message(kind: 'snapshot' | 'delta', prevSeq: number): TopicMessage | null {
    const { mark, id, formatPrice: price } = this.#market;
    const { fundingRate, nextFundingTime } = this.#market.funding() ?? { fundingRate: '0', nextFundingTime: 0 };
    if (!mark) return null;
    const data = {
      mark: price(mark.markTicks),
      index: mark.indexTicks > 0 ? price(mark.indexTicks) : '',
      fundingRate,
      nextFundingTime,
    };
    const head = { kind, seq: this.#seq, prevSeq, ts: mark.ts, pts: this.now() };
    return new TopicMessage(() => envelope('mark', `"coinInfoId":${id},`, head, JSON.stringify(data)));
  }
}
