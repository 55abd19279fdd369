// One living socket: ping, death by silence, reconnect, and sending that respects the socket's state.
import { LINK } from '../../core/worker-protocol/worker-protocol.ts';
import type { Wake } from '../../core/worker-protocol/worker-protocol.ts';
import { MSGPACK_PROTOCOL } from '../../core/feed/feed-msgpack.ts';
import { PING_MS, RECONNECT_MS, SEND_RETRY_MS } from '../../core/feed/feed-protocol.ts';
import type { Cancel, Platform, PlatformSocket } from '../platform.ts';
import { ProtocolNegotiation } from './protocol-negotiation.ts';
import { ServerClock } from './server-clock.ts';

/** Two pongs missed: nothing heard for this long, or a connection not made in this long, is a dead socket. */
const SILENCE_MS = 2 * PING_MS;
/** Where words are expected, silence this long is a sign that the socket may be dead: a probe goes out. */
const QUIET_MS = 1_000;
/** A probe that nothing follows for this long ends the socket, or three round trips where those are slower. */
const PROBE_MS = 1_800;
/** The same where words came all the time: there silence itself says more. */
const BUSY_PROBE_MS = 700;
/**
 * They did when no gap between two was as long as this, lately: a gap is forgotten by half the time that passes after
 * it.
 */
const BUSY_GAP_MS = QUIET_MS / 2;
const GAP_DECAY = 0.5;
const SLOW_TRIPS = 3;
/** The time of day and the steady clock may go apart by this much: more means that the device slept, or was set. */
const CLOCK_JUMP_MS = 1_000;
/** Share by which the reconnect delay varies both ways, so that clients do not come back as one. */
const JITTER = 0.2;
/**
 * Where a sleep ended the socket, the next one comes within this, by chance: so that clients do not come back as one
 * here either.
 */
const WAKE_MS = 500;

export interface ConnectionListener {
  /** The socket is open: authenticate and subscribe again. */
  onOpen(): void;
  onText(text: string): void;
  /** Frames of the packed wire. */
  onBytes(bytes: ArrayBuffer): void;
  /** `state` has changed. */
  onState(): void;
}

/** Text to send, made at the moment of sending; null when by then there is nothing left to say. */
export type MessageMaker = () => string | null;

export class Connection {
  state: number = LINK.idle;
  /** ms since the epoch of the last change of state. */
  sinceMs = NaN;
  /** The newest stamp of the exchange that was heard, ms by its clock; NaN before the first. */
  newestMs = NaN;
  /** Last round trip in ms. */
  rttMs = NaN;
  readonly clock = new ServerClock();
  /** Sockets opened so far: names the one there is now. */
  attempt = 0;
  messages = 0;
  bytes = 0;
  private readonly platform: Platform;
  private readonly url: string;
  private readonly listener: ConnectionListener;
  private readonly negotiation: ProtocolNegotiation;
  private socket: PlatformSocket | null = null;
  private receivedStamp = 0;
  /** The time of day less the steady clock. */
  private dayMs: number;
  /** How slow the way is, ms a round trip. */
  private tripMs = 0;
  private pingedStamp = 0;
  /** Longest gap between two words, lately. */
  private gapMs = QUIET_MS;
  /** When the socket is dead unless something is heard before; Infinity while nothing is asked. */
  private deadStamp = Infinity;
  private attentive = false;
  /** Until then the end of a socket is that of a sleep: the first such end is followed by the next socket at once. */
  private wokenUntilStamp = -Infinity;
  private cancelTimer: Cancel = () => {};

  constructor(platform: Platform, url: string, listener: ConnectionListener) {
    this.platform = platform;
    this.url = url;
    this.listener = listener;
    this.negotiation = new ProtocolNegotiation(platform.loadMsgpack !== undefined);
    this.dayMs = platform.nowMs() - platform.stampMs();
  }

  get isOpen(): boolean {
    return this.state === LINK.open;
  }

