// The market-data pipeline: socket -> decode -> books, trades, tickers, candles -> views -> frames.
import type { CoinInfo } from '../core/instruments/instrument.ts';
import type {
  ChartNo,
  MarketConfig,
  MarketWorker,
  View,
  ViewId,
  Wake,
} from '../core/worker-protocol/worker-protocol.ts';
import { RestClient } from './rest/rest-client.ts';
import { Decoder } from './decode/decoder.ts';
import type { ControlEvent, MarketEvent } from './decode/decoded-event.ts';
import type { MsgpackDecoder } from './decode/msgpack-decoder.ts';
import { RestPolling } from './rest/fallback.ts';
import type { FrameWriter } from './frames/frame-writer.ts';
import { FrameLatency } from './frames/frame-latency.ts';
import { writeConnection } from './frames/connection-section.ts';
import { type FrameScheduler, createFrameScheduler } from './frames/frame-scheduler.ts';
import { type InstrumentSync, createInstrumentSync } from './instruments/instrument-sync.ts';
import { InstrumentRegistry } from './instruments/instrument-registry.ts';
import type { FrameObserver } from './recorder/frame-observer.ts';
import { Connection } from './connection/connection.ts';
import { PrivateSession, isPrivateChannel } from './connection/private-session.ts';
import { Subscriptions, keyOf } from './connection/subscriptions.ts';
import { MarketDataStore } from './market-data-store.ts';
import { type OpenView, type ViewDeps, channelOf, isSameMarket, openView, refuseView } from './views/open-view.ts';
import { Charts } from './views/charts.ts';
import { ViewStatusWriter } from './views/view-status-writer.ts';
import { IndicatorLoader } from './views/indicator-loader.ts';
import { createRoundRobin } from './views/round-robin.ts';
import type { Cancel, ChartPort, FramePort, Platform } from './platform.ts';

/** Interval at which the connection state is published and time-outs are checked. */
const HEARTBEAT_MS = 1_000;
/** A page hidden for this long gets no public data until it is visible again. */
const PAUSE_AFTER_MS = 10_000;
/** A heartbeat late by this much means that the device slept. */
const SLEEP_GAP_MS = 3_000;

/** The market worker on a given platform: the browser's, a replay's or a test's. */
export function createMarketWorker(
  platform: Platform,
): Omit<MarketWorker<FramePort>, 'hostChart'> & { hostChart(chart: ChartNo, port: ChartPort): Promise<void> } {
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
    setSaving: async (saving) => started().setSaving(saving),
    recording: async () => started().recording(),
    hostChart: async (chart, port) => started().charts.host(chart, port),
  };
}

/** Views that wait for the instruments are `null` here. */
type Opened = { view: View; open: OpenView | null };

class MarketPipeline {
  private readonly platform: Platform;
  private readonly restClient: RestClient;
  private readonly connection: Connection;
  private readonly subscriptions: Subscriptions;
  private readonly session: PrivateSession;
  private readonly decoder = new Decoder();
  private msgpack: MsgpackDecoder | null = null;
  private readonly store: MarketDataStore;
  private readonly viewDeps: ViewDeps;
  private readonly scheduler: FrameScheduler;
  readonly charts: Charts;
  private readonly indicatorLoader: IndicatorLoader;
  private readonly viewStatus: ViewStatusWriter;
  private readonly latency: FrameLatency;
  private readonly views = new Map<ViewId, Opened>();
  private readonly roundRobin = createRoundRobin();
  private readonly registry: InstrumentRegistry;
  private readonly instrumentSync: InstrumentSync;
  private readonly restPolling = new RestPolling((round) => this.poll(round));
  private observer: FrameObserver | null = null;
  private malformed = 0;
  private connectionChanged = true;
  private paused = false;
  private cancelPause: Cancel = () => {};
  private heartbeatMs = NaN;

