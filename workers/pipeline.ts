// The market-data pipeline: socket -> decode -> books, trades, tickers, candles -> views -> frames.
import type { CoinInfo } from '../core/instruments/instrument.ts';
import type {
  ChartNo,
  MarketConfig,
  MarketWorker,
  SocketCall,
  SocketReply,
  ThreadEvent,
  View,
  ViewId,
  Wake,
} from '../core/worker-protocol/worker-protocol.ts';
import { Connection } from './connection/connection.ts';
import { PrivateSession, isPrivateChannel } from './connection/private-session.ts';
import { SocketCalls } from './connection/socket-calls.ts';
import { Subscriptions } from './connection/subscriptions.ts';
import { FrameLatency } from './frames/frame-latency.ts';
import { FrameScheduler } from './frames/frame-scheduler.ts';
import { InstrumentRegistry } from './instruments/instrument-registry.ts';
import { InstrumentSync } from './instruments/instrument-sync.ts';
import type { ChartPort, LazyModules } from './lazy-modules.ts';
import { MarketDataStore } from './market-data-store.ts';
import { MessageRouter } from './message-router.ts';
import { PageLifecycle } from './page-lifecycle.ts';
import type { FramePort, Platform } from './platform.ts';
import { RestClient } from './rest/rest-client.ts';
import { RestPolling } from './rest/rest-polling.ts';
import { FrameSections } from './views/frame-sections.ts';
import { HostedCharts } from './views/hosted-charts.ts';
import { IndicatorLoader } from './views/indicator-loader.ts';
import { ViewRegistry } from './views/view-registry.ts';

/** The market worker as a platform runs it: ports are those of the platform. */
type PlatformMarketWorker = Omit<MarketWorker<FramePort>, 'hostChart'> & {
  hostChart(chart: ChartNo, port: ChartPort): Promise<void>;
};

/** The market worker on a given platform: the browser's, a replay's or a test's. */
export function createMarketWorker(platform: Platform & LazyModules): PlatformMarketWorker {
  let pipeline: MarketPipeline | null = null;
  const started = (): MarketPipeline => {
    if (!pipeline) throw new Error('the market is not started');
    return pipeline;
  };
  return {
    start: async (config, port) => {
      if (pipeline) throw new Error('the market is started already');
      pipeline = new MarketPipeline(platform, config, port);
    },
    setSession: async (token) => started().setSession(token),
    instruments: async () => started().instruments(),
    open: async (id, view) => started().open(id, view),
    change: async (id, view) => started().change(id, view),
    close: async (id) => started().close(id),
    older: async (id) => started().older(id),
    wake: async (reason) => started().wake(reason),
    call: async (call) => started().call(call),
    setSaving: async (saving) => started().setSaving(saving),
    recording: async () => started().recording(),
    hostChart: async (chart, port) => started().hostChart(chart, port),
  };
}

/** Creates the stages, joins them, and starts the connection. */
class MarketPipeline {
  readonly #restClient: RestClient;
  readonly #connection: Connection;
  readonly #subscriptions: Subscriptions;
  readonly #session: PrivateSession;
  readonly #registry: InstrumentRegistry;
  readonly #instrumentSync: InstrumentSync;
  readonly #calls: SocketCalls;
  readonly #store: MarketDataStore;
  readonly #router: MessageRouter;
  readonly #charts: HostedCharts;
  readonly #views: ViewRegistry;
  readonly #sections: FrameSections;
  readonly #scheduler: FrameScheduler;
  readonly #lifecycle: PageLifecycle;
  readonly #restPolling: RestPolling;
  readonly #stampMs: () => number;

