// One living socket: ping, death by silence, reconnect, and sending that respects the socket's state.
import { LINK } from '../../contract/thread.ts';
import type { Wake } from '../../contract/thread.ts';
import { PING_MS, RECONNECT_MS, SEND_RETRY_MS } from '../../contract/wire.ts';
import type { Cancel, World, WorldSocket } from '../world.ts';

/** Two pongs missed: nothing heard for this long, or a connection not made in this long, is a dead socket. */
export const SILENCE_MS = 2 * PING_MS;
/** Share by which the reconnect delay varies both ways, so that clients do not come back as one. */
const JITTER = 0.2;

export interface ConnectionListener {
  /** The socket is open: authenticate and subscribe again. */
  onOpen(): void;
  onText(text: string): void;
  /** `state` has changed. */
  onState(): void;
}

/** Text to send, made at the moment of sending; null when by then there is nothing left to say. */
export type MessageMaker = () => string | null;

export class Connection {
  state: number = LINK.idle;
  /** ms since the epoch of the last change of state. */
  sinceMs = NaN;
  /** ms since the epoch of the last text; NaN before the first. */
  heardMs = NaN;
  /** Last round trip in ms. */
  rttMs = NaN;
  /** Server minus worker clock in ms, from the quickest round trip of this connection. */
  offsetMs = NaN;
  /** Sockets opened so far: names the one there is now. */
  attempt = 0;
  messages = 0;
  bytes = 0;
  private readonly world: World;
  private readonly url: string;
  private readonly listener: ConnectionListener;
  private socket: WorldSocket | null = null;
  private heardStamp = 0;
  private bestRttMs = Infinity;
  private cancelTimer: Cancel = () => {};

  constructor(world: World, url: string, listener: ConnectionListener) {
    this.world = world;
    this.url = url;
    this.listener = listener;
  }

  get isOpen(): boolean {
    return this.state === LINK.open;
  }

  /** Opens a new socket now, in place of the one there may be. */
  connect(): void {
    this.drop();
    this.attempt++;
    this.enter(LINK.connecting);
    const socket = this.world.openSocket(this.url);
    this.socket = socket;
    socket.onOpen = () => this.opened(socket);
    socket.onText = (text) => this.heard(socket, text);
    socket.onClose = () => this.ended(socket);
    this.cancelTimer = this.world.after(SILENCE_MS, () => this.connect());
  }

  /**
   * Open: sends now. Connecting: tries again every 3 s. Closed: closes for good what there is and connects at once;
   * opening then restores every subscription, and what is still unsaid follows 3 s later.
   */
  send(make: MessageMaker): void {
    if (this.state === LINK.open) {
      const text = make();
      if (text !== null) this.socket?.send(text);
      return;
    }
    if (this.state === LINK.closed) this.connect();
    if (this.state === LINK.connecting) this.world.after(SEND_RETRY_MS, () => this.send(make));
  }

  /** The page came back: a closed socket reconnects at once, an open one proves itself or is replaced. */
  wake(reason: Wake): void {
    if (reason === 'hidden' || reason === 'offline' || this.state === LINK.idle) return;
    if (this.state === LINK.closed) this.connect();
    else if (this.state === LINK.open) this.pingOrReplace();
  }

  /** Answer to a ping; `t` is the stamp it carried, `ts` the server's clock in ms. */
  pong(t: number | undefined, ts: number): void {
    if (t === undefined) return;
    const rtt = this.world.stampMs() - t;
    if (!(rtt >= 0 && rtt <= SILENCE_MS)) return;
    this.rttMs = rtt;
    if (rtt > this.bestRttMs) return;
    this.bestRttMs = rtt;
    this.offsetMs = ts - (this.world.nowMs() - rtt / 2);
  }

  private opened(socket: WorldSocket): void {
    if (socket !== this.socket) return;
    this.cancelTimer();
    this.heardStamp = this.world.stampMs();
    this.bestRttMs = Infinity;
    this.enter(LINK.open);
    this.listener.onOpen();
    this.pingOrReplace();
  }

  private heard(socket: WorldSocket, text: string): void {
    if (socket !== this.socket) return;
    this.heardStamp = this.world.stampMs();
    this.heardMs = this.world.nowMs();
    this.messages++;
    this.bytes += text.length;
    this.listener.onText(text);
  }

  private ended(socket: WorldSocket): void {
    if (socket !== this.socket) return;
    this.drop();
    this.enter(LINK.closed);
    const delayMs = RECONNECT_MS * (1 - JITTER + 2 * JITTER * this.world.random());
    this.cancelTimer = this.world.after(delayMs, () => this.connect());
  }

  private pingOrReplace(): void {
    if (this.state !== LINK.open) return;
    this.cancelTimer();
    const stamp = this.world.stampMs();
    if (stamp - this.heardStamp >= SILENCE_MS) {
      this.connect();
      return;
    }
    this.socket?.send(JSON.stringify({ type: 'ping', t: Math.round(stamp) }));
    this.cancelTimer = this.world.after(PING_MS, () => this.pingOrReplace());
  }

  /** Lets go of the socket: nothing it still says is heard. */
  private drop(): void {
    this.cancelTimer();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private enter(state: number): void {
    if (state === this.state) return;
    this.state = state;
    this.sinceMs = this.world.nowMs();
    this.listener.onState();
  }
}