  /** Whether market data comes as frames of the packed wire. */
  get isMsgpack(): boolean {
    return this.isOpen && this.socket?.protocol === MSGPACK_PROTOCOL;
  }

  /**
   * Such frames cannot be read here (any more): the next connection speaks JSON, and one that does not comes at once.
   */
  refuseMsgpack(): void {
    this.negotiation.withdraw();
    if (this.isMsgpack) this.connect();
  }

  /** Server minus worker clock in ms; NaN before the first answer. */
  get offsetMs(): number {
    return this.clock.aheadMs + this.platform.stampMs() - this.platform.nowMs();
  }

  /** Whether words are expected all the time (somebody looks at a market): then silence is a sign. */
  expectData(attentive: boolean): void {
    if (attentive === this.attentive) return;
    this.attentive = attentive;
    this.schedulePing();
  }

  /** Opens a new socket now, in place of the one there may be. */
  connect(): void {
    this.drop();
    this.attempt++;
    this.receivedStamp = this.platform.stampMs();
    this.setState(LINK.connecting);
    const protocols = this.negotiation.next();
    const socket = this.platform.openSocket(this.url, protocols);
    this.socket = socket;
    socket.onOpen = () => this.onOpened(socket);
    socket.onText = (text) => {
      if (this.onReceived(socket, text.length)) this.listener.onText(text);
    };
    socket.onBytes = (bytes) => {
      if (this.onReceived(socket, bytes.byteLength)) this.listener.onBytes(bytes);
    };
    socket.onClose = () => this.onClosed(socket, protocols);
    this.cancelTimer = this.platform.after(SILENCE_MS, () => this.connect());
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
    if (this.state === LINK.connecting) this.platform.after(SEND_RETRY_MS, () => this.send(make));
  }

  /**
   * The page came back: a closed socket reconnects at once, an open one proves itself or is replaced (at once, when it
   * was silent for too long), and so is one that is slow to connect.
   */
  wake(reason: Wake): void {
    if (reason === 'hidden' || reason === 'offline') return;
    const { silentMs } = this;
    this.wokenUntilStamp = this.platform.stampMs() + SILENCE_MS;
    if (this.isOpen && silentMs <= SILENCE_MS) this.ping(PROBE_MS);
    else if (this.state !== LINK.connecting || silentMs > PROBE_MS) this.connect();
  }

  /** Answer to a ping; `t` is the stamp it carried, `ts` the server's clock in ms. */
  pong(t: number | undefined, ts: number): void {
    const { receivedStamp } = this;
    if (t === undefined || !(receivedStamp >= t && receivedStamp - t <= SILENCE_MS)) return;
    this.rttMs = this.tripMs = receivedStamp - t;
    this.clock.addSample(t, receivedStamp, ts);
    this.newestMs = ts;
  }

  /** When the newest that was heard was said, ms since the epoch by this worker's clock; NaN while not known. */
  get receivedMs(): number {
    return this.platform.nowMs() - this.clock.ageMs(this.newestMs, this.platform.stampMs());
  }

  /** To be called about once a second: a clock that slept or was set is measured anew. */
  checkClock(stamp = this.platform.stampMs()): void {
    const dayMs = this.platform.nowMs() - stamp;
    const apart = Math.abs(dayMs - this.dayMs) > CLOCK_JUMP_MS;
    this.dayMs = dayMs;
    if (!apart) return;
    this.clock.reset();
    if (this.isOpen) this.ping(SILENCE_MS);
  }

  private onOpened(socket: PlatformSocket): void {
    if (socket !== this.socket) return;
    // Connecting takes two round trips or more: until an answer is measured, it says how slow the way is.
    this.tripMs = (this.platform.stampMs() - this.receivedStamp) / SLOW_TRIPS;
    this.receivedStamp = this.platform.stampMs();
    if (socket.protocol === MSGPACK_PROTOCOL) this.negotiation.onAccepted();
    this.setState(LINK.open);
    this.listener.onOpen();
    this.ping(this.responseLimitMs);
  }

