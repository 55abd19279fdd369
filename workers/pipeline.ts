// The whole street on one screen: socket -> decode -> books, trades, tickers, candles -> views -> frames.
import type { CoinInfo } from '../core/instruments/instrument.ts';
import type {
  ChartNo,
  MarketConfig,
  MarketWorker,
  View,
  ViewId,
  Wake,
} from '../core/worker-protocol/worker-protocol.ts';
import { Calls } from './rest/rest-client.ts';
import { Decoder } from './decode/decoder.ts';
import type { ControlEvent, MarketEvent } from './decode/decoded-event.ts';
import type { PackedDecoder } from './decode/msgpack-decoder.ts';
import { Fallback } from './rest/fallback.ts';
import type { FrameWriter } from './frames/frame-writer.ts';
import { FrameTimes } from './frames/frame-latency.ts';
import { writeLink } from './frames/connection-section.ts';
import { type FramePump, createPump } from './frames/frame-scheduler.ts';
import { type Confirming, createConfirming } from './instruments/instrument-sync.ts';
import { Listing } from './instruments/instrument-registry.ts';
import type { Witness } from './recorder/frame-observer.ts';
import { Connection } from './connection/connection.ts';
import { Session, isPrivate } from './connection/private-session.ts';
import { Subscriptions, keyOf } from './connection/subscriptions.ts';
import { Sources } from './market-data-store.ts';
import { type OpenView, type ViewMakers, channelOf, isOfOneMarket, openView, refuseView } from './views/open-view.ts';
import { Charts } from './views/charts.ts';
import { Panes } from './views/view-status-writer.ts';
import { Shelf } from './views/indicator-loader.ts';
import { createTurns } from './views/round-robin.ts';
import type { Cancel, ChartPort, FramePort, World } from './platform.ts';

/** Link state is told this often, time-outs are looked after as often. */
const HEARTBEAT_MS = 1_000;
/** A page out of sight for this long gets no public data: its panes come back with it. */
const REST_AFTER_MS = 10_000;
/** A heartbeat late by this much means that the device slept. */
const SLEPT_MS = 3_000;

