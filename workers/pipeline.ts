// The market-data pipeline: socket -> decode -> books, trades, tickers, candles -> views -> frames.
import type { CoinInfo } from '../core/instruments/instrument.ts';
import type {
  ChartNo,
  MarketConfig,
  SocketCall,
  SocketReply,
  ThreadEvent,
  Wake,
} from '../core/worker-protocol/worker-protocol.ts';
import { Connection } from './connection/connection.ts';
import { PrivateSession, isPrivateChannel } from './connection/private-session.ts';
import { SocketCalls } from './connection/socket-calls.ts';
import { Subscriptions } from './connection/subscriptions.ts';
import type { FrameClock } from './frames/frame-scheduler.ts';
import { InstrumentRegistry } from './instruments/instrument-registry.ts';
import { InstrumentSync } from './instruments/instrument-sync.ts';
import type { ChartPort, LazyModules } from './lazy-modules.ts';
import { MarketDataStore } from './market-data-store.ts';
import { MessageRouter } from './message-router.ts';
import { PageLifecycle } from './page-lifecycle.ts';
import type { FramePort, Platform } from './platform.ts';
import { RestClient } from './rest/rest-client.ts';
import { RestPolling } from './rest/rest-polling.ts';
import { ServedPage } from './served-page.ts';
import { type EarlyStart, expectTickers } from './tickers/expected-tickers.ts';
import { IndicatorLoader } from './views/indicator-loader.ts';

/** Creates the stages, joins them, and starts the connection. */
export class MarketPipeline {
  readonly #platform: Platform & LazyModules;
  readonly #restClient: RestClient;
  readonly #connection: Connection;
  readonly #subscriptions: Subscriptions;
  readonly #session: PrivateSession;
  readonly #registry: InstrumentRegistry;
  readonly #instrumentSync: InstrumentSync;
  readonly #calls: SocketCalls;
  readonly #store: MarketDataStore;
  readonly #router: MessageRouter;
  readonly #indicatorLoader: IndicatorLoader;
  /** The pages that are served, the one that started the worker first. */
  readonly #pages: ServedPage[] = [];
  readonly #lifecycle: PageLifecycle;
  readonly #restPolling: RestPolling;