  /** Notes a sign of life; false from a socket that was let go. */
  private onReceived(socket: PlatformSocket, size: number): boolean {
    if (socket !== this.socket) return false;
    const stamp = this.platform.stampMs();
    const gapMs = stamp - this.receivedStamp;
    this.gapMs = Math.max(gapMs, this.gapMs - GAP_DECAY * gapMs);
    this.receivedStamp = stamp;
    this.checkClock(stamp);
    this.deadStamp = Infinity;
    this.messages++;
    this.bytes += size;
    return true;
  }

  private onClosed(socket: PlatformSocket, protocols: readonly string[]): void {
    if (socket !== this.socket) return;
    const opened = this.isOpen;
    // It would have been let go of long ago, had nothing slept.
    if (opened && this.silentMs > SILENCE_MS) return this.connectSoon();
    this.drop();
    if (!opened && this.negotiation.onFailed(protocols)) return this.connect();
    this.setState(LINK.closed);
    if (this.platform.stampMs() <= this.wokenUntilStamp) {
      this.wokenUntilStamp = -Infinity;
      return this.connectSoon();
    }
    const delayMs = RECONNECT_MS * (1 - JITTER + 2 * JITTER * this.platform.random());
    this.cancelTimer = this.platform.after(delayMs, () => this.connect());
  }

  /** Lets go of the socket there may be, and opens the next one within WAKE_MS. */
  private connectSoon(): void {
    this.drop();
    this.setState(LINK.closed);
    this.cancelTimer = this.platform.after(WAKE_MS * this.platform.random(), () => this.connect());
  }

  /** Since anything was heard, by the clock that slept less. */
  private get silentMs(): number {
    const stamp = this.platform.stampMs();
    return Math.max(stamp, this.platform.nowMs() - this.dayMs) - this.receivedStamp;
  }

  /** An answer that takes longer than this is late on this line. */
  get slowMs(): number {
    return SLOW_TRIPS * this.tripMs;
  }

  /** How long an answer may take. */
  private get responseLimitMs(): number {
    const leastMs = this.gapMs < BUSY_GAP_MS ? BUSY_PROBE_MS : PROBE_MS;
    return this.attentive ? Math.min(SILENCE_MS, Math.max(leastMs, this.slowMs)) : SILENCE_MS;
  }

  private ping(responseLimitMs: number): void {
    const stamp = this.platform.stampMs();
    this.pingedStamp = stamp;
    this.deadStamp = Math.min(this.deadStamp, stamp + responseLimitMs);
    this.socket?.send(JSON.stringify({ type: 'ping', t: Math.floor(stamp) }));
    this.schedulePing();
  }

  /**
   * While the socket is open: pings every 5 s, and at the first sign of silence; a ping that nothing follows ends it.
   */
  private schedulePing(): void {
    if (!this.isOpen) return;
    this.cancelTimer();
    const stamp = this.platform.stampMs();
    if (stamp >= this.deadStamp) return this.connect();
    const pingStamp = Math.min(
      this.pingedStamp + PING_MS,
      this.attentive && this.deadStamp === Infinity ? this.receivedStamp + QUIET_MS : Infinity,
    );
    // A line that spoke a moment ago is not silent yet.
    const restMs = this.attentive ? Math.max(0, this.receivedStamp + QUIET_MS - stamp) : 0;
    if (stamp >= pingStamp) return this.ping(restMs + this.responseLimitMs);
    const checkStamp = this.attentive ? stamp + QUIET_MS : Infinity;
    this.cancelTimer = this.platform.after(Math.min(pingStamp, this.deadStamp, checkStamp) - stamp, () =>
      this.schedulePing(),
    );
  }

  /** Lets go of the socket: nothing it still says is heard. */
  private drop(): void {
    this.cancelTimer();
    this.deadStamp = Infinity;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private setState(state: number): void {
    if (state === this.state) return;
    this.state = state;
    this.sinceMs = this.platform.nowMs();
    this.listener.onState();
  }
}
