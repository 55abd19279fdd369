// Decodes the messages of the feed and passes each event to the part that handles its kind.
import type { Connection } from './connection/connection.ts';
import { type PrivateSession, isPrivateChannel } from './connection/private-session.ts';
import type { SocketCalls } from './connection/socket-calls.ts';
import { type Subscriptions, keyOf } from './connection/subscriptions.ts';
import type { ControlEvent, MarketEvent } from './decode/decoded-event.ts';
import { JsonDecoder } from './decode/json-decoder.ts';
import type { MsgpackDecoder } from './decode/msgpack-decoder.ts';
import type { InstrumentRegistry } from './instruments/instrument-registry.ts';
import type { MarketDataStore } from './market-data-store.ts';
import type { FrameObserver } from './recorder/frame-observer.ts';
import type { ServedPage } from './served-page.ts';
import type { ThreadEvent } from '../core/worker-protocol/worker-protocol.ts';

export interface RouterDeps {
  connection: Connection;
  subscriptions: Subscriptions;
  session: PrivateSession;
  calls: SocketCalls;
  store: MarketDataStore;
  registry: InstrumentRegistry;
  pages: readonly Pick<ServedPage, 'latency'>[];
  stampMs(): number;
  emit(event: ThreadEvent): void;
  /** Called after each message. */
  markDirty(): void;
  /** The exchange announced a changed list of instruments. */
  onListChanged(): void;
  /** The exchange refused a public channel. */
  onChannelRefused(key: string, reason: string): void;
}

export class MessageRouter {
  /** Malformed messages so far. */
  malformed = 0;
  /** Sees every public message before it is applied; null until it is loaded. */
  observer: FrameObserver | null = null;
  readonly #deps: RouterDeps;
  readonly #decoder = new JsonDecoder();
  #msgpack: MsgpackDecoder | null = null;

  constructor(deps: RouterDeps) {
    this.#deps = deps;
  }

  get hasMsgpack(): boolean {
    return this.#msgpack !== null;
  }

  setMsgpack(msgpack: MsgpackDecoder): void {
    this.#msgpack = msgpack;
    msgpack.setInstruments(this.#deps.registry.markets);
  }

  /** The registry has a new list: messages are decoded with its price and lot grids from now on. */
  onInstruments(): void {
    const { markets } = this.#deps.registry;
    this.#decoder.setInstruments(markets);
    this.#msgpack?.setInstruments(markets);
  }

  onText(text: string): void {
    this.#accept(text, this.#decoder.decode(text));
    this.#deps.markDirty();
  }

  onBytes(bytes: ArrayBuffer): void {
    const { connection, subscriptions, markDirty } = this.#deps;
    if (!this.#msgpack || !subscriptions.isOpen) return;
    this.observer?.onBinary(bytes);
    connection.messages += this.#msgpack.read(bytes, this.#acceptMsgpack) - 1;
    markDirty();
  }

  readonly #acceptMsgpack = (event: MarketEvent): void => {
    this.#accept(null, event);
    if (event.kind === 'bad') this.#deps.connection.refuseMsgpack();
  };

  #accept(text: string | null, event: MarketEvent): void {
    const { connection, subscriptions, pages } = this.#deps;
    if ('pts' in event) {
      for (const { latency } of pages) if (latency.empty) latency.start(event.ts, event.pts, this.#deps.stampMs());
      connection.newestMs = event.pts;
    }
    // Data that arrives before this connection subscribed is of instruments that are not confirmed yet.
    if (subscriptions.isOpen || event.kind === 'control' || event.kind === 'bad') {
      this.observer?.onFrame(text, event);
      this.#route(event);
    }
  }

  #route(event: MarketEvent): void {
    const { store, session, registry, emit } = this.#deps;
    switch (event.kind) {
      case 'book':
      case 'tickers':
      case 'candles':
        return store.apply(event, undefined);
      case 'trades':
        return store.apply(event, registry.markets.get(event.coinInfoId));
      case 'order':
        return session.applyOrder(event);
      case 'balances':
        return session.applyBalances(event);
      case 'channel': {
        if (event.coinInfoId === 0) return session.applyChannel(event);
        const passed = store.applyChannel(event);
        return passed ? emit(passed) : undefined;
      }
      case 'control':
        return this.#onControl(event.message);
      case 'bad':
        this.malformed++;
        return;
      case 'ignored':
        return;
    }
  }

  #onControl(message: ControlEvent['message']): void {
    const { connection, subscriptions, session, store, emit, onListChanged } = this.#deps;
    switch (message.type) {
      case 'pong':
        return connection.pong(message.t, message.ts);
      case 'heartbeat':
        connection.newestMs = message.ts;
        store.onHeartbeat(message.ts, message.seqs);
        return session.onHeartbeat(message.seqs);
      case 'hello':
        return subscriptions.setMaxArgs(message.maxArgs);
      case 'notice':
        if (message.event === 'reset') onListChanged();
        return emit({ kind: 'notice', event: message.event, at: message.at });
      case 'answer':
        return this.#deps.calls.onAnswer(message);
      case 'unsubscribed':
        return subscriptions.onUnsubscribed(message.reqId);
      case 'subscribed':
        this.#onSubscribed(message);
        return session.onMessage(message);
      default:
        return session.onMessage(message);
    }
  }

  #onSubscribed({ ok, fail }: Extract<ControlEvent['message'], { type: 'subscribed' }>): void {
    const { subscriptions, session, onChannelRefused } = this.#deps;
    subscriptions.onSubscribed(ok);
    for (const { arg, code, msg } of fail) {
      const key = keyOf(arg);
      if (key === null) continue;
      if (isPrivateChannel(key)) session.onChannelRefused(key, code);
      else onChannelRefused(key, msg);
    }
  }
}
