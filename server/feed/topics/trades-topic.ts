// Trades of one market as they happen: each batch newest first, ids without gaps.
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import type { FeedMarket } from '../feed-market.ts';
import { TopicMessage } from './topic-message.ts';
import { packTrades } from './msgpack-frames.ts';
import { RunningChecksum, hashOf } from './running-checksum.ts';
import { Topic, envelope } from './topic.ts';
import type { TradeRow } from '../trade-ring.ts';

const SNAPSHOT_TRADES = 50;

/** `seq` is the newest id of the message, `prevSeq` the id before its oldest. */
export class TradesTopic extends Topic {
  readonly #market: FeedMarket;
  readonly #sum = new RunningChecksum();

  constructor(key: string, market: FeedMarket, now: () => number, onEmpty: () => void) {
    super(key, now, onEmpty);
    this.#market = market;
  }

  get seq(): number {
    return this.#market.trades.lastId;
  }

  override get isKnown(): boolean {
    return !this.#market.isBookLost;
  }

  snapshot(): TopicMessage {
    return this.#message('snapshot', SNAPSHOT_TRADES);
  }

  /** Publishes the newest `count` trades; fewer when the ring holds fewer. */
  publishNewest(count: number): void {
    this.publish(this.#message('delta', count), 'delta');
  }

  #message(kind: 'snapshot' | 'delta', count: number): TopicMessage {
    const market = this.#market;
    const trades = market.trades.newest(count);
    const oldest = trades.at(-1)?.id ?? 1;
    const hash = hashOf(trades, TRADE_FIELD.size, readTrade);
    const sums = kind === 'snapshot' ? this.#sum.snapshot(hash) : this.#sum.advance(hash);
    const head = { kind, seq: market.trades.lastId, prevSeq: oldest - 1, ts: market.ts, pts: this.now(), sums };
    const write = (): string =>
      envelope(
        'trades',
        `"coinInfoId":${market.id},`,
        head,
        JSON.stringify(trades.map((trade) => market.toWireTrade(trade))),
      );
    return new TopicMessage(write, () => packTrades(head, market.id, trades));
  }
}

function readTrade({ id, priceTicks, lots, side, ts }: TradeRow, into: Float64Array): void {
  into[TRADE_FIELD.id] = id;
  into[TRADE_FIELD.price] = priceTicks;
  into[TRADE_FIELD.lots] = lots;
  into[TRADE_FIELD.side] = side === 'buy' ? 1 : 2;
  into[TRADE_FIELD.ts] = ts;
}
