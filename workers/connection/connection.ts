// The socket connection: ping, detection of dead sockets, reconnect, and sending in every state.
import { LINK } from '../../core/worker-protocol/worker-protocol.ts';
import type { Wake } from '../../core/worker-protocol/worker-protocol.ts';
import { MSGPACK_PROTOCOL } from '../../core/feed/feed-msgpack.ts';
import { PING_MS, RECONNECT_MS, SEND_RETRY_MS } from '../../core/feed/feed-protocol.ts';
import type { Cancel, Platform, PlatformSocket } from '../platform.ts';
import { ProtocolNegotiation } from './protocol-negotiation.ts';
import { ServerClock } from './server-clock.ts';

/** Two pongs missed: without a message, or without a connection, for this long a socket is dead. */
const SILENCE_MS = 2 * PING_MS;
/** While data is expected, a pause this long may mean a dead socket: a probe is sent. */
const QUIET_MS = 1_000;
/** A probe without any answer for this long ends the socket; three round trips where those are longer. */
const PROBE_MS = 1_800;
/** The same on a busy connection, where a pause means more. */
const BUSY_PROBE_MS = 700;
/**
 * A connection is busy while its longest recent gap between messages is below this, ms. A gap decays by half of the
 * time that passes after it.
 */
const BUSY_GAP_MS = QUIET_MS / 2;
const GAP_DECAY = 0.5;
const SLOW_TRIPS = 3;
/**
 * Wall clock and monotonic clock may drift apart by this much, ms: more means that the device slept or its clock was
 * set.
 */
const CLOCK_JUMP_MS = 1_000;
/** Share by which the reconnect delay varies both ways, so that clients do not reconnect all at once. */
const JITTER = 0.2;
/** A socket that is replaced soon is opened within this random time, ms, for the same reason. */
const SOON_MS = 500;

export interface ConnectionListener {
  /** The socket is open: authenticate and subscribe. */
  onOpen(): void;
  onText(text: string): void;
  /** Binary message: MessagePack frames. */
  onBytes(bytes: ArrayBuffer): void;
  /** `state` changed. */
  onState(): void;
  /** The first ping of this socket was answered: the age of its messages is known from now on. */
  onFirstPong(): void;
}

/** Creates a message at the moment of sending; null when it is no longer needed. */
export type MessageMaker = () => string | null;

export class Connection {
  state: number = LINK.idle;
  /** Time of the last change of state, ms since the epoch. */
  sinceMs = NaN;
  /** Newest time in the exchange's messages, ms by its clock; NaN before the first. */
  newestMs = NaN;
  /** Last round trip, ms. */
  rttMs = NaN;
  readonly clock = new ServerClock();
  /** Number of the current socket, counted from 1. */
  attempt = 0;
  messages = 0;
  bytes = 0;
  readonly #platform: Platform;
  readonly #url: string;
  readonly #listener: ConnectionListener;
  readonly #negotiation: ProtocolNegotiation;
  #socket: PlatformSocket | null = null;
  #receivedStamp = 0;
  /** Wall clock minus monotonic clock, ms. */
  #clockOffsetMs: number;
  /** Round trip used for time-outs, ms. */
  #tripMs = 0;
  #pingedStamp = 0;
  /** Longest recent gap between two messages, ms, with decay. */
  #gapMs = QUIET_MS;
  /** When the current socket opened; NaN before. */
  #openedStamp = NaN;
  #isAwaitingFirstPong = true;
  /** When the socket counts as dead unless a message arrives before; Infinity while no answer is awaited. */
  #deadStamp = Infinity;
  #expectsData = false;
  /** Until then a closed socket is replaced at once, one time: the device slept. */
  #wokenUntilStamp = -Infinity;
  #cancelTimer: Cancel = () => {};

  /** `supportsMsgpack`: whether the MessagePack sub-protocol is offered. */
  constructor(platform: Platform, url: string, supportsMsgpack: boolean, listener: ConnectionListener) {
    this.#platform = platform;
    this.#url = url;
    this.#listener = listener;
    this.#negotiation = new ProtocolNegotiation(supportsMsgpack);
    this.#clockOffsetMs = platform.nowMs() - platform.stampMs();
  }

  get isOpen(): boolean {
    return this.state === LINK.open;
  }

  /** Whether market data arrives as MessagePack frames. */
  get isMsgpack(): boolean {
    return this.isOpen && this.#socket?.protocol === MSGPACK_PROTOCOL;
  }

