// All topics somebody reads, by key: made at the first reader, gone with the last.
import { marketTypeOf } from '../../../core/instruments/instrument.ts';
import type { Anchor } from '../../../core/proofs/proof.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { type SubscribeArg, channelKey } from '../../../core/feed/feed-protocol.ts';
import type { BookTopic } from './book-topic.ts';
import { CandlesTopic } from './candles-topic.ts';
import type { Desk } from '../market-publisher.ts';
import { MarkTopic } from './mark-topic.ts';
import { AnchorsTopic, Newest, QtTicksTopic } from './index-ticks-topic.ts';
import { TickersTopic } from './tickers-topic.ts';
import { TopBook } from './top-book-topic.ts';
import type { Topic } from './topic.ts';
import { TradesTopic } from './trades-topic.ts';
import { WholeBook } from './whole-book-topic.ts';

export interface TopicsOptions {
  desks: ReadonlyMap<number, Desk>;
  clock: () => EpochMs;
  now: () => EpochMs;
}

type ArgOf<C extends SubscribeArg['channel']> = Extract<SubscribeArg, { channel: C }>;

export class Topics {
  readonly #options: TopicsOptions;
  readonly #topics = new Map<string, Topic>();
  readonly #tickers = new Set<TickersTopic>();
  readonly #newestAnchors = new Newest<Anchor>();
  #anchors: AnchorsTopic | null = null;

  constructor(options: TopicsOptions) {
    this.#options = options;
  }

  /**
   * null: no such market, or a private channel. A topic nobody joins must not be asked for: the caller joins at once.
   */
  of(arg: SubscribeArg): Topic | null {
    if (arg.channel === 'books' && !this.#inArea(arg)) return null;
    const name =
      arg.channel === 'tickers' && arg.ids
        ? `tickers:${[...new Set(arg.ids)].sort((a, b) => a - b).join(',')}`
        : channelKey(arg);
    const known = this.#topics.get(name);
    if (known) return known;
    const topic = this.#make(arg, name);
    if (topic) this.#topics.set(name, topic);
    return topic;
  }

  tellAnchor(anchor: Anchor): void {
    this.#newestAnchors.add(anchor);
    this.#anchors?.tell();
  }

  flushTickers(): void {
    for (const topic of this.#tickers) topic.flush();
  }

  #make(arg: SubscribeArg, name: string): Topic | null {
    if (arg.channel === 'tickers') return this.#allTickers(arg, name);
    if (arg.channel === 'anchors') return this.#anchorsTopic();
    if (!('coinInfoId' in arg)) return null;
    const desk = this.#options.desks.get(arg.coinInfoId);
    if (!desk) return null;
    switch (arg.channel) {
      case 'mark':
        return this.#markTopic(name, desk);
      case 'ticker':
        return this.#tickerTopic(channelKey(arg), name, [desk], true);
      case 'trades':
        return this.#tradesTopic(name, desk);
      case 'candles':
        return this.#candlesTopic(arg, name, desk);
      case 'books':
        return this.#bookTopic(arg, name, desk);
      case 'qtTicks':
        return this.#qtTicksTopic(name, desk);
    }
  }

  #inArea({ coinInfoId, area }: ArgOf<'books'>): boolean {
    const info = this.#options.desks.get(coinInfoId)?.market.instrument.info;
    return info !== undefined && (area === undefined || area === marketTypeOf(info));
  }

  #allTickers(arg: ArgOf<'tickers'>, name: string): Topic | null {
    const { desks } = this.#options;
    const chosen = arg.ids ? arg.ids.flatMap((id) => desks.get(id) ?? []) : [...desks.values()];
    return chosen.length === 0 ? null : this.#tickerTopic('tickers', name, [...new Set(chosen)], false);
  }

  #tickerTopic(key: string, name: string, desks: Desk[], single: boolean): Topic {
    const { clock, now } = this.#options;
    const markets = desks.map((desk) => desk.market);
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

  /** null for a market without contracts. */
  #markTopic(name: string, desk: Desk): Topic | null {
    if (desk.market.instrument.info.contractEnable === 0) return null;
    desk.mark = new MarkTopic(name, desk.market, this.#options.now, () => {
      desk.mark = null;
      this.#topics.delete(name);
    });
    return desk.mark;
  }

  /** null for a market without seconds contracts. */
  #qtTicksTopic(name: string, desk: Desk): Topic | null {
    const { info } = desk.market.instrument;
    if (info.qtEnable === 0) return null;
    desk.qtTicks = new QtTicksTopic(name, info.id, desk.newestQtTicks, this.#options.now, () => {
      desk.qtTicks = null;
      this.#topics.delete(name);
    });
    return desk.qtTicks;
  }

  #anchorsTopic(): Topic {
    this.#anchors = new AnchorsTopic(this.#newestAnchors, this.#options.now, () => {
      this.#anchors = null;
      this.#topics.delete('anchors');
    });
    return this.#anchors;
  }

  #tradesTopic(name: string, desk: Desk): Topic {
    desk.trades = new TradesTopic(name, desk.market, this.#options.now, () => {
      desk.trades = null;
      this.#topics.delete(name);
    });
    return desk.trades;
  }

  #candlesTopic({ period }: ArgOf<'candles'>, name: string, desk: Desk): Topic {
    const { clock, now } = this.#options;
    const topic: CandlesTopic = new CandlesTopic({
      key: name,
      market: desk.market,
      period,
      clock,
      now,
      onEmpty: () => {
        desk.candles.delete(topic);
        this.#topics.delete(name);
      },
    });
    desk.candles.add(topic);
    return topic;
  }

  #bookTopic({ depth, interval }: ArgOf<'books'>, name: string, desk: Desk): Topic {
    const options = {
      key: name,
      market: desk.market,
      depth,
      intervalMs: interval,
      now: this.#options.now,
      onEmpty: () => {
        desk.books.delete(topic);
        this.#topics.delete(name);
      },
    };
    const topic: BookTopic = depth === 0 ? new WholeBook(options) : new TopBook(options);
    desk.books.add(topic);
    return topic;
  }
}
