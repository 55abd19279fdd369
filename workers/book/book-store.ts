// The order books that views show.
import { type Instrument, marketTypeOf } from '../../core/instruments/instrument.ts';
import { type ClientMessage, type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import type { View } from '../../core/worker-protocol/worker-protocol.ts';
import type { Channel } from '../connection/subscribed-channel.ts';
import type { Connection } from '../connection/connection.ts';
import type { Subscriptions } from '../connection/subscriptions.ts';
import type { BookEvent } from '../decode/decoded-event.ts';
import { type Acquired, type SharedSource, SharedSources } from '../shared-sources.ts';
import { BookSync } from './book-sync.ts';

type BookRequest = Pick<Extract<View, { kind: 'book' }>, 'coinInfoId' | 'depth' | 'interval'>;

/** The book that received a market's last message. */
interface RecentBook {
  depth: number;
  interval: number;
  sync: BookSync;
  channel: Channel;
}

export class BookStore {
  readonly #connection: Connection;
  readonly #subscriptions: Subscriptions;
  readonly #stampMs: () => number;
  readonly #books: SharedSources<string, BookSync>;
  /** By market: building a channel key for every message is too slow. */
  readonly #recent = new Map<number, RecentBook>();
  #gapsOfRemoved = 0;

  constructor(connection: Connection, subscriptions: Subscriptions, stampMs: () => number) {
    this.#connection = connection;
    this.#subscriptions = subscriptions;
    this.#stampMs = stampMs;
    this.#books = new SharedSources(subscriptions, (sync) => this.#onRemoved(sync));
  }

  /** Books in use, by channel key. */
  get inUse(): ReadonlyMap<string, SharedSource<BookSync>> {
    return this.#books.inUse;
  }

  /** How often a book was invalidated, removed books included. */
  get gaps(): number {
    let sum = this.#gapsOfRemoved;
    for (const { source } of this.inUse.values()) sum += source.gaps;
    return sum;
  }

  acquire({ coinInfoId, depth, interval }: BookRequest, market: Instrument): Acquired<BookSync> {
    const arg: SubscribeArg = { channel: 'books', coinInfoId, depth, interval, area: marketTypeOf(market.info) };
    const key = channelKey(arg);
    const request = JSON.stringify({
      type: 'resync',
      channel: 'books',
      coinInfoId,
      depth,
      interval,
    } satisfies ClientMessage);
    return this.#books.acquire(key, arg, () => {
      const sync = new BookSync(
        depth,
        () => this.#connection.send(() => (this.inUse.get(key)?.source === sync ? request : null)),
        () => this.#connection.slowMs,
      );
      if (this.#subscriptions.isOpen) sync.onSubscribed(this.#stampMs());
      return sync;
    });
  }

  apply(event: BookEvent): void {
    const { coinInfoId, depth, interval } = event;
    let recent = this.#recent.get(coinInfoId);
    if (!recent || recent.depth !== depth || recent.interval !== interval) {
      const entry = this.inUse.get(channelKey({ channel: 'books', coinInfoId, depth, interval }));
      if (!entry) return;
      recent = { depth, interval, sync: entry.source, channel: entry.channel };
      this.#recent.set(coinInfoId, recent);
    }
    if (recent.sync.accept(event, this.#stampMs())) recent.channel.asOfMs = event.pts;
  }

  /** Everything was subscribed again on a new connection. */
  onSubscribed(): void {
    for (const { source } of this.inUse.values()) source.onSubscribed(this.#stampMs());
  }

  onDisconnected(): void {
    for (const { source } of this.inUse.values()) source.onDisconnected();
  }

  /** Call once a second while the socket is open. */
  check(): void {
    for (const { source } of this.inUse.values()) source.check(this.#stampMs());
  }

  #onRemoved(sync: BookSync): void {
    this.#gapsOfRemoved += sync.gaps;
    for (const [id, recent] of this.#recent) if (recent.sync === sync) this.#recent.delete(id);
  }
}