  constructor(platform: Platform, config: MarketConfig, port: FramePort) {
    this.platform = platform;
    this.restClient = new RestClient(platform, config);
    this.connection = new Connection(platform, config.socketUrl, {
      onOpen: () => this.onOpen(),
      onText: (text) => this.onText(text),
      onBytes: (bytes) => this.onBytes(bytes),
      onState: () => this.onConnectionChanged(),
    });
    const { clock } = this.connection;
    this.latency = new FrameLatency(clock);
    this.viewStatus = new ViewStatusWriter(
      (asOfMs) => clock.ageMs(asOfMs, platform.stampMs()),
      () => platform.nowMs(),
    );
    const stampMs = (): number => platform.stampMs();
    this.registry = new InstrumentRegistry(
      (known) => this.restClient.instruments(known),
      (changed, first) => this.onInstruments(changed, first),
    );
    this.instrumentSync = createInstrumentSync(
      platform,
      this.registry,
      () => this.connection.attempt,
      () => this.resubscribe(),
    );
    this.subscriptions = new Subscriptions((make) => this.connection.send(make), stampMs);
    this.indicatorLoader = new IndicatorLoader(
      () => platform.loadIndicators(),
      () => this.markDirty(),
    );
    this.charts = new Charts(platform, () => this.markDirty());
    this.scheduler = createFrameScheduler(platform, port, (writer, paintMs) => this.writeFrame(writer, paintMs));
    this.session = new PrivateSession(
      (make) => this.connection.send(make),
      this.subscriptions,
      (event) => this.scheduler.event(event),
      stampMs,
    );
    this.store = new MarketDataStore({
      restClient: this.restClient,
      connection: this.connection,
      subscriptions: this.subscriptions,
      stampMs,
      markDirty: () => this.markDirty(),
    });
    this.viewDeps = {
      store: this.store,
      charts: this.charts,
      indicatorLoader: this.indicatorLoader,
      emit: (event) => this.scheduler.event(event),
    };
    void platform.loadObserver?.().then(
      (make) => {
        this.observer = make({ store: this.store, infos: () => this.registry.infos ?? [] });
      },
      (cause: unknown) => console.warn('recorder.load_failed', cause),
    );
    void platform.loadMsgpack?.().then(
      (msgpack) => this.onMsgpackLoaded(msgpack),
      (cause: unknown) => {
        console.warn('feed.msgpack_load_failed', cause);
        this.connection.refuseMsgpack();
      },
    );
    this.connection.connect();
    this.instrumentSync.start();
    this.onHeartbeat();
  }

  setSession(token: string | null): void {
    this.session.setToken(token);
  }

  /** Throws Error when the exchange cannot be reached. */
  async instruments(): Promise<CoinInfo[]> {
    if (!this.registry.infos) await this.registry.confirm(this.connection.attempt);
    return [...(this.registry.infos ?? [])];
  }

  /** Throws Error when the view cannot be opened: its words are for the screen. */
  open(id: ViewId, view: View): void {
    const refusal = this.views.has(id) ? `View ${id} is open already.` : refuseView(view);
    if (refusal !== null) throw new Error(refusal);
    this.views.set(id, { view, open: this.attach(id, view, false) });
    this.reconcile();
  }

  change(id: ViewId, view: View): void {
    const old = this.views.get(id);
    const refusal = old ? refuseView(view) : `There is no view ${id}.`;
    if (refusal !== null) throw new Error(refusal);
    // The new view is attached first, so stores that both use stay open.
    this.views.set(id, { view, open: this.attach(id, view, old?.open != null && isSameMarket(view, old.view)) });
    old?.open?.release();
    this.reconcile();
  }

  close(id: ViewId): void {
    this.views.get(id)?.open?.release();
    this.views.delete(id);
    this.viewStatus.remove(id);
    this.reconcile();
  }

  async older(id: ViewId): Promise<void> {
    await this.views.get(id)?.open?.older?.();
    this.markDirty();
  }

