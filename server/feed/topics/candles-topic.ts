// Candles of one market and interval: the running one, and those closed since the last message.
import type { Candle } from '../../../core/market-data/market-data.ts';
import { CANDLE_COLUMNS } from '../../../core/worker-protocol/worker-protocol.ts';
import { type EpochMs, type Interval, candleStart } from '../../../core/units/time.ts';
import { LATE_MS } from '../../../core/market-data/tile.ts';
import type { FeedMarket } from '../feed-market.ts';
import { TopicMessage } from './topic-message.ts';
import { packCandles } from './msgpack-frames.ts';
import { RunningChecksum, hashOf } from './running-checksum.ts';
import { Topic, envelope } from './topic.ts';

/** Most candles in one message; a client that receives this many fetches the rest by call. */
const MAX_CANDLES = 100;

export interface CandlesTopicOptions {
  key: string;
  market: FeedMarket;
  period: Interval;
  /** Clock of the candles: wall time, or the time of the recording. */
  clock: () => EpochMs;
  now: () => EpochMs;
  onEmpty: () => void;
}

/** `seq` is the id of the last trade inside, `prevSeq` that of the message before. */
export class CandlesTopic extends Topic {
  readonly #options: CandlesTopicOptions;
  /** Start and closed flag of the last published candle. */
  #start: EpochMs = -Infinity;
  #closed = 0;
  #seq = 0;
  /** That of the market's candles as published. */
  #epoch: number;
  readonly #sum = new RunningChecksum();

  constructor(options: CandlesTopicOptions) {
    super(options.key, options.now, options.onEmpty);
    this.#options = options;
    this.#seq = options.market.trades.lastId;
    this.#epoch = options.market.candles.epoch;
    const last = this.#since(-Infinity, 1)[0];
    if (last) this.#markPublished(last);
  }

  get seq(): number {
    return this.#seq;
  }

  override get isKnown(): boolean {
    return !this.#options.market.isBookLost;
  }

  snapshot(): TopicMessage {
    const { market } = this.#options;
    return this.#message('snapshot', market.trades.lastId, this.#since(-Infinity, 1));
  }

  /** Publishes candles that changed since the last message, if any. */
  flush(): void {
    const { trades, candles: stored } = this.#options.market;
    const { lastId } = trades;
    // A late trade may have changed the candle before.
    const from = stored.epoch === this.#epoch ? this.#start : candleStart(this.#start - LATE_MS, this.#options.period);
    const candles = this.#since(from, MAX_CANDLES);
    const last = candles.at(-1);
    if (!last || (lastId === this.#seq && last[0] * 1000 === this.#start && last[7] === this.#closed)) return;
    const message = this.#message('delta', this.#seq, candles);
    this.#seq = lastId;
    this.#epoch = stored.epoch;
    this.#markPublished(last);
    this.publish(message, 'delta');
  }

  #markPublished(last: readonly [number, ...unknown[]]): void {
    this.#start = last[0] * 1000;
    this.#closed = Number(last[7]);
  }

  #since(from: EpochMs, limit: number) {
    const { market, period, clock } = this.#options;
    const { rows } = market.candles.read(period, { from, to: Infinity, limit, fromFront: false });
    const at = clock();
    return rows.map((row) => market.toWireCandle(row, period, at));
  }

  #message(kind: 'snapshot' | 'delta', prevSeq: number, candles: Candle[]): TopicMessage {
    const { market, period } = this.#options;
    const hash = hashOf(candles, CANDLE_COLUMNS, readCandle);
    const head = {
      kind,
      seq: market.trades.lastId,
      prevSeq,
      ts: market.ts,
      pts: this.now(),
      sums: kind === 'snapshot' ? this.#sum.snapshot(hash) : this.#sum.advance(hash),
    };
    const write = (): string =>
      envelope('candles', `"coinInfoId":${market.id},"period":"${period}",`, head, JSON.stringify(candles));
    return new TopicMessage(write, () => packCandles(head, market.id, period, candles));
  }
}

/** Row of the checksum: time in ms, open, high, low, close, volume. */
function readCandle(candle: Candle, into: Float64Array): void {
  into[0] = candle[0] * 1000;
  for (let field = 1; field < CANDLE_COLUMNS; field += 1) into[field] = Number(candle[field]);
}
