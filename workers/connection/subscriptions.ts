// What is subscribed: counted by channel key, asked in batches, asked again when no answer comes, restored on every new
// connection.
import { type ClientMessage, MAX_ARGS, type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import { Channel } from './channel.ts';
import type { MessageMaker } from './connection.ts';

/** What was asked and not answered for this long is asked again. */
export const ANSWER_TIMEOUT_MS = 5_000;

/** `stampMs` is when it was asked; NaN once everything that was waited for has come. */
interface Requested {
  arg: SubscribeArg;
  stampMs: number;
  reqId: number;
}

export class Subscriptions {
  /** Whether this connection's answers are believed; until then nothing is asked on it. */
  isOpen = false;
  private readonly send: (make: MessageMaker) => void;
  private readonly stampMs: () => number;
  private readonly wanted = new Map<string, Channel>();
  /** What was asked for on this connection, by key. */
  private readonly requested = new Map<string, Requested>();
  /** What was let go on this connection and not yet confirmed, by key. */
  private readonly leaving = new Map<string, Requested>();
  /** Which channels are kept while nobody looks; null while somebody does. */
  private filter: ((key: string) => boolean) | null = null;
  private reqId = 0;
  private maxArgs = MAX_ARGS;

  constructor(send: (make: MessageMaker) => void, stampMs: () => number) {
    this.send = send;
    this.stampMs = stampMs;
  }

  /** The server's hello may allow fewer arguments a message. */
  setMaxArgs(maxArgs: number): void {
    this.maxArgs = Math.min(MAX_ARGS, maxArgs);
  }

  /** One more user of a channel. `settle` sends what that means. */
  add(arg: SubscribeArg): Channel {
    const key = channelKey(arg);
    const known = this.wanted.get(key);
    if (known) known.users++;
    const channel = known ?? new Channel(arg);
    this.wanted.set(key, channel);
    return channel;
  }

  /** A channel that somebody uses. */
  channel(key: string): Channel | undefined {
    return this.wanted.get(key);
  }

  /** One user less. */
  remove(arg: SubscribeArg): void {
    const key = channelKey(arg);
    const entry = this.wanted.get(key);
    if (entry && --entry.users === 0) this.wanted.delete(key);
  }

  /** Brings the server's list in line with ours. */
  reconcile(): void {
    for (let left = this.pending(); left > 0; left -= this.maxArgs) this.send(() => this.nextMessage());
  }

  /**
   * Keeps only some channels until it is called with null: the others are let go, and asked for again then. `settle`
   * sends what that means.
   */
  setFilter(filter: ((key: string) => boolean) | null): void {
    this.filter = filter;
  }

  /** Whether a channel was subscribed on this connection and everything that was waited for has come. */
  isSettled(key: string): boolean {
    return this.isOpen && Number.isNaN(this.requested.get(key)?.stampMs ?? 0);
  }

  /** The connection is gone. */
  onDisconnected(): void {
    this.isOpen = false;
  }

  /** A new connection knows nothing: everything wanted is asked again. */
  resubscribeAll(): void {
    this.isOpen = true;
    this.requested.clear();
    this.leaving.clear();
    this.reconcile();
  }

  /** The server took these channels. Lists and tapes have come only when their first snapshot has. */
  onSubscribed(keys: readonly string[]): void {
    for (const key of keys) {
      const entry = this.requested.get(key);
      if (entry && !awaitsSnapshot(entry.arg)) entry.stampMs = NaN;
    }
  }

  /** The server let go of what this request named. */
  onUnsubscribed(reqId: number): void {
    for (const [key, entry] of this.leaving) if (entry.reqId === reqId) this.leaving.delete(key);
  }

  /** The snapshot of a channel came. */
  onSnapshot(key: string): void {
    const entry = this.requested.get(key);
    if (entry) entry.stampMs = NaN;
  }

  /** The server refused a channel: it is asked again when the list changes next. */
  onRefused(key: string): void {
    this.requested.delete(key);
  }

  /** Asks for a channel anew: something of it is missing or spoilt, and its next snapshot makes good for it. */
  resubscribe(key: string): void {
    if (this.requested.delete(key)) this.reconcile();
  }

  /** To be called about once a second: asks again what was not answered. */
  check(): void {
    if (!this.isOpen) return;
    const before = this.stampMs() - ANSWER_TIMEOUT_MS;
    let late = false;
    for (const [key, { stampMs }] of this.requested) {
      if (!(stampMs <= before)) continue;
      this.requested.delete(key);
      late = true;
    }
    for (const [key, { arg, stampMs, reqId }] of this.leaving) {
      if (!(stampMs <= before)) continue;
      this.leaving.delete(key);
      // As if it were still there: the next message lets go of it once more.
      this.requested.set(key, { arg, stampMs: NaN, reqId });
      late = true;
    }
    if (late) this.reconcile();
  }

  private pending(): number {
    const round = (count: number): number => Math.ceil(count / this.maxArgs) * this.maxArgs;
    return round(this.toSubscribe().length) + round(this.toUnsubscribe().length);
  }

  private wants(key: string): boolean {
    return this.wanted.has(key) && (this.filter?.(key) ?? true);
  }

  private toSubscribe(): [string, SubscribeArg][] {
    return [...this.wanted]
      .filter(([key]) => !this.requested.has(key) && this.wants(key))
      .map(([key, { arg }]) => [key, arg]);
  }

  private toUnsubscribe(): [string, SubscribeArg][] {
    return [...this.requested].filter(([key]) => !this.wants(key)).map(([key, { arg }]) => [key, arg]);
  }

  /**
   * The next batch: first what is no longer wanted, then what is new; null when both ends agree or the connection is
   * not believed yet.
   */
  private nextMessage(): string | null {
    if (!this.isOpen) return null;
    const gone = this.toUnsubscribe().slice(0, this.maxArgs);
    if (gone.length > 0) return this.message('unsubscribe', gone);
    const fresh = this.toSubscribe().slice(0, this.maxArgs);
    return fresh.length === 0 ? null : this.message('subscribe', fresh);
  }

  private message(type: 'subscribe' | 'unsubscribe', list: [string, SubscribeArg][]): string {
    const reqId = ++this.reqId;
    const [to, from] = type === 'subscribe' ? [this.requested, this.leaving] : [this.leaving, this.requested];
    for (const [key, arg] of list) {
      from.delete(key);
      to.set(key, { arg, stampMs: this.stampMs(), reqId });
    }
    return JSON.stringify({ type, reqId, args: list.map(([, arg]) => arg) } satisfies ClientMessage);
  }
}

/** Books watch over their own snapshots, private channels have none. */
function awaitsSnapshot({ channel }: SubscribeArg): boolean {
  return channel === 'tickers' || channel === 'trades' || channel === 'candles';
}

/** Channel key of an argument as the server gave it back; null when it is none. */
export function keyOf(arg: unknown): string | null {
  if (typeof arg !== 'object' || arg === null || !('channel' in arg)) return null;
  return channelKey(arg as SubscribeArg);
}
