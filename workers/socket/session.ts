// The private side of a connection: authentication first, then the private channels, then word that lists must be fetched again.
import type { ThreadEvent } from '../../contract/thread.ts';
import type { ClientMessage, ServerMessage, SubscribeArg } from '../../contract/wire.ts';
import type { OrderEvent } from '../decode/event.ts';
import type { MessageMaker } from './connection.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The exchange does not know the token (any more). */
const SESSION_INVALID = -1000;
const PRIVATE: readonly SubscribeArg[] = [{ channel: 'orders' }, { channel: 'balances' }];

export class Session {
  private readonly send: (make: MessageMaker) => void;
  private readonly subscriptions: Subscriptions;
  private readonly emit: (event: ThreadEvent) => void;
  private token: string | null = null;
  private subscribed = false;
  /** Sequence of the private orders; NaN until the first one of this connection. */
  private seq = NaN;

  constructor(send: (make: MessageMaker) => void, subscriptions: Subscriptions, emit: (event: ThreadEvent) => void) {
    this.send = send;
    this.subscriptions = subscriptions;
    this.emit = emit;
  }

  setToken(token: string | null): void {
    if (token === this.token) return;
    this.token = token;
    this.withdraw();
    this.subscriptions.settle();
    if (token !== null) this.authenticate();
  }

  /** A new connection: private channels wait until it has authenticated. Call before public ones are restored. */
  opened(): void {
    this.withdraw();
    if (this.token !== null) this.authenticate();
  }

  /** What the server says of auth and subscriptions. */
  take(message: ServerMessage): void {
    if (message.type === 'auth') this.accepted();
    else if (message.type === 'error' && message.code === SESSION_INVALID) this.refused();
    else if (message.type === 'subscribed' && message.ok.includes('orders')) this.emit({ kind: 'privateReset' });
  }

  takeOrder(event: OrderEvent): void {
    const gap = !event.snapshot && !Number.isNaN(this.seq) && event.prevSeq !== this.seq;
    if (event.seq <= this.seq) return;
    this.seq = event.seq;
    this.emit({ kind: 'order', order: event.order });
    if (gap) this.emit({ kind: 'privateReset' });
  }

  private authenticate(): void {
    const { token } = this;
    this.send(() => (token === null || token !== this.token ? null
      : JSON.stringify({ type: 'auth', accesstoken: token } satisfies ClientMessage)));
  }

  private accepted(): void {
    if (this.subscribed || this.token === null) return;
    this.subscribed = true;
    for (const arg of PRIVATE) this.subscriptions.add(arg);
    this.subscriptions.settle();
  }

  private refused(): void {
    if (this.token === null) return;
    this.token = null;
    this.withdraw();
    this.emit({ kind: 'sessionEnded' });
  }

  private withdraw(): void {
    this.seq = NaN;
    if (!this.subscribed) return;
    this.subscribed = false;
    for (const arg of PRIVATE) this.subscriptions.remove(arg);
  }
}
