// Trades of one market as they happen: each batch newest first, dense ids.
import type { Market } from './market.ts';
import { Message } from './message.ts';
import { packTrades } from './packed.ts';
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

  snapshot(): Message {
    return this.#message('snapshot', SNAPSHOT_TRADES);
  }

  /** Tells the newest `count` trades (as many of them as are kept). */
  tell(count: number): void {
    this.publish(this.#message('delta', count), 'delta');
  }

  #message(kind: 'snapshot' | 'delta', count: number): Message {
    const market = this.#market;
    const trades = market.trades.newest(count);
    const oldest = trades.at(-1)?.id ?? 1;
    const head = { kind, seq: market.trades.lastId, prevSeq: oldest - 1, ts: market.ts, pts: this.#now() };
    const write = (): string => envelope('trades', `"coinInfoId":${market.id},`, head, JSON.stringify(trades.map((trade) => market.printTrade(trade))));
    return new Message(write, () => packTrades(head, market.id, trades));
  }
}
