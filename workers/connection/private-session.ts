// The private side of a connection: authentication first, then the private channels, then word that lists must be
// fetched again.
import type { ThreadEvent } from '../../core/worker-protocol/worker-protocol.ts';
import {
  type ClientMessage,
  type ServerMessage,
  type SubscribeArg,
  channelKey,
} from '../../core/feed/feed-protocol.ts';
import type { BalancesEvent, ChannelEvent, OrderEvent } from '../decode/decoded-event.ts';
import type { MessageMaker } from './connection.ts';
import { ANSWER_TIMEOUT_MS, type Subscriptions } from './subscriptions.ts';

/** The exchange does not know the token (any more). */
const SESSION_INVALID = -1000;
const PRIVATE: readonly SubscribeArg[] = [
  { channel: 'orders' },
  { channel: 'balances' },
  { channel: 'positions' },
  { channel: 'qtOrders' },
  { channel: 'notices' },
];
const PRIVATE_KEYS = new Set(PRIVATE.map(channelKey));

/** Whether a channel is private to a session. */
export function isPrivateChannel(key: string): boolean {
  return PRIVATE_KEYS.has(key);
}

export class PrivateSession {
  private readonly send: (make: MessageMaker) => void;
  private readonly subscriptions: Subscriptions;
  private readonly emit: (event: ThreadEvent) => void;
  private readonly stampMs: () => number;
  private token: string | null = null;
  /** When the token was last shown to the server; NaN before it was. */
  private sentStamp = NaN;
  private subscribed = false;
  /** Sequence of the private orders; NaN until the first one of this connection. */
  private seq = NaN;
  /** `seq` of the last message of each private channel of this connection. */
  private readonly lastSeqs = new Map<string, number>();

  constructor(
    send: (make: MessageMaker) => void,
    subscriptions: Subscriptions,
    emit: (event: ThreadEvent) => void,
    stampMs: () => number,
  ) {
    this.send = send;
    this.subscriptions = subscriptions;
    this.emit = emit;
    this.stampMs = stampMs;
  }

  setToken(token: string | null): void {
    if (token === this.token) return;
    this.token = token;
    this.unsubscribe();
    this.subscriptions.reconcile();
    if (token !== null) this.authenticate();
  }

  /** A new connection: private channels wait until it has authenticated. Call before public ones are restored. */
  onOpened(): void {
    this.unsubscribe();
    if (this.token !== null) this.authenticate();
  }

  /** What the server says of auth and subscriptions. */
  onMessage(message: ServerMessage): void {
    if (message.type === 'auth') this.onAuthenticated();
    else if (message.type === 'error' && message.code === SESSION_INVALID) this.onSessionInvalid();
    else if (message.type === 'subscribed' && message.ok.includes('orders')) this.emit({ kind: 'accountInvalidated' });
  }

  /** A private channel that the server refused: it knows the session no more, or does not have the channel. */
  channelRefused(key: string, code: number): void {
    this.subscriptions.onRefused(key);
    if (code === SESSION_INVALID) this.onSessionInvalid();
  }

  /** To be called about once a second: an answer that never came is asked for again. */
  check(): void {
    if (this.token !== null && !this.subscribed && this.stampMs() - this.sentStamp >= ANSWER_TIMEOUT_MS)
      this.authenticate();
  }

  applyBalances({ seq, assets }: BalancesEvent): void {
    this.lastSeqs.set('balances', seq);
    this.emit({ kind: 'balances', assets });
  }

  /** A channel of its own that is passed on as it came. */
  applyChannel({ kind, channel, coinInfoId, snapshot, seq, data }: ChannelEvent): void {
    this.lastSeqs.set(channel, seq);
    this.emit({ kind, channel, coinInfoId, snapshot, data });
  }

  /** The last `seq` of each quiet channel: what was sent on a private one and never came is fetched with the rest. */
  heartbeat(quiet: Record<string, number>): void {
    let missed = false;
    for (const key of PRIVATE_KEYS) {
      const seq = quiet[key];
      if (seq === undefined) continue;
      missed ||= seq > (this.lastSeqs.get(key) ?? seq);
      this.lastSeqs.set(key, seq);
    }
    if (missed) this.emit({ kind: 'accountInvalidated' });
  }

  applyOrder(event: OrderEvent): void {
    this.lastSeqs.set('orders', event.seq);
    const gap = !event.snapshot && !Number.isNaN(this.seq) && event.prevSeq !== this.seq;
    if (event.seq <= this.seq) return;
    this.seq = event.seq;
    if (event.area === 'spot') this.emit({ kind: 'order', order: event.order });
    else
      this.emit({ kind: 'channel', channel: 'contracts', coinInfoId: 0, snapshot: event.snapshot, data: event.order });
    if (gap) this.emit({ kind: 'accountInvalidated' });
  }

  private authenticate(): void {
    const { token } = this;
    this.send(() => {
      if (token === null || token !== this.token) return null;
      this.sentStamp = this.stampMs();
      return JSON.stringify({ type: 'auth', accesstoken: token } satisfies ClientMessage);
    });
  }

  private onAuthenticated(): void {
    if (this.subscribed || this.token === null) return;
    this.subscribed = true;
    for (const arg of PRIVATE) this.subscriptions.add(arg);
    this.subscriptions.reconcile();
  }

  private onSessionInvalid(): void {
    if (this.token === null) return;
    this.token = null;
    this.unsubscribe();
    this.emit({ kind: 'sessionEnded' });
  }

  private unsubscribe(): void {
    this.seq = NaN;
    this.lastSeqs.clear();
    if (!this.subscribed) return;
    this.subscribed = false;
    for (const arg of PRIVATE) this.subscriptions.remove(arg);
  }
}
