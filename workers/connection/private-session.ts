// The private channels: authentication, subscription, and detection of missed messages.
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

/** The exchange does not know the token, or no longer. */
const SESSION_INVALID = -1000;
/** The exchange cannot look the session up now: nothing is known of it. */
const BUSY = 1500;
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
  readonly #send: (make: MessageMaker) => void;
  readonly #subscriptions: Subscriptions;
  readonly #emit: (event: ThreadEvent) => void;
  readonly #stampMs: () => number;
  #token: string | null = null;
  /** When the token was last sent, monotonic ms; NaN before. */
  #sentStamp = NaN;
  #subscribed = false;
  /** `seq` of the last order message; NaN before the first one of this connection. */
  #seq = NaN;
  /** `seq` of the last message of each private channel of this connection. */
  readonly #lastSeqs = new Map<string, number>();

  constructor(
    send: (make: MessageMaker) => void,
    subscriptions: Subscriptions,
    emit: (event: ThreadEvent) => void,
    stampMs: () => number,
  ) {
    this.#send = send;
    this.#subscriptions = subscriptions;
    this.#emit = emit;
    this.#stampMs = stampMs;
  }

  /** Whether the exchange has confirmed this token on this connection. */
  isConfirmed(token: string): boolean {
    return token === this.#token && this.#subscribed;
  }

  setToken(token: string | null): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#unsubscribe();
    this.#subscriptions.reconcile();
    if (token !== null) this.#authenticate();
  }

  /**
   * A new connection: private channels are subscribed after authentication. Call before public ones are resubscribed.
   */
  onOpened(): void {
    this.#unsubscribe();
    if (this.#token !== null) this.#authenticate();
  }

  /** A message about authentication or subscriptions. */
  onMessage(message: ServerMessage): void {
    if (message.type === 'auth') this.#onAuthenticated();
    else if (message.type === 'error' && message.code === SESSION_INVALID) this.#onSessionInvalid();
    // In doubt no session ends: the next check authenticates again.
    else if (message.type === 'error' && message.code === BUSY) this.#sentStamp = -Infinity;
    else if (message.type === 'subscribed' && message.ok.includes('orders')) this.#emit({ kind: 'accountInvalidated' });
  }

  /** The server refused a private channel: the session is invalid, or there is no such channel. */
  onChannelRefused(key: string, code: number): void {
    this.#subscriptions.onRefused(key);
    if (code === SESSION_INVALID) this.#onSessionInvalid();
  }

  /** Call about once a second: authenticates again when no answer arrived. */
  check(): void {
    if (this.#token !== null && !this.#subscribed && this.#stampMs() - this.#sentStamp >= ANSWER_TIMEOUT_MS)
      this.#authenticate();
  }

  applyBalances({ seq, assets }: BalancesEvent): void {
    this.#lastSeqs.set('balances', seq);
    this.#emit({ kind: 'balances', assets });
  }

  /** A private channel whose messages are passed on without validation. */
  applyChannel({ kind, channel, coinInfoId, snapshot, seq, data }: ChannelEvent): void {
    this.#lastSeqs.set(channel, seq);
    this.#emit({ kind, channel, coinInfoId, snapshot, data });
  }

  /** The last `seq` of each quiet channel, by key: a missed private message makes the page refetch the account. */
  onHeartbeat(quiet: Record<string, number>): void {
    let missed = false;
    for (const key of PRIVATE_KEYS) {
      const seq = quiet[key];
      if (seq === undefined) continue;
      missed ||= seq > (this.#lastSeqs.get(key) ?? seq);
      this.#lastSeqs.set(key, seq);
    }
    if (missed) this.#emit({ kind: 'accountInvalidated' });
  }

  applyOrder(event: OrderEvent): void {
    this.#lastSeqs.set('orders', event.seq);
    const gap = !event.snapshot && !Number.isNaN(this.#seq) && event.prevSeq !== this.#seq;
    if (event.seq <= this.#seq) return;
    this.#seq = event.seq;
    if (event.area === 'spot') this.#emit({ kind: 'order', order: event.order });
    else
      this.#emit({ kind: 'channel', channel: 'contracts', coinInfoId: 0, snapshot: event.snapshot, data: event.order });
    if (gap) this.#emit({ kind: 'accountInvalidated' });
  }

  #authenticate(): void {
    const token = this.#token;
    this.#send(() => {
      if (token === null || token !== this.#token) return null;
      this.#sentStamp = this.#stampMs();
      return JSON.stringify({ type: 'auth', accesstoken: token } satisfies ClientMessage);
    });
  }

  #onAuthenticated(): void {
    if (this.#subscribed || this.#token === null) return;
    this.#subscribed = true;
    for (const arg of PRIVATE) this.#subscriptions.add(arg);
    this.#subscriptions.reconcile();
  }

  #onSessionInvalid(): void {
    const token = this.#token;
    if (token === null) return;
    this.#token = null;
    this.#unsubscribe();
    this.#emit({ kind: 'sessionEnded', token });
  }

  #unsubscribe(): void {
    this.#seq = NaN;
    this.#lastSeqs.clear();
    if (!this.#subscribed) return;
    this.#subscribed = false;
    for (const arg of PRIVATE) this.#subscriptions.remove(arg);
  }
}
