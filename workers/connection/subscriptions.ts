// Subscriptions by channel key: counted, sent in batches, retried, restored on each connection.
import { type ClientMessage, MAX_ARGS, type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import { Channel } from './subscribed-channel.ts';
import type { MessageMaker } from './connection.ts';

/** A request without an answer is repeated after this long. */
export const ANSWER_TIMEOUT_MS = 5_000;

/** `stampMs` is when the request was sent; NaN after the answer and the snapshot arrived. */
interface Requested {
  arg: SubscribeArg;
  stampMs: number;
  reqId: number;
}

export class Subscriptions {
  /** Whether this connection may subscribe; before that nothing is requested on it. */
  isOpen = false;
  readonly #send: (make: MessageMaker) => void;
  readonly #stampMs: () => number;
  readonly #wanted = new Map<string, Channel>();
  /** Channels requested on this connection, by key. */
  readonly #requested = new Map<string, Requested>();
  /** Channels unsubscribed on this connection and not confirmed yet, by key. */
  readonly #unsubscribing = new Map<string, Requested>();
  /** Which channels stay subscribed while the page is hidden; null while it is visible. */
  #filter: ((key: string) => boolean) | null = null;
  #reqId = 0;
  #maxArgs = MAX_ARGS;

  constructor(send: (make: MessageMaker) => void, stampMs: () => number) {
    this.#send = send;
    this.#stampMs = stampMs;
  }

  /** The server's hello may allow fewer arguments per message. */
  setMaxArgs(maxArgs: number): void {
    this.#maxArgs = Math.min(MAX_ARGS, maxArgs);
  }

  /** Adds a user of a channel. `reconcile` sends the change. */
  add(arg: SubscribeArg): Channel {
    const key = channelKey(arg);
    const known = this.#wanted.get(key);
    if (known) known.users++;
    const channel = known ?? new Channel(arg);
    this.#wanted.set(key, channel);
    return channel;
  }

  /** The channel at `key`, if it has users. */
  channel(key: string): Channel | undefined {
    return this.#wanted.get(key);
  }

  /** Removes a user of a channel. `reconcile` sends the change. */
  remove(arg: SubscribeArg): void {
    const key = channelKey(arg);
    const entry = this.#wanted.get(key);
    if (entry && --entry.users === 0) this.#wanted.delete(key);
  }

  /** Sends what differs between the wanted channels and the server's. */
  reconcile(): void {
    for (let left = this.#pending(); left > 0; left -= this.#maxArgs) this.#send(() => this.#nextMessage());
  }

  /** Limits the subscriptions to channels that pass `filter`; null removes the limit. `reconcile` sends the change. */
  setFilter(filter: ((key: string) => boolean) | null): void {
    this.#filter = filter;
  }

  /** Whether a channel is subscribed on this connection and its snapshot arrived. */
  isSettled(key: string): boolean {
    return this.isOpen && Number.isNaN(this.#requested.get(key)?.stampMs ?? 0);
  }

  /** The socket closed. */
  onDisconnected(): void {
    this.isOpen = false;
  }

  /** Requests everything on a new connection. */
  resubscribeAll(): void {
    this.isOpen = true;
    for (const channel of this.#wanted.values()) channel.seq = NaN;
    this.#requested.clear();
    this.#unsubscribing.clear();
    this.reconcile();
  }

  /** The server accepted these channels. Row channels are settled only by their first snapshot. */
  onSubscribed(keys: readonly string[]): void {
    for (const key of keys) {
      const entry = this.#requested.get(key);
      if (entry && !awaitsSnapshot(entry.arg)) entry.stampMs = NaN;
    }
  }

  /** The server removed the channels of this request. */
  onUnsubscribed(reqId: number): void {
    for (const [key, entry] of this.#unsubscribing) if (entry.reqId === reqId) this.#unsubscribing.delete(key);
  }

  /** A channel's snapshot arrived. */
  onSnapshot(key: string): void {
    const entry = this.#requested.get(key);
    if (entry) entry.stampMs = NaN;
  }

  /** The server refused a channel: it is requested again at the next change of subscriptions. */
  onRefused(key: string): void {
    this.#requested.delete(key);
  }

  /** Requests a channel again: its next snapshot replaces data that was missed or corrupt. */
  resubscribe(key: string): void {
    if (this.#requested.delete(key)) this.reconcile();
  }

  /** Call about once a second: repeats requests without an answer. */
  check(): void {
    if (!this.isOpen) return;
    const before = this.#stampMs() - ANSWER_TIMEOUT_MS;
    let late = false;
    for (const [key, { stampMs }] of this.#requested) {
      if (!(stampMs <= before)) continue;
      this.#requested.delete(key);
      late = true;
    }
    for (const [key, { arg, stampMs, reqId }] of this.#unsubscribing) {
      if (!(stampMs <= before)) continue;
      this.#unsubscribing.delete(key);
      // The channel counts as subscribed again, so that the next message unsubscribes it.
      this.#requested.set(key, { arg, stampMs: NaN, reqId });
      late = true;
    }
    if (late) this.reconcile();
  }

  #pending(): number {
    const round = (count: number): number => Math.ceil(count / this.#maxArgs) * this.#maxArgs;
    return round(this.#toSubscribe().length) + round(this.#toUnsubscribe().length);
  }

  #wants(key: string): boolean {
    return this.#wanted.has(key) && (this.#filter?.(key) ?? true);
  }

  #toSubscribe(): [string, SubscribeArg][] {
    return [...this.#wanted]
      .filter(([key]) => !this.#requested.has(key) && this.#wants(key))
      .map(([key, { arg }]) => [key, arg]);
  }

  #toUnsubscribe(): [string, SubscribeArg][] {
    return [...this.#requested].filter(([key]) => !this.#wants(key)).map(([key, { arg }]) => [key, arg]);
  }

  /**
   * The next message: first what is no longer wanted, then what is new; null when nothing differs or the connection may
   * not subscribe yet.
   */
  #nextMessage(): string | null {
    if (!this.isOpen) return null;
    const gone = this.#toUnsubscribe().slice(0, this.#maxArgs);
    if (gone.length > 0) return this.#message('unsubscribe', gone);
    const fresh = this.#toSubscribe().slice(0, this.#maxArgs);
    return fresh.length === 0 ? null : this.#message('subscribe', fresh);
  }

  #message(type: 'subscribe' | 'unsubscribe', list: [string, SubscribeArg][]): string {
    const reqId = ++this.#reqId;
    const [to, from] =
      type === 'subscribe' ? [this.#requested, this.#unsubscribing] : [this.#unsubscribing, this.#requested];
    for (const [key, arg] of list) {
      from.delete(key);
      to.set(key, { arg, stampMs: this.#stampMs(), reqId });
    }
    return JSON.stringify({ type, reqId, args: list.map(([, arg]) => arg) } satisfies ClientMessage);
  }
}

/** Books check their own snapshots, private channels have none. */
function awaitsSnapshot({ channel }: SubscribeArg): boolean {
  return channel === 'tickers' || channel === 'trades' || channel === 'candles';
}

/** Channel key of an argument that the server sent back; null when it is malformed. */
export function keyOf(arg: unknown): string | null {
  if (typeof arg !== 'object' || arg === null || !('channel' in arg)) return null;
  return channelKey(arg as SubscribeArg);
}
