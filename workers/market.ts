// The whole street on one screen: socket -> decode -> books, trades, tickers, candles -> views -> frames.
import { type CoinInfo, type Instrument, instrumentOf } from '../contract/instrument.ts';
import type { MarketConfig, MarketWorker, View, ViewId, Wake } from '../contract/thread.ts';
import { Calls } from './calls.ts';
import { Decoder } from './decode/decoder.ts';
import type { ControlEvent, MarketEvent } from './decode/event.ts';
import type { FrameWriter } from './frame/frame-writer.ts';
import { writeLink } from './frame/link-section.ts';
import { FRAME_MS, FramePump, TICK_MS } from './frame/pump.ts';
import { Connection } from './socket/connection.ts';
import { Session } from './socket/session.ts';
import { Subscriptions } from './socket/subscriptions.ts';
import { Sources } from './sources.ts';
import { type OpenView, openView, refuseView } from './views/open-view.ts';
import type { FramePort, World } from './world.ts';

/** Link state is told this often, time-outs are looked after as often. */
const HEARTBEAT_MS = 1_000;
/** Instruments that could not be fetched are asked for again after this long. */
const INSTRUMENTS_RETRY_MS = 5_000;

/** The market worker in a world of its own: the platform's, or a test's. */
export function createMarket(world: World): MarketWorker<FramePort> {
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
  private readonly sources: Sources;
  private readonly pump: FramePump;
  private readonly views = new Map<ViewId, Opened>();
  private infos: CoinInfo[] | null = null;
  private asking: Promise<CoinInfo[]> | null = null;
  private markets: ReadonlyMap<number, Instrument> = new Map();
  private malformed = 0;
  private linkChanged = true;
  private tickAsked = false;

  constructor(world: World, config: MarketConfig, port: FramePort) {
    this.world = world;
    this.calls = new Calls(world, config);
    this.connection = new Connection(world, config.socketUrl, {
      onOpen: () => this.opened(), onText: (text) => this.heard(text), onState: () => this.linkMoved(),
    });
    this.subscriptions = new Subscriptions((make) => this.connection.send(make));
    this.pump = new FramePump(port, (writer) => this.fill(writer));
    this.session = new Session((make) => this.connection.send(make), this.subscriptions, (event) => this.pump.event(event));
    this.sources = new Sources({
      calls: this.calls, connection: this.connection, subscriptions: this.subscriptions, stampMs: () => world.stampMs(), stir: () => this.news(),
    });
    port.onHome = (home) => {
      this.pump.home(home);
      this.stir();
    };
    this.connection.connect();
    this.askInstruments();
    this.beat();
  }

  setSession(token: string | null): void {
    this.session.setToken(token);
  }

  /** Throws Error when the exchange cannot be reached. */
  instruments(): Promise<CoinInfo[]> {
    if (this.infos) return Promise.resolve(this.infos);
    this.asking ??= this.calls.instruments().then((infos) => this.learn(infos)).finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  /** Throws Error when the view cannot be opened: its words are for the screen. */
  open(id: ViewId, view: View): void {
    const refusal = this.views.has(id) ? `View ${id} is open already.` : refuseView(view);
    if (refusal !== null) throw new Error(refusal);
    this.views.set(id, { view, open: this.attach(id, view) });
    this.settle();
  }

  change(id: ViewId, view: View): void {
    const old = this.views.get(id);
    const refusal = old ? refuseView(view) : `There is no view ${id}.`;
    if (refusal !== null) throw new Error(refusal);
    // The new one first: sources that both use are never let go.
    this.views.set(id, { view, open: this.attach(id, view) });
    old?.open?.leave();
    this.settle();
  }

  close(id: ViewId): void {
    this.views.get(id)?.open?.leave();
    this.views.delete(id);
    this.settle();
  }

  async older(id: ViewId): Promise<void> {
    await this.views.get(id)?.open?.older?.();
    this.news();
  }

  wake(reason: Wake): void {
    this.connection.wake(reason);
  }

  private learn(infos: CoinInfo[]): CoinInfo[] {
    this.infos = infos;
    this.markets = new Map(infos.filter((info) => info.pair !== '').map((info) => [info.id, instrumentOf(info)]));
    this.decoder.setInstruments(this.markets);
    for (const [id, entry] of this.views) entry.open ??= this.attachLate(id, entry.view);
    this.settle();
    return infos;
  }

  private askInstruments(): void {
    this.instruments().catch(() => this.world.after(INSTRUMENTS_RETRY_MS, () => this.askInstruments()));
  }

  private attach(id: ViewId, view: View): OpenView | null {
    if (!this.infos) return null;
    const market = view.kind === 'tickers' ? undefined : this.markets.get(view.coinInfoId);
    return openView(id, view, market, this.sources, this.world.stampMs(), (event) => this.pump.event(event));
  }

  /** Views opened before the instruments were known hear of a market that is not there as an event. */
  private attachLate(id: ViewId, view: View): OpenView | null {
    try {
      return this.attach(id, view);
    } catch (error) {
      this.pump.event({ kind: 'viewFailed', view: id, reason: error instanceof Error ? error.message : String(error) });
      return null;
    }
  }

  private settle(): void {
    if (this.infos) this.subscriptions.settle();
    this.news();
  }

  private opened(): void {
    this.session.opened();
    if (this.infos) this.subscriptions.restore();
    this.sources.restored();
  }

  private heard(text: string): void {
    this.route(this.decoder.decode(text));
    this.news();
  }

  private route(event: MarketEvent): void {
    switch (event.kind) {
      case 'book': return this.sources.takeBook(event);
      case 'tickers': return this.sources.tickers.take(event.rows);
      case 'trades': return this.sources.takeTrades(event, this.markets.get(event.coinInfoId));
      case 'candles': return this.sources.takeCandles(event);
      case 'order': return this.session.takeOrder(event);
      case 'balances': return this.pump.event({ kind: 'balances', assets: event.assets });
      case 'control': return this.control(event.message);
      case 'bad': this.malformed++; return;
      case 'ignored': return;
    }
  }

  private control(message: ControlEvent['message']): void {
    if (message.type === 'pong') this.connection.pong(message.t, message.ts);
    else if (message.type === 'hello') this.subscriptions.limit(message.maxArgs);
    else if (message.type === 'notice') this.pump.event({ kind: 'notice', event: message.event, at: message.at });
    else this.session.take(message);
  }

  private linkMoved(): void {
    if (!this.connection.isOpen) this.sources.lost();
    this.linkChanged = true;
    this.news();
  }

  private beat(): void {
    this.world.after(HEARTBEAT_MS, () => this.beat());
    if (!this.connection.isOpen) return;
    this.sources.check();
    this.linkChanged = true;
    this.news();
    // A hidden page has no display ticks: its frames leave here.
    this.pump.flush(this.world.stampMs(), FRAME_MS);
  }

  private fill(writer: FrameWriter): void {
    if (this.linkChanged) writeLink(writer, this.connection, this.sources.resyncs, this.malformed);
    this.linkChanged = false;
    for (const { open } of this.views.values()) open?.live.write(writer);
  }

  private news(): void {
    this.pump.mark();
    this.stir();
  }

  /** Sends a frame when one is due, else comes back at the next display tick. A buffer that comes home stirs again too. */
  private stir(): void {
    this.pump.flush(this.world.stampMs(), FRAME_MS);
    if (!this.pump.waiting || this.pump.full || this.tickAsked) return;
    this.tickAsked = true;
    this.world.onDisplayTick(() => {
      this.tickAsked = false;
      this.pump.flush(this.world.stampMs(), TICK_MS);
      this.stir();
    });
  }
}
