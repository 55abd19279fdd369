// All topics with readers, by key: created for the first reader, removed with the last.
import { type MarketType, marketTypeOf } from '../../../core/instruments/instrument.ts';
import type { Anchor } from '../../../core/proofs/proof.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { type SubscribeArg, channelKey } from '../../../core/feed/feed-protocol.ts';
import type { BookTopic } from './book-topic.ts';
import { CandlesTopic } from './candles-topic.ts';
import type { MarketPublisher } from '../market-publisher.ts';
import { MarkTopic } from './mark-topic.ts';
import { AnchorsTopic } from './anchors-topic.ts';
import { IndexTicksTopic } from './index-ticks-topic.ts';
import { RecentItems } from './recent-items.ts';
import { TickersTopic } from './tickers-topic.ts';
import { TopBookTopic } from './top-book-topic.ts';
import type { Topic } from './topic.ts';
import { TradesTopic } from './trades-topic.ts';
import { FullBookTopic } from './full-book-topic.ts';

export interface TopicRegistryOptions {
  publishers: ReadonlyMap<number, MarketPublisher>;
  clock: () => EpochMs;
  now: () => EpochMs;
}

type ArgOf<C extends SubscribeArg['channel']> = Extract<SubscribeArg, { channel: C }>;

export class TopicRegistry {
  readonly #options: TopicRegistryOptions;
  readonly #topics = new Map<string, Topic>();
  readonly #tickers = new Set<TickersTopic>();
  readonly #recentAnchors = new RecentItems<Anchor>();
  #anchors: AnchorsTopic | null = null;

  constructor(options: TopicRegistryOptions) {
    this.#options = options;
  }

  /**
   * Null for an unknown market and for private channels. The caller subscribes at once: a topic without readers is not
   * removed.
   */
  topicOf(arg: SubscribeArg): Topic | null {
    if ('area' in arg && !this.#hasMarketType(arg)) return null;
    const name =
      arg.channel === 'tickers' && arg.ids
        ? `tickers:${[...new Set(arg.ids)].sort((a, b) => a - b).join(',')}`
        : channelKey(arg);
    const known = this.#topics.get(name);
    if (known) return known;
    const topic = this.#create(arg, name);
    if (topic) this.#topics.set(name, topic);
    return topic;
  }

  /** The latest anchors, oldest first. */
  get recentAnchors(): readonly Anchor[] {
    return this.#recentAnchors.list;
  }

  publishAnchor(anchor: Anchor): void {
    this.#recentAnchors.add(anchor);
    this.#anchors?.publishNewest();
  }

  flushTickers(): void {
    for (const topic of this.#tickers) topic.flush();
  }

  #create(arg: SubscribeArg, name: string): Topic | null {
    if (arg.channel === 'tickers') return this.#allTickers(arg, name);
    if (arg.channel === 'anchors') return this.#anchorsTopic();
    if (!('coinInfoId' in arg)) return null;
    const publisher = this.#options.publishers.get(arg.coinInfoId);
    if (!publisher) return null;
    switch (arg.channel) {
      case 'mark':
        return this.#markTopic(name, publisher);
      case 'ticker':
        return this.#tickerTopic(channelKey(arg), name, [publisher], true);
      case 'trades':
        return this.#tradesTopic(name, publisher);
      case 'candles':
        return this.#candlesTopic(arg, name, publisher);
      case 'books':
        return this.#bookTopic(arg, name, publisher);
      case 'qtTicks':
        return this.#indexTicksTopic(name, publisher);
    }
  }

  #hasMarketType({ coinInfoId, area }: { coinInfoId: number; area?: MarketType }): boolean {
    const info = this.#options.publishers.get(coinInfoId)?.market.instrument.info;
    return info !== undefined && (area === undefined || area === marketTypeOf(info));
  }

  #allTickers(arg: ArgOf<'tickers'>, name: string): Topic | null {
    const { publishers } = this.#options;
    const chosen = arg.ids ? arg.ids.flatMap((id) => publishers.get(id) ?? []) : [...publishers.values()];
    return chosen.length === 0 ? null : this.#tickerTopic('tickers', name, [...new Set(chosen)], false);
  }

  #tickerTopic(key: string, name: string, publishers: MarketPublisher[], single: boolean): Topic {
    const { clock, now } = this.#options;
    const markets = publishers.map((publisher) => publisher.market);
    const topic: TickersTopic = new TickersTopic({
      key,
      markets,
      single,
      clock,
      now,
      onEmpty: () => {
        this.#tickers.delete(topic);
        this.#topics.delete(name);
      },
    });
    this.#tickers.add(topic);
    return topic;
  }

  /** Null for a market without contracts. */
  #markTopic(name: string, publisher: MarketPublisher): Topic | null {
    if (publisher.market.instrument.info.contractEnable === 0) return null;
    publisher.mark = new MarkTopic(name, publisher.market, this.#options.now, () => {
      publisher.mark = null;
      this.#topics.delete(name);
    });
    return publisher.mark;
  }

  /** Null for a market without binary options. */
  #indexTicksTopic(name: string, publisher: MarketPublisher): Topic | null {
    const { info } = publisher.market.instrument;
    if (info.qtEnable === 0) return null;
    publisher.indexTicks = new IndexTicksTopic(name, info.id, publisher.recentIndexTicks, this.#options.now, () => {
      publisher.indexTicks = null;
      this.#topics.delete(name);
    });
    return publisher.indexTicks;
  }

  #anchorsTopic(): Topic {
    this.#anchors = new AnchorsTopic(this.#recentAnchors, this.#options.now, () => {
      this.#anchors = null;
      this.#topics.delete('anchors');
    });
    return this.#anchors;
  }

  #tradesTopic(name: string, publisher: MarketPublisher): Topic {
    publisher.trades = new TradesTopic(name, publisher.market, this.#options.now, () => {
      publisher.trades = null;
      this.#topics.delete(name);
    });
    return publisher.trades;
  }

  #candlesTopic({ period }: ArgOf<'candles'>, name: string, publisher: MarketPublisher): Topic {
    const { clock, now } = this.#options;
    const topic: CandlesTopic = new CandlesTopic({
      key: name,
      market: publisher.market,
      period,
      clock,
      now,
      onEmpty: () => {
        publisher.candles.delete(topic);
        this.#topics.delete(name);
      },
    });
    publisher.candles.add(topic);
    return topic;
  }

  #bookTopic({ depth, interval }: ArgOf<'books'>, name: string, publisher: MarketPublisher): Topic {
    const options = {
      key: name,
      market: publisher.market,
      depth,
      intervalMs: interval,
      now: this.#options.now,
      onEmpty: () => {
        publisher.books.delete(topic);
        this.#topics.delete(name);
      },
    };
    const topic: BookTopic = depth === 0 ? new FullBookTopic(options) : new TopBookTopic(options);
    publisher.books.add(topic);
    return topic;
  }
}