  /** Throws Error before anything was recorded. */
  recording(): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.observer) throw new Error('nothing was recorded yet');
    return this.observer.save();
  }

  wake(reason: Wake): void {
    if (reason === 'hidden') this.cancelPause = this.platform.after(PAUSE_AFTER_MS, () => this.setPaused(true));
    if (reason === 'visible' || reason === 'restored') {
      this.cancelPause();
      this.setPaused(false);
    }
    this.connection.wake(reason);
  }

  setSaving(saving: boolean): void {
    this.scheduler.saving = saving;
  }

  /** A hidden page keeps its private channels and alerts, and releases the markets. */
  private setPaused(paused: boolean): void {
    if (paused === this.paused) return;
    this.paused = paused;
    this.subscriptions.setFilter(paused ? (key) => this.isNeededWhileHidden(key) : null);
    if (paused) this.store.disconnected();
    this.reconcile();
    if (!paused && this.subscriptions.isOpen) this.store.restored();
  }

  /** Channels a hidden page needs: the private ones, and tickers when an alert waits for a price. */
  private isNeededWhileHidden(key: string): boolean {
    return (
      isPrivateChannel(key) ||
      [...this.views.values()].some(({ view }) => view.kind === 'alerts' && channelOf(view) === key)
    );
  }

  /** Views of markets that changed are released before the new price and lot grids are in use. */
  private onInstruments(changed: ReadonlySet<number>, first: boolean): void {
    for (const entry of this.views.values()) {
      if (!('coinInfoId' in entry.view) || !changed.has(entry.view.coinInfoId)) continue;
      entry.open?.release();
      entry.open = null;
    }
    this.store.tickers.clear(changed);
    this.decoder.setInstruments(this.registry.markets);
    this.msgpack?.setInstruments(this.registry.markets);
    if (!first) this.scheduler.event({ kind: 'instruments', infos: [...(this.registry.infos ?? [])] });
    this.attachPending();
  }

  /** Attaches views that waited for instruments or for a lazily loaded part. */
  private attachPending(): void {
    for (const [id, entry] of this.views) entry.open ??= this.attachPendingView(id, entry.view);
    this.reconcile();
  }

  private resubscribe(): void {
    const { connection, registry, subscriptions } = this;
    if (
      !connection.isOpen ||
      subscriptions.isOpen ||
      !registry.confirmedFor(connection.attempt) ||
      (connection.isMsgpack && !this.msgpack)
    )
      return;
    subscriptions.resubscribeAll();
    this.store.restored();
  }

  private attach(id: ViewId, view: View, keeps: boolean): OpenView | null {
    if (!this.registry.infos) return null;
    if (!this.store.has(view)) {
      this.store.load().then(
        () => this.attachPending(),
        (error: unknown) => this.onViewFailed(id, error),
      );
      return null;
    }
    const market = 'coinInfoId' in view ? this.registry.markets.get(view.coinInfoId) : undefined;
    return openView(id, view, market, this.viewDeps, this.platform.stampMs(), keeps);
  }

  private onViewFailed(view: ViewId, error: unknown): void {
    this.scheduler.event({ kind: 'viewFailed', view, reason: error instanceof Error ? error.message : String(error) });
    this.markDirty();
  }

  /** A view opened before the instruments were known reports an unknown market as an event. */
  private attachPendingView(id: ViewId, view: View): OpenView | null {
    try {
      return this.attach(id, view, false);
    } catch (error) {
      this.onViewFailed(id, error);
      return null;
    }
  }

  private reconcile(): void {
    if (this.registry.infos) this.subscriptions.reconcile();
    this.connection.expectData(!this.paused && this.views.size > 0);
    this.markDirty();
  }

  private onOpen(): void {
    this.session.onOpened();
    if (this.registry.confirmedFor(this.connection.attempt)) this.resubscribe();
    else this.instrumentSync.start();
  }

  /**
   * MessagePack is offered from the first connection on, before its decoder is loaded: subscribing needs confirmed
   * instruments, one round trip, and the decoder loads meanwhile. Only after that is it waited for.
   */
  private onMsgpackLoaded(msgpack: MsgpackDecoder): void {
    this.msgpack = msgpack;
    msgpack.setInstruments(this.registry.markets);
    this.resubscribe();
  }

  private onText(text: string): void {
    this.accept(text, this.decoder.decode(text));
    this.markDirty();
  }

  private onBytes(bytes: ArrayBuffer): void {
    if (!this.msgpack || !this.subscriptions.isOpen) return;
    this.observer?.onBinary(bytes);
    this.connection.messages += this.msgpack.read(bytes, this.acceptMsgpack) - 1;
    this.markDirty();
  }

  private readonly acceptMsgpack = (event: MarketEvent): void => {
    this.accept(null, event);
    if (event.kind === 'bad') this.connection.refuseMsgpack();
  };

  private accept(text: string | null, event: MarketEvent): void {
    if ('pts' in event) {
      if (this.latency.empty) this.latency.start(event.ts, event.pts, this.platform.stampMs());
      this.connection.newestMs = event.pts;
    }
    // Before this connection subscribed, data is of instruments that are not confirmed.
    if (this.subscriptions.isOpen || event.kind === 'control' || event.kind === 'bad') {
      this.observer?.onFrame(text, event);
      this.route(event);
    }
  }

  private route(event: MarketEvent): void {
    switch (event.kind) {
      case 'book':
        return this.store.applyBook(event);
      case 'tickers':
        return this.store.applyTickers(event);
      case 'trades':
        return this.store.applyTrades(event, this.registry.markets.get(event.coinInfoId));
      case 'candles':
        return this.store.applyCandles(event);
      case 'order':
        return this.session.applyOrder(event);
      case 'balances':
        return this.session.applyBalances(event);
      case 'channel':
        return event.coinInfoId === 0
          ? this.session.applyChannel(event)
          : this.scheduler.event(this.store.applyChannel(event));
      case 'control':
        return this.onControl(event.message);
      case 'bad':
        this.malformed++;
        return;
      case 'ignored':
        return;
    }
  }

  private onControl(message: ControlEvent['message']): void {
    if (message.type === 'pong') this.connection.pong(message.t, message.ts);
    else if (message.type === 'heartbeat') {
      this.connection.newestMs = message.ts;
      this.store.heartbeat(message.ts, message.seqs);
      this.session.heartbeat(message.seqs);
    } else if (message.type === 'hello') this.subscriptions.setMaxArgs(message.maxArgs);
    else if (message.type === 'notice') {
      if (message.event === 'reset') this.instrumentSync.onListChanged();
      this.scheduler.event({ kind: 'notice', event: message.event, at: message.at });
    } else if (message.type === 'unsubscribed') this.subscriptions.onUnsubscribed(message.reqId);
    else {
      if (message.type === 'subscribed') this.onSubscribed(message);
      this.session.onMessage(message);
    }
  }

  private onSubscribed({ ok, fail }: Extract<ControlEvent['message'], { type: 'subscribed' }>): void {
    this.subscriptions.onSubscribed(ok);
    for (const { arg, code, msg } of fail) {
      const key = keyOf(arg);
      if (key === null) continue;
      if (isPrivateChannel(key)) this.session.channelRefused(key, code);
      else this.onChannelRefused(key, msg);
    }
  }

  /** Views of a refused channel get a `viewFailed` event with the exchange's message. */
  private onChannelRefused(key: string, reason: string): void {
    this.subscriptions.onRefused(key);
    for (const [id, { view, open }] of this.views) {
      if (open && channelOf(view) === key) this.scheduler.event({ kind: 'viewFailed', view: id, reason });
    }
  }

  private onConnectionChanged(): void {
    this.observer?.onConnection(this.connection.isOpen);
    if (!this.connection.isOpen) {
      this.subscriptions.onDisconnected();
      this.store.disconnected();
    }
    this.connectionChanged = true;
    this.markDirty();
  }

  private onHeartbeat(): void {
    this.platform.after(HEARTBEAT_MS, () => this.onHeartbeat());
    const nowMs = this.platform.nowMs();
    if (nowMs - this.heartbeatMs > HEARTBEAT_MS + SLEEP_GAP_MS) this.connection.wake('restored');
    this.heartbeatMs = nowMs;
    this.connection.checkClock();
    this.restPolling.onHeartbeat(!this.connection.isOpen && !this.paused);
    if (!this.connection.isOpen) return;
    this.session.check();
    this.subscriptions.check();
    if (this.subscriptions.isOpen) this.store.check();
    this.connectionChanged = true;
    this.markDirty();
    this.scheduler.flushHidden();
  }

  /** Fetches what is shown by calls: old prices are better than none. Rarely needed, so it is loaded on demand. */
  private async poll(round: number): Promise<void> {
    const { pollRound } = await import('./rest/rest-polling.ts');
    const views = [...this.views.values()].map(({ view }) => view);
    await pollRound(
      {
        restClient: this.restClient,
        store: this.store,
        markets: this.registry.markets,
        views,
        stampMs: this.platform.stampMs(),
      },
      round,
    );
    this.markDirty();
  }

  private writeFrame(writer: FrameWriter, paintMs: number): boolean {
    const { platform } = this;
    if (this.connectionChanged) writeConnection(writer, this.connection, this.store.resyncs, this.malformed);
    this.connectionChanged = false;
    // A changed view status is written at once, and all views with it.
    const whole = this.viewStatus.writeStates(writer, this.views) || this.scheduler.saving;
    const pending = this.roundRobin(this.views, writer, paintMs, whole);
    this.viewStatus.writeTimes(writer, this.views);
    if (writer.used > 0) this.latency.write(writer, platform.stampMs(), platform.nowMs());
    return pending;
  }

  private markDirty(): void {
    this.scheduler.markDirty();
  }
}