  constructor(platform: Platform & LazyModules, config: MarketConfig, early?: EarlyStart) {
    const stampMs = (): number => platform.stampMs();
    const markDirty = (): void => this.#markDirty();
    const emit = (event: ThreadEvent): void => this.#emit(event);
    this.#platform = platform;
    const restClient = new RestClient(platform, config);
    this.#restClient = restClient;
    const connection = new Connection(platform, config.socketUrl, platform.loadMsgpack !== undefined, {
      onOpen: () => this.#onOpen(),
      onText: (text) => this.#router.onText(text),
      onBytes: (bytes) => this.#router.onBytes(bytes),
      onState: () => this.#onConnectionState(),
      // Not with the next heartbeat: what is shown counts as live within a round trip.
      onFirstPong: () => this.#reportConnection(),
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
    this.#calls = new SocketCalls(connection, session);
    const store = new MarketDataStore({
      restClient,
      connection,
      subscriptions,
      stampMs,
      markDirty,
      loadTiles: async () =>
        (await platform.loadTiles?.(config.apiBase, (isRefused) => emit({ kind: 'past', isRefused }))) ?? null,
      followBook: platform.followBook,
    });
    this.#store = store;
    this.#router = new MessageRouter({
      connection,
      subscriptions,
      session,
      calls: this.#calls,
      store,
      registry,
      pages: this.#pages,
      stampMs,
      emit,
      markDirty,
      onListChanged: () => this.#instrumentSync.onListChanged(),
      onChannelRefused: (key, reason) => this.#onChannelRefused(key, reason),
    });
    this.#indicatorLoader = new IndicatorLoader(() => platform.loadIndicators(), markDirty);
    this.#restPolling = new RestPolling((round) => this.#poll(round));
    this.#lifecycle = new PageLifecycle(platform, connection, {
      onHeartbeat: () => this.#onHeartbeat(),
      onPaused: (isPaused) => this.#onPaused(isPaused),
    });
    this.#loadModules(platform);
    const reconcile = (): void => this.#reconcile();
    if (early) expectTickers({ platform, connection, registry, store, stampMs, pages: this.#pages, reconcile }, early);
    connection.connect();
    this.#instrumentSync.start();
    this.#lifecycle.start();
  }

  setSession(token: string | null): void {
    this.#session.setToken(token);
  }

  setLanguage(language: string): void {
    this.#restClient.language = language;
  }

  /** Throws Error when the exchange cannot be reached. */
  async instruments(): Promise<CoinInfo[]> {
    if (!this.#registry.infos) await this.#registry.confirm(this.#connection.attempt);
    return [...(this.#registry.infos ?? [])];
  }

  /** Serves a page; `clock` paces its frames. */
  addPage(clock: FrameClock, port: FramePort): ServedPage {
    const page = new ServedPage(
      {
        platform: this.#platform,
        connection: this.#connection,
        store: this.#store,
        registry: this.#registry,
        indicatorLoader: this.#indicatorLoader,
        stampMs: () => this.#platform.stampMs(),
        reconcile: () => this.#reconcile(),
        resyncs: () => this.#store.resyncs,
        malformed: () => this.#router.malformed,
      },
      clock,
      port,
    );
    this.#pages.push(page);
    if (this.#pages.length > 1) this.wake(page, 'visible');
    page.onConnectionChanged();
    return page;
  }

  removePage(page: ServedPage): void {
    page.dispose();
    this.#pages.splice(this.#pages.indexOf(page), 1);
    if (this.#areAllHidden) this.#lifecycle.wake('hidden');
  }

  /** Throws Error before anything was recorded. */
  recording(): Promise<Uint8Array<ArrayBuffer>> {
    const { observer } = this.#router;
    if (!observer) throw new Error('nothing was recorded yet');
    return observer.save();
  }

  /** Markets are paused once every page is hidden. */
  wake(page: ServedPage, reason: Wake): void {
    page.onWake(reason);
    if (reason !== 'hidden' || this.#areAllHidden) this.#lifecycle.wake(reason);
  }

  call(call: SocketCall): Promise<SocketReply> {
    return this.#calls.call(call);
  }

  /** Draws at the pace of the page that started this worker. */
  hostChart(chart: ChartNo, port: ChartPort): Promise<void> {
    return this.#pages[0]!.charts.host(chart, port);
  }

  get #areAllHidden(): boolean {
    return this.#pages.every(({ isHidden }) => isHidden);
  }

  #markDirty(): void {
    for (const page of this.#pages) page.markDirty();
  }

  #emit(event: ThreadEvent): void {
    for (const page of this.#pages) page.addEvent(event);
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
    this.#reportConnection();
  }

  #reportConnection(): void {
    for (const page of this.#pages) page.onConnectionChanged();
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
    for (const { views } of this.#pages) views.releaseMarkets(changed);
    this.#store.tickers.clear(changed);
    this.#router.onInstruments();
    if (!isFirst) this.#emit({ kind: 'instruments', infos: [...(this.#registry.infos ?? [])] });
    for (const { views } of this.#pages) views.attachPending();
  }

  #onChannelRefused(key: string, reason: string): void {
    this.#subscriptions.onRefused(key);
    for (const { views } of this.#pages) views.onChannelRefused(key, reason);
  }

  /** Sends what the open views changed about the subscriptions. */
  #reconcile(): void {
    if (this.#registry.infos) this.#subscriptions.reconcile();
    const hasViews = this.#pages.some(({ views }) => views.entries.size > 0);
    this.#connection.expectData(!this.#lifecycle.isPaused && hasViews);
    this.#markDirty();
  }

  /** Hidden pages keep their private channels and alerts, and release the markets. */
  #onPaused(isPaused: boolean): void {
    const isNeeded = (key: string): boolean =>
      isPrivateChannel(key) || this.#pages.some(({ views }) => views.hasAlertsOn(key));
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
    for (const page of this.#pages) {
      page.onConnectionChanged();
      page.scheduler.flushHidden();
    }
  }

  /** Fetches what the views show by calls. Rarely needed, so its code is loaded on demand. */
  async #poll(round: number): Promise<void> {
    const { pollRound } = await import('./rest/poll-round.ts');
    const views = this.#pages.flatMap((page) => Array.from(page.views.entries.values(), ({ view }) => view));
    const stampMs = this.#platform.stampMs();
    const isClosed = (): boolean => !this.#connection.isOpen;
    const { markets } = this.#registry;
    await pollRound({ restClient: this.#restClient, store: this.#store, markets, views, stampMs, isClosed }, round);
    this.#markDirty();
  }
}
