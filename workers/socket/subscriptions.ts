// What is subscribed: counted by channel key, asked in batches, restored on every new connection.
import { type ClientMessage, MAX_ARGS, type SubscribeArg, channelKey } from '../../contract/wire.ts';
import type { MessageMaker } from './connection.ts';

interface Wanted {
  arg: SubscribeArg;
  users: number;
}

export class Subscriptions {
  private readonly send: (make: MessageMaker) => void;
  private readonly wanted = new Map<string, Wanted>();
  /** What was asked for on this connection, by key. */
  private readonly asked = new Map<string, SubscribeArg>();
  private reqId = 0;
  private maxArgs = MAX_ARGS;

  constructor(send: (make: MessageMaker) => void) {
    this.send = send;
  }

  /** The server's hello may allow fewer arguments a message. */
  limit(maxArgs: number): void {
    this.maxArgs = Math.min(MAX_ARGS, maxArgs);
  }

  /** One more user of a channel. `settle` sends what that means. */
  add(arg: SubscribeArg): void {
    const key = channelKey(arg);
    const entry = this.wanted.get(key);
    if (entry) entry.users++;
    else this.wanted.set(key, { arg, users: 1 });
  }

  /** One user less. */
  remove(arg: SubscribeArg): void {
    const key = channelKey(arg);
    const entry = this.wanted.get(key);
    if (entry && --entry.users === 0) this.wanted.delete(key);
  }

  /** Brings the server's list in line with ours. */
  settle(): void {
    for (let left = this.pending(); left > 0; left -= this.maxArgs) this.send(() => this.nextMessage());
  }

  /** A new connection knows nothing: everything wanted is asked again. */
  restore(): void {
    this.asked.clear();
    this.settle();
  }

  private pending(): number {
    let fresh = 0;
    for (const key of this.wanted.keys()) if (!this.asked.has(key)) fresh++;
    const gone = this.gone().length;
    const round = (count: number): number => Math.ceil(count / this.maxArgs) * this.maxArgs;
    return round(fresh) + round(gone);
  }

  private gone(): [string, SubscribeArg][] {
    return [...this.asked].filter(([key]) => !this.wanted.has(key));
  }

  /** The next batch: first what is no longer wanted, then what is new; null when both ends agree. */
  private nextMessage(): string | null {
    const gone = this.gone().slice(0, this.maxArgs);
    if (gone.length > 0) {
      for (const [key] of gone) this.asked.delete(key);
      return this.message('unsubscribe', gone.map(([, arg]) => arg));
    }
    const fresh = [...this.wanted].filter(([key]) => !this.asked.has(key)).slice(0, this.maxArgs);
    if (fresh.length === 0) return null;
    for (const [key, { arg }] of fresh) this.asked.set(key, arg);
    return this.message('subscribe', fresh.map(([, { arg }]) => arg));
  }

  private message(type: 'subscribe' | 'unsubscribe', args: SubscribeArg[]): string {
    return JSON.stringify({ type, reqId: ++this.reqId, args } satisfies ClientMessage);
  }
}