/** The market worker in a world of its own: the platform's, or a test's. */
export function createMarket(
  world: World,
): Omit<MarketWorker<FramePort>, 'hostChart'> & { hostChart(chart: ChartNo, port: ChartPort): Promise<void> } {
  let street: Street | null = null;
  const started = (): Street => {
    if (!street) throw new Error('the market is not started');
    return street;
  };
  return {
    start: async (config, port) => {
      if (street) throw new Error('the market is started already');
      street = new Street(world, config, port);
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

class Street {
  private readonly world: World;
  private readonly calls: Calls;
  private readonly connection: Connection;
  private readonly subscriptions: Subscriptions;
  private readonly session: Session;
  private readonly decoder = new Decoder();
  private packed: PackedDecoder | null = null;
  private readonly sources: Sources;
  private readonly makers: ViewMakers;
  private readonly pump: FramePump;
  readonly charts: Charts;
  private readonly shelf: Shelf;
  private readonly panes: Panes;
  private readonly times: FrameTimes;
  private readonly views = new Map<ViewId, Opened>();
  private readonly turns = createTurns();
  private readonly listing: Listing;
  private readonly confirming: Confirming;
  private readonly fallback = new Fallback((round) => this.poll(round));
  private witness: Witness | null = null;
  private malformed = 0;
  private linkChanged = true;
  private resting = false;
  private cancelRest: Cancel = () => {};
  private beatMs = NaN;

  constructor(world: World, config: MarketConfig, port: FramePort) {
    this.world = world;
    this.calls = new Calls(world, config);
    this.connection = new Connection(world, config.socketUrl, {
      onOpen: () => this.opened(),
      onText: (text) => this.heard(text),
      onBytes: (bytes) => this.heardBytes(bytes),
      onState: () => this.linkMoved(),
    });
    const { clock } = this.connection;
    this.times = new FrameTimes(clock);
    this.panes = new Panes(
      (asOfMs) => clock.ageMs(asOfMs, world.stampMs()),
      () => world.nowMs(),
    );
    const stampMs = (): number => world.stampMs();
    this.listing = new Listing(
      (known) => this.calls.instruments(known),
      (changed, first) => this.learn(changed, first),
    );
    this.confirming = createConfirming(
      world,
      this.listing,
      () => this.connection.attempt,
      () => this.restore(),
    );
    this.subscriptions = new Subscriptions((make) => this.connection.send(make), stampMs);
    this.shelf = new Shelf(
      () => world.loadIndicators(),
      () => this.news(),
    );
    this.charts = new Charts(world, () => this.news());
    this.pump = createPump(world, port, (writer, paintMs) => this.fill(writer, paintMs));
    this.session = new Session(
      (make) => this.connection.send(make),
      this.subscriptions,
      (event) => this.pump.event(event),
      stampMs,
    );
    this.sources = new Sources({
      calls: this.calls,
      connection: this.connection,
      subscriptions: this.subscriptions,
      stampMs,
      stir: () => this.news(),
    });
    this.makers = {
      sources: this.sources,
      charts: this.charts,
      shelf: this.shelf,
      emit: (event) => this.pump.event(event),
    };
    void world.loadWitness?.().then(
      (make) => {
        this.witness = make({ sources: this.sources, infos: () => this.listing.infos ?? [] });
      },
      (cause: unknown) => console.warn('the feed is not recorded', cause),
    );
    void world.loadPacked?.().then(
      (packed) => this.readPacked(packed),
      (cause: unknown) => {
        console.warn('the feed is JSON', cause);
        this.connection.refusePacked();
      },
    );
    this.connection.connect();
    this.confirming.begin();
    this.beat();
  }

  setSession(token: string | null): void {
    this.session.setToken(token);
  }

  /** Throws Error when the exchange cannot be reached. */
  async instruments(): Promise<CoinInfo[]> {
    if (!this.listing.infos) await this.listing.confirm(this.connection.attempt);
    return [...(this.listing.infos ?? [])];
  }

  /** Throws Error when the view cannot be opened: its words are for the screen. */
  open(id: ViewId, view: View): void {
    const refusal = this.views.has(id) ? `View ${id} is open already.` : refuseView(view);
    if (refusal !== null) throw new Error(refusal);
    this.views.set(id, { view, open: this.attach(id, view, false) });
    this.settle();
  }

  change(id: ViewId, view: View): void {
    const old = this.views.get(id);
    const refusal = old ? refuseView(view) : `There is no view ${id}.`;
    if (refusal !== null) throw new Error(refusal);
    // The new one first: sources that both use are never let go.
    this.views.set(id, { view, open: this.attach(id, view, old?.open != null && isOfOneMarket(view, old.view)) });
    old?.open?.leave();
    this.settle();
  }

  close(id: ViewId): void {
    this.views.get(id)?.open?.leave();
    this.views.delete(id);
    this.panes.forget(id);
    this.settle();
  }

  async older(id: ViewId): Promise<void> {
    await this.views.get(id)?.open?.older?.();
    this.news();
  }

  /** Throws Error before anything was kept. */
  recording(): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.witness) throw new Error('nothing was recorded yet');
    return this.witness.save();
  }

  wake(reason: Wake): void {
    if (reason === 'hidden') this.cancelRest = this.world.after(REST_AFTER_MS, () => this.rest(true));
    if (reason === 'visible' || reason === 'restored') {
      this.cancelRest();
      this.rest(false);
    }
    this.connection.wake(reason);
  }

  setSaving(saving: boolean): void {
    this.pump.saving = saving;
  }

  /** A page that nobody sees keeps what has to stay, and lets go of the markets. */
  private rest(resting: boolean): void {
    if (resting === this.resting) return;
    this.resting = resting;
    this.subscriptions.keepOnly(resting ? (key) => this.stays(key) : null);
    if (resting) this.sources.lost();
    this.settle();
    if (!resting && this.subscriptions.isOpen) this.sources.restored();
  }

  /** Of a page that nobody sees: its session, and the prices that somebody waits for. */
  private stays(key: string): boolean {
    return (
      isPrivate(key) || [...this.views.values()].some(({ view }) => view.kind === 'alerts' && channelOf(view) === key)
    );
  }

  /** Instruments that are new: what was drawn of the markets that changed is let go before the new grids are in use. */
  private learn(changed: ReadonlySet<number>, first: boolean): void {
    for (const entry of this.views.values()) {
      if (!('coinInfoId' in entry.view) || !changed.has(entry.view.coinInfoId)) continue;
      entry.open?.leave();
      entry.open = null;
    }
    this.sources.tickers.forget(changed);
    this.decoder.setInstruments(this.listing.markets);
    this.packed?.setInstruments(this.listing.markets);
    if (!first) this.pump.event({ kind: 'instruments', infos: [...(this.listing.infos ?? [])] });
    this.attachWaiting();
  }

  /** Views that waited for what they are made from. */
  private attachWaiting(): void {
    for (const [id, entry] of this.views) entry.open ??= this.attachLate(id, entry.view);
    this.settle();
  }

  private restore(): void {
    const { connection, listing, subscriptions } = this;
    if (
      !connection.isOpen ||
      subscriptions.isOpen ||
      !listing.confirmedFor(connection.attempt) ||
      (connection.isPacked && !this.packed)
    )
      return;
    subscriptions.restore();
    this.sources.restored();
  }

  private attach(id: ViewId, view: View, keeps: boolean): OpenView | null {
    if (!this.listing.infos) return null;
    if (!this.sources.has(view)) {
      this.sources.load().then(
        () => this.attachWaiting(),
        (error: unknown) => this.failed(id, error),
      );
      return null;
    }
    const market = 'coinInfoId' in view ? this.listing.markets.get(view.coinInfoId) : undefined;
    return openView(id, view, market, this.makers, this.world.stampMs(), keeps);
  }

  private failed(view: ViewId, error: unknown): void {
    this.pump.event({ kind: 'viewFailed', view, reason: error instanceof Error ? error.message : String(error) });
    this.news();
  }

  /** Views opened before the instruments were known hear of a market that is not there as an event. */
  private attachLate(id: ViewId, view: View): OpenView | null {
    try {
      return this.attach(id, view, false);
    } catch (error) {
      this.failed(id, error);
      return null;
    }
  }

  private settle(): void {
    if (this.listing.infos) this.subscriptions.settle();
    this.connection.attend(!this.resting && this.views.size > 0);
    this.news();
  }

  private opened(): void {
    this.session.opened();
    if (this.listing.confirmedFor(this.connection.attempt)) this.restore();
    else this.confirming.begin();
  }

  /**
   * The packed wire is offered from the first connection on, before its reader is here: nobody subscribes until the
   * instruments are confirmed, which is a round trip of its own, and the reader comes meanwhile. Only then is it waited
   * for.
   */
  private readPacked(packed: PackedDecoder): void {
    this.packed = packed;
    packed.setInstruments(this.listing.markets);
    this.restore();
  }

  private heard(text: string): void {
    this.take(text, this.decoder.decode(text));
    this.news();
  }

  private heardBytes(bytes: ArrayBuffer): void {
    if (!this.packed || !this.subscriptions.isOpen) return;
    this.witness?.heardBytes(bytes);
    this.connection.messages += this.packed.read(bytes, this.takePacked) - 1;
    this.news();
  }

  private readonly takePacked = (event: MarketEvent): void => {
    this.take(null, event);
    if (event.kind === 'bad') this.connection.refusePacked();
  };

  private take(text: string | null, event: MarketEvent): void {
    if ('pts' in event) {
      if (this.times.empty) this.times.heard(event.ts, event.pts, this.world.stampMs());
      this.connection.newestMs = event.pts;
    }
    // Data that nobody asked for on this connection is of instruments that are not confirmed.
    if (this.subscriptions.isOpen || event.kind === 'control' || event.kind === 'bad') {
      this.witness?.heard(text, event);
      this.route(event);
    }
  }

  private route(event: MarketEvent): void {
    switch (event.kind) {
      case 'book':
        return this.sources.takeBook(event);
      case 'tickers':
        return this.sources.takeTickers(event);
      case 'trades':
        return this.sources.takeTrades(event, this.listing.markets.get(event.coinInfoId));
      case 'candles':
        return this.sources.takeCandles(event);
      case 'order':
        return this.session.takeOrder(event);
      case 'balances':
        return this.session.takeBalances(event);
      case 'channel':
        return event.coinInfoId === 0
          ? this.session.takeChannel(event)
          : this.pump.event(this.sources.takeChannel(event));
      case 'control':
        return this.control(event.message);
      case 'bad':
        this.malformed++;
        return;
      case 'ignored':
        return;
    }
  }

  private control(message: ControlEvent['message']): void {
    if (message.type === 'pong') this.connection.pong(message.t, message.ts);
    else if (message.type === 'heartbeat') {
      this.connection.newestMs = message.ts;
      this.sources.heartbeat(message.ts, message.seqs);
      this.session.heartbeat(message.seqs);
    } else if (message.type === 'hello') this.subscriptions.limit(message.maxArgs);
    else if (message.type === 'notice') {
      if (message.event === 'reset') this.confirming.changed();
      this.pump.event({ kind: 'notice', event: message.event, at: message.at });
    } else if (message.type === 'unsubscribed') this.subscriptions.left(message.reqId);
    else {
      if (message.type === 'subscribed') this.subscribed(message);
      this.session.take(message);
    }
  }

  private subscribed({ ok, fail }: Extract<ControlEvent['message'], { type: 'subscribed' }>): void {
    this.subscriptions.answered(ok);
    for (const { arg, code, msg } of fail) {
      const key = keyOf(arg);
      if (key === null) continue;
      if (isPrivate(key)) this.session.channelRefused(key, code);
      else this.channelRefused(key, msg);
    }
  }

  /** Every view that lives on a channel hears in the exchange's words why it gets none. */
  private channelRefused(key: string, reason: string): void {
    this.subscriptions.refused(key);
    for (const [id, { view, open }] of this.views) {
      if (open && channelOf(view) === key) this.pump.event({ kind: 'viewFailed', view: id, reason });
    }
  }

  private linkMoved(): void {
    this.witness?.link(this.connection.isOpen);
    if (!this.connection.isOpen) {
      this.subscriptions.lost();
      this.sources.lost();
    }
    this.linkChanged = true;
    this.news();
  }

  private beat(): void {
    this.world.after(HEARTBEAT_MS, () => this.beat());
    const nowMs = this.world.nowMs();
    if (nowMs - this.beatMs > HEARTBEAT_MS + SLEPT_MS) this.connection.wake('restored');
    this.beatMs = nowMs;
    this.connection.checkClock();
    this.fallback.beat(!this.connection.isOpen && !this.resting);
    if (!this.connection.isOpen) return;
    this.session.check();
    this.subscriptions.check();
    if (this.subscriptions.isOpen) this.sources.check();
    this.linkChanged = true;
    this.news();
    this.pump.flushHidden();
  }

  /**
   * What is shown, asked for by calls: prices that are old are better than none. Seldom needed: it comes when it is.
   */
  private async poll(round: number): Promise<void> {
    const { poll } = await import('./rest/rest-polling.ts');
    const views = [...this.views.values()].map(({ view }) => view);
    await poll(
      { calls: this.calls, sources: this.sources, markets: this.listing.markets, views, stampMs: this.world.stampMs() },
      round,
    );
    this.news();
  }

  private fill(writer: FrameWriter, paintMs: number): boolean {
    const { world } = this;
    if (this.linkChanged) writeLink(writer, this.connection, this.sources.resyncs, this.malformed);
    this.linkChanged = false;
    // What becomes of a pane is told at once, and all with it.
    const whole = this.panes.writeStates(writer, this.views) || this.pump.saving;
    const waits = this.turns(this.views, writer, paintMs, whole);
    this.panes.writeTimes(writer, this.views);
    if (writer.used > 0) this.times.write(writer, world.stampMs(), world.nowMs());
    return waits;
  }

  private news(): void {
    this.pump.news();
  }
}