  /**
   * MessagePack cannot be decoded: uses JSON from the next connection on, and reconnects when this one is MessagePack.
   */
  refuseMsgpack(): void {
    this.#negotiation.withdraw();
    if (this.isMsgpack) this.connect();
  }

  /** Server clock minus worker clock, ms; NaN before the first answer. */
  get offsetMs(): number {
    return this.clock.aheadMs + this.#platform.stampMs() - this.#platform.nowMs();
  }

  /** Whether messages are expected all the time (a market is shown): then a pause may mean a dead socket. */
  expectData(expectsData: boolean): void {
    if (expectsData === this.#expectsData) return;
    this.#expectsData = expectsData;
    this.#schedulePing();
  }

  /** Opens a new socket now and closes the current one. */
  connect(): void {
    this.#closeSocket();
    this.attempt++;
    this.#receivedStamp = this.#platform.stampMs();
    this.#setState(LINK.connecting);
    const protocols = this.#negotiation.next();
    const socket = this.#platform.openSocket(this.#url, protocols);
    this.#socket = socket;
    socket.onOpen = () => this.#onOpened(socket);
    socket.onText = (text) => {
      if (this.#onReceived(socket, text.length)) this.#listener.onText(text);
    };
    socket.onBytes = (bytes) => {
      if (this.#onReceived(socket, bytes.byteLength)) this.#listener.onBytes(bytes);
    };
    socket.onClose = () => this.#onClosed(socket, protocols);
    this.#cancelTimer = this.#platform.after(SILENCE_MS, () => this.connect());
  }

  /**
   * Open: sends now. Connecting: retries every 3 s. Closed: connects at once; opening restores every subscription, and
   * the message follows within 3 s.
   */
  send(make: MessageMaker): void {
    if (this.state === LINK.open) {
      const text = make();
      if (text !== null) this.#socket?.send(text);
      return;
    }
    if (this.state === LINK.closed) this.connect();
    if (this.state === LINK.connecting) this.#platform.after(SEND_RETRY_MS, () => this.send(make));
  }

  /**
   * The page is visible or online again: a closed socket reconnects at once. An open one is probed, or replaced when it
   * was silent for too long, and so is one that is slow to connect.
   */
  wake(reason: Wake): void {
    if (reason === 'hidden' || reason === 'offline') return;
    const silentMs = this.#silentMs;
    this.#wokenUntilStamp = this.#platform.stampMs() + SILENCE_MS;
    if (this.isOpen && silentMs <= SILENCE_MS) this.#ping(PROBE_MS);
    else if (this.state !== LINK.connecting || silentMs > PROBE_MS) this.connect();
  }

  /** Answer to a ping; `t` is the stamp that the ping carried, `ts` the server's clock, ms. */
  pong(t: number | undefined, ts: number): void {
    const receivedStamp = this.#receivedStamp;
    if (t === undefined || !(receivedStamp >= t && receivedStamp - t <= SILENCE_MS)) return;
    this.rttMs = this.#tripMs = receivedStamp - t;
    this.clock.addSample(t, receivedStamp, ts);
    this.newestMs = ts;
    if (!this.#isAwaitingFirstPong) return;
    this.#isAwaitingFirstPong = false;
    this.#listener.onFirstPong();
  }

  /** Time of the exchange's newest message on this worker's clock, ms since the epoch; NaN while unknown. */
  get receivedMs(): number {
    return this.#platform.nowMs() - this.clock.ageMs(this.newestMs, this.#platform.stampMs());
  }

  /** Call about once a second: after a sleep or a clock change the server's clock is measured again. */
  checkClock(stamp = this.#platform.stampMs()): void {
    const dayMs = this.#platform.nowMs() - stamp;
    const apart = Math.abs(dayMs - this.#clockOffsetMs) > CLOCK_JUMP_MS;
    this.#clockOffsetMs = dayMs;
    if (!apart) return;
    this.clock.reset();
    if (this.isOpen) this.#ping(SILENCE_MS);
  }

  /** An answer that takes longer than this is late on this connection, ms. */
  get slowMs(): number {
    return SLOW_TRIPS * this.#tripMs;
  }

  #onOpened(socket: PlatformSocket): void {
    if (socket !== this.#socket) return;
    // Connecting takes two round trips or more: an estimate until an answer is measured.
    this.#tripMs = (this.#platform.stampMs() - this.#receivedStamp) / SLOW_TRIPS;
    this.#receivedStamp = this.#openedStamp = this.#platform.stampMs();
    this.#isAwaitingFirstPong = true;
    if (socket.protocol === MSGPACK_PROTOCOL) this.#negotiation.onAccepted();
    this.#setState(LINK.open);
    this.#listener.onOpen();
    this.#ping(this.#responseLimitMs);
  }

  /** Records a received message; false when it is of a socket that was replaced. */
  #onReceived(socket: PlatformSocket, size: number): boolean {
    if (socket !== this.#socket) return false;
    const stamp = this.#platform.stampMs();
    const gapMs = stamp - this.#receivedStamp;
    this.#gapMs = Math.max(gapMs, this.#gapMs - GAP_DECAY * gapMs);
    this.#receivedStamp = stamp;
    this.checkClock(stamp);
    this.#deadStamp = Infinity;
    this.messages++;
    this.bytes += size;
    return true;
  }

  #onClosed(socket: PlatformSocket, protocols: readonly string[]): void {
    if (socket !== this.#socket) return;
    const opened = this.isOpen;
    // Its server may have ended while others run. One that closes whatever it opens gets the usual delay.
    const lasted = opened && this.#platform.stampMs() - this.#openedStamp >= RECONNECT_MS;
    // Without a sleep a silent one would have been replaced long ago.
    if (lasted || (opened && this.#silentMs > SILENCE_MS)) return this.#connectSoon();
    this.#closeSocket();
    if (!opened && this.#negotiation.onFailed(protocols)) return this.connect();
    this.#setState(LINK.closed);
    if (this.#platform.stampMs() <= this.#wokenUntilStamp) {
      this.#wokenUntilStamp = -Infinity;
      return this.#connectSoon();
    }
    const delayMs = RECONNECT_MS * (1 - JITTER + 2 * JITTER * this.#platform.random());
    this.#cancelTimer = this.#platform.after(delayMs, () => this.connect());
  }

  /** Closes the socket and opens the next one within SOON_MS. */
  #connectSoon(): void {
    this.#closeSocket();
    this.#setState(LINK.closed);
    this.#cancelTimer = this.#platform.after(SOON_MS * this.#platform.random(), () => this.connect());
  }

  /** Time since the last message, ms, by the clock that slept less. */
  get #silentMs(): number {
    const stamp = this.#platform.stampMs();
    return Math.max(stamp, this.#platform.nowMs() - this.#clockOffsetMs) - this.#receivedStamp;
  }

  /** How long the answer to a ping may take, ms. */
  get #responseLimitMs(): number {
    const leastMs = this.#gapMs < BUSY_GAP_MS ? BUSY_PROBE_MS : PROBE_MS;
    return this.#expectsData ? Math.min(SILENCE_MS, Math.max(leastMs, this.slowMs)) : SILENCE_MS;
  }

  #ping(responseLimitMs: number): void {
    const stamp = this.#platform.stampMs();
    this.#pingedStamp = stamp;
    this.#deadStamp = Math.min(this.#deadStamp, stamp + responseLimitMs);
    this.#socket?.send(JSON.stringify({ type: 'ping', t: Math.floor(stamp) }));
    this.#schedulePing();
  }

  /** While the socket is open: pings every 5 s, and after a pause in busy data; reconnects when the answer is late. */
  #schedulePing(): void {
    if (!this.isOpen) return;
    this.#cancelTimer();
    const stamp = this.#platform.stampMs();
    if (stamp >= this.#deadStamp) return this.connect();
    const pingStamp = Math.min(
      this.#pingedStamp + PING_MS,
      this.#expectsData && this.#deadStamp === Infinity ? this.#receivedStamp + QUIET_MS : Infinity,
    );
    // Soon after a message the connection is not silent yet.
    const restMs = this.#expectsData ? Math.max(0, this.#receivedStamp + QUIET_MS - stamp) : 0;
    if (stamp >= pingStamp) return this.#ping(restMs + this.#responseLimitMs);
    const checkStamp = this.#expectsData ? stamp + QUIET_MS : Infinity;
    this.#cancelTimer = this.#platform.after(Math.min(pingStamp, this.#deadStamp, checkStamp) - stamp, () =>
      this.#schedulePing(),
    );
  }

  /** Closes the socket; its later messages are dropped. */
  #closeSocket(): void {
    this.#cancelTimer();
    this.#deadStamp = Infinity;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #setState(state: number): void {
    if (state === this.state) return;
    this.state = state;
    this.sinceMs = this.#platform.nowMs();
    this.#listener.onState();
  }
}
