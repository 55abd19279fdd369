// Tickers of all, several or one market: changed fields, and a full snapshot every 10 s.
import type { Ticker } from '../../../core/market-data/market-data.ts';
import { TICKER_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Grid } from '../../../core/units/units.ts';
import type { FeedMarket } from '../feed-market.ts';
import { TopicMessage } from './topic-message.ts';
import { packTickers, readTicker } from './msgpack-frames.ts';
import { RunningChecksum, type ChecksumRange, hashOf } from './running-checksum.ts';
import { Topic, envelope } from './topic.ts';

/** Interval of full snapshots; limits how long a client that missed a change is wrong. */
const FULL_SNAPSHOT_MS = 10_000;

export interface TickersTopicOptions {
  key: string;
  markets: FeedMarket[];
  /** Whether the data is one ticker (channel `ticker`) or a list. */
  single: boolean;
  /** Clock of the rolling 24 h: wall time, or the time of the recording. */
  clock: () => EpochMs;
  now: () => EpochMs;
  onEmpty: () => void;
}

export class TickersTopic extends Topic {
  readonly #options: TickersTopicOptions;
  readonly #sent = new Map<number, Ticker>();
  #seq = 0;
  readonly #sum = new RunningChecksum();
  #fullAt: EpochMs;

  constructor(options: TickersTopicOptions) {
    super(options.key, options.now, options.onEmpty);
    this.#options = options;
    this.#fullAt = options.now() + FULL_SNAPSHOT_MS;
    this.#changed();
  }

  get seq(): number {
    return this.#seq;
  }

  override get isKnown(): boolean {
    return this.#options.markets.some(({ isBookLost: lost }) => !lost);
  }

  snapshot(): TopicMessage | null {
    const all = [...this.#sent.values()];
    return this.#message('snapshot', this.#seq, all, this.#sum.snapshot(this.#hash(all)));
  }

  flush(): void {
    const changed = this.#changed();
    const full = this.#options.now() >= this.#fullAt;
    if (full) this.#fullAt = this.#options.now() + FULL_SNAPSHOT_MS;
    const tickers = full ? [...this.#sent.values()] : changed;
    if (tickers.length === 0) return;
    const kind = full ? 'snapshot' : 'delta';
    this.#seq += 1;
    const message = this.#message(kind, this.#seq - 1, tickers, this.#sum.advance(this.#hash(tickers)));
    if (message !== null) this.publish(message, kind);
  }

  /** Tickers with the fields that changed since the last call, marked as published. */
  #changed(): Partial<Ticker>[] {
    const at = this.#options.clock();
    const changes: Partial<Ticker>[] = [];
    for (const market of this.#options.markets) {
      const ticker = market.ticker(at);
      if (!ticker) continue;
      const change = difference(this.#sent.get(market.id), ticker);
      this.#sent.set(market.id, ticker);
      if (change) changes.push(change);
    }
    return changes;
  }

  #gridOf(coinInfoId: number): Grid {
    const market = this.#options.markets.find(({ id }) => id === coinInfoId);
    if (!market) throw new Error(`ticker of market ${coinInfoId}, which is not in this topic`);
    return market.instrument.price;
  }

  #hash(tickers: readonly Partial<Ticker>[]): number {
    return hashOf(tickers, TICKER_FIELD.size, (ticker, into) =>
      readTicker(ticker, this.#gridOf(ticker.coinInfoId ?? 0), into),
    );
  }

  #message(
    kind: 'snapshot' | 'delta',
    prevSeq: number,
    tickers: Partial<Ticker>[],
    sums: ChecksumRange,
  ): TopicMessage | null {
    const { single, markets } = this.#options;
    if (single && tickers.length === 0) return null;
    const ts = markets.reduce((latest, market) => Math.max(latest, market.ts), 0);
    const head = { kind, seq: this.#seq, prevSeq, ts, pts: this.now(), sums };
    if (single)
      return new TopicMessage(() =>
        envelope('ticker', `"coinInfoId":${markets[0]?.id ?? 0},`, head, JSON.stringify(tickers[0])),
      );
    return new TopicMessage(
      () => envelope('tickers', '', head, JSON.stringify(tickers)),
      () => packTickers(head, tickers, (id) => this.#gridOf(id)),
    );
  }
}

/** Fields of `ticker` that differ from `sent`, with the id; null when none does. */
function difference(sent: Ticker | undefined, ticker: Ticker): Partial<Ticker> | null {
  if (!sent) return ticker;
  const change: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(ticker)) {
    const same = name === 'session' ? JSON.stringify(value) === JSON.stringify(sent.session) : value === sent[name];
    if (!same) change[name] = value;
  }
  const shown = Object.keys(change).some((name) => name !== 'ts' && name !== 'seq');
  return shown ? { coinInfoId: ticker.coinInfoId, ...change } : null;
}
