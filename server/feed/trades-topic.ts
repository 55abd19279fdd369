// Trades of one market as they happen: each batch newest first, dense ids.
import type { Market } from './market.ts';
import { Topic, envelope } from './topic.ts';

const SNAPSHOT_TRADES = 50;

/** `seq` is the newest id of the message, `prevSeq` the id before its oldest. */
export class TradesTopic extends Topic {
  readonly #market: Market;
  readonly #now: () => number;

  constructor(key: string, market: Market, now: () => number, onEmpty: () => void) {
    super(key, onEmpty);
    this.#market = market;
    this.#now = now;
  }

  snapshot(): string {
    return this.#message('snapshot', SNAPSHOT_TRADES);
  }

  /** Tells the newest `count` trades (as many of them as are kept). */
  tell(count: number): void {
    this.publish(this.#message('delta', count), 'delta');
  }

  #message(kind: 'snapshot' | 'delta', count: number): string {
    const trades = this.#market.lastTrades(count);
    const oldest = trades.at(-1)?.id ?? 1;
    const head = `"coinInfoId":${this.#market.id},`;
    return envelope('trades', head, kind, this.#market.trades.lastId, oldest - 1, this.#market.ts, this.#now(), JSON.stringify(trades));
  }
}
