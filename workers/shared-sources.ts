// Market-data sources shared by views: created for the first user, removed with the last.
import type { SubscribeArg } from '../core/feed/feed-protocol.ts';
import type { Channel } from './connection/subscribed-channel.ts';
import type { Subscriptions } from './connection/subscriptions.ts';

/** A source, the channel that feeds it and how many users it has. */
export interface SharedSource<S> {
  readonly arg: SubscribeArg;
  readonly channel: Channel;
  readonly source: S;
  users: number;
}

/** A source acquired for a view. Call `release` once, then `Subscriptions.reconcile`. */
export interface Acquired<S> {
  source: S;
  channel: Channel;
  release: () => void;
}

export class SharedSources<K, S> {
  /** Sources in use, by key. */
  readonly inUse: ReadonlyMap<K, SharedSource<S>>;
  readonly #inUse = new Map<K, SharedSource<S>>();
  readonly #subscriptions: Subscriptions;
  readonly #onRemoved: (source: S) => void;

  /** `onRemoved` is called after the last user released a source. */
  constructor(subscriptions: Subscriptions, onRemoved: (source: S) => void = () => {}) {
    this.inUse = this.#inUse;
    this.#subscriptions = subscriptions;
    this.#onRemoved = onRemoved;
  }

  /** Adds a user to the source at `key`, which `create` makes for the first one, and to its channel. */
  acquire(key: K, arg: SubscribeArg, create: () => S): Acquired<S> {
    const channel = this.#subscriptions.add(arg);
    let entry = this.#inUse.get(key);
    if (!entry) {
      entry = { arg, channel, source: create(), users: 0 };
      this.#inUse.set(key, entry);
    }
    entry.users++;
    const shared = entry;
    const release = (): void => {
      this.#subscriptions.remove(arg);
      if (--shared.users > 0) return;
      this.#inUse.delete(key);
      this.#onRemoved(shared.source);
    };
    return { source: shared.source, channel, release };
  }
}