  constructor(platform: Platform & LazyModules, config: MarketConfig, port: FramePort) {
    const stampMs = (): number => platform.stampMs();
    const markDirty = (): void => this.#scheduler.markDirty();
    const emit = (event: ThreadEvent): void => this.#scheduler.addEvent(event);
    this.#stampMs = stampMs;
    const restClient = new RestClient(platform, config);
    this.#restClient = restClient;
    const connection = new Connection(platform, config.socketUrl, platform.loadMsgpack !== undefined, {
      onOpen: () => this.#onOpen(),
      onText: (text) => this.#router.onText(text),
      onBytes: (bytes) => this.#router.onBytes(bytes),
      onState: () => this.#onConnectionState(),
    });
    this.#connection = connection;
    const registry = new InstrumentRegistry(
      (known) => restClient.instruments(known),
      (changed, isFirst) => this.#onInstruments(changed, isFirst),
    );
    this.#registry = registry;
    this.#instrumentSync = new InstrumentSync(
      platform,
      registry,
      () => connection.attempt,
      () => this.#resubscribe(),
    );
    const subscriptions = new Subscriptions((make) => connection.send(make), stampMs);
    this.#subscriptions = subscriptions;
    const session = new PrivateSession((make) => connection.send(make), subscriptions, emit, stampMs);
    this.#session = session;
    const calls = new SocketCalls(connection, session);
    this.#calls = calls;
    const store = new MarketDataStore({ restClient, connection, subscriptions, stampMs, markDirty });
    this.#store = store;
    const latency = new FrameLatency(connection.clock);
    this.#router = new MessageRouter({
      connection,
      subscriptions,
      session,
      calls,
      store,
      registry,
      latency,
      stampMs,
      emit,
      markDirty,
      onListChanged: () => this.#instrumentSync.onListChanged(),
      onChannelRefused: (key, reason) => this.#onChannelRefused(key, reason),
    });
    const charts = new HostedCharts(platform, markDirty);
    this.#charts = charts;
    this.#views = new ViewRegistry({
      store,
      charts,
      indicatorLoader: new IndicatorLoader(() => platform.loadIndicators(), markDirty),
      registry,
      emit,
      stampMs,
      reconcile: () => this.#reconcile(),
      markDirty,
    });
    this.#sections = new FrameSections(platform, connection, latency, {
      resyncs: () => store.resyncs,
      malformed: () => this.#router.malformed,
    });
    this.#scheduler = new FrameScheduler(platform, port, (writer, paintMs) =>
      this.#sections.write(writer, this.#views.entries, paintMs, this.#scheduler.saving),
    );
    this.#restPolling = new RestPolling((round) => this.#poll(round));
    this.#lifecycle = new PageLifecycle(platform, connection, {
      onHeartbeat: () => this.#onHeartbeat(),
      onPaused: (isPaused) => this.#onPaused(isPaused),
    });
    this.#loadModules(platform);
    connection.connect();
    this.#instrumentSync.start();
    this.#lifecycle.start();
  }

  setSession(token: string | null): void {
    this.#session.setToken(token);
  }

  /** Throws Error when the exchange cannot be reached. */
  async instruments(): Promise<CoinInfo[]> {
    if (!this.#registry.infos) await this.#registry.confirm(this.#connection.attempt);
    return [...(this.#registry.infos ?? [])];
  }

  /** Throws Error with a sentence for the user when the view cannot be opened. */
  open(id: ViewId, view: View): void {
    this.#views.open(id, view);
  }

  /** Throws Error as `open` does. */
  change(id: ViewId, view: View): void {
    this.#views.change(id, view);
  }

  close(id: ViewId): void {
    this.#sections.onViewClosed(id);
    this.#views.close(id);
  }

  async older(id: ViewId): Promise<void> {
    await this.#views.older(id);
    this.#scheduler.markDirty();
  }

  /** Throws Error before anything was recorded. */
  recording(): Promise<Uint8Array<ArrayBuffer>> {
    const { observer } = this.#router;
    if (!observer) throw new Error('nothing was recorded yet');
    return observer.save();
  }

  wake(reason: Wake): void {
    this.#lifecycle.wake(reason);
  }

  call(call: SocketCall): Promise<SocketReply> {
    return this.#calls.call(call);
  }

  setSaving(saving: boolean): void {
    this.#scheduler.saving = saving;
  }

  hostChart(chart: ChartNo, port: ChartPort): Promise<void> {
    return this.#charts.host(chart, port);
  }

  /**
   * Loads the recorder and the MessagePack decoder. MessagePack is offered from the first connection on, before its
   * decoder is loaded: subscribing needs confirmed instruments, one round trip, and the decoder loads meanwhile.
   */
  #loadModules(modules: LazyModules): void {
    void modules.loadObserver?.().then(
      (create) => {
        this.#router.observer = create({ store: this.#store, infos: () => this.#registry.infos ?? [] });
      },
      (cause: unknown) => console.warn('recorder.load_failed', cause),
    );
    void modules.loadMsgpack?.().then(
      (msgpack) => {
        this.#router.setMsgpack(msgpack);
        this.#resubscribe();
      },
      (cause: unknown) => {
        console.warn('feed.msgpack_load_failed', cause);
        this.#connection.refuseMsgpack();
      },
    );
  }

  #onOpen(): void {
    this.#session.onOpened();
    if (this.#registry.confirmedFor(this.#connection.attempt)) this.#resubscribe();
    else this.#instrumentSync.start();
  }

  #onConnectionState(): void {
    const { isOpen } = this.#connection;
    this.#router.observer?.onConnection(isOpen);
    if (!isOpen) {
      this.#subscriptions.onDisconnected();
      this.#calls.onDisconnected();
      this.#store.onDisconnected();
    }
    this.#sections.onConnectionChanged();
    this.#scheduler.markDirty();
  }

  /** Subscribes on a new connection, once its instruments are confirmed and its messages can be decoded. */
  #resubscribe(): void {
    const connection = this.#connection;
    const subscriptions = this.#subscriptions;
    if (!connection.isOpen || subscriptions.isOpen || !this.#registry.confirmedFor(connection.attempt)) return;
    if (connection.isMsgpack && !this.#router.hasMsgpack) return;
    subscriptions.resubscribeAll();
    this.#store.onSubscribed();
  }

  /** Views of markets that changed are released before the new price and lot grids are in use. */
  #onInstruments(changed: ReadonlySet<number>, isFirst: boolean): void {
    this.#views.releaseMarkets(changed);
    this.#store.tickers.clear(changed);
    this.#router.onInstruments();
    if (!isFirst) this.#scheduler.addEvent({ kind: 'instruments', infos: [...(this.#registry.infos ?? [])] });
    this.#views.attachPending();
  }

  #onChannelRefused(key: string, reason: string): void {
    this.#subscriptions.onRefused(key);
    this.#views.onChannelRefused(key, reason);
  }

  /** Sends what the open views changed about the subscriptions. */
  #reconcile(): void {
    if (this.#registry.infos) this.#subscriptions.reconcile();
    this.#connection.expectData(!this.#lifecycle.isPaused && this.#views.entries.size > 0);
    this.#scheduler.markDirty();
  }

  /** A hidden page keeps its private channels and alerts, and releases the markets. */
  #onPaused(isPaused: boolean): void {
    const isNeeded = (key: string): boolean => isPrivateChannel(key) || this.#views.hasAlertsOn(key);
    this.#subscriptions.setFilter(isPaused ? isNeeded : null);
    if (isPaused) this.#store.onDisconnected();
    this.#reconcile();
    if (!isPaused && this.#subscriptions.isOpen) this.#store.onSubscribed();
  }

  #onHeartbeat(): void {
    this.#connection.checkClock();
    const { isOpen } = this.#connection;
    this.#restPolling.onHeartbeat(!isOpen && !this.#lifecycle.isPaused);
    if (!isOpen) return;
    this.#session.check();
    this.#subscriptions.check();
    if (this.#subscriptions.isOpen) this.#store.check();
    this.#sections.onConnectionChanged();
    this.#scheduler.markDirty();
    this.#scheduler.flushHidden();
  }

  /** Fetches what the views show by calls. Rarely needed, so its code is loaded on demand. */
  async #poll(round: number): Promise<void> {
    const { pollRound } = await import('./rest/poll-round.ts');
    const deps = {
      restClient: this.#restClient,
      store: this.#store,
      markets: this.#registry.markets,
      views: Array.from(this.#views.entries.values(), ({ view }) => view),
      stampMs: this.#stampMs(),
    };
    await pollRound(deps, round);
    this.#scheduler.markDirty();
  }
}
