// A virtual clock and a connection that loses, doubles, reorders and delays messages by a seed.
import { HEARTBEAT_MS, type ServerMessage } from '../../../core/feed/feed-protocol.ts';
import type { Feed } from '../../../server/feed/feed.ts';
import type { PrivateFeed } from '../../../server/gateway/socket/private-feed.ts';
import { SocketClient, type ClientWriter } from '../../../server/gateway/socket/socket-client.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';
import type { LazyModules } from '../../../workers/lazy-modules.ts';
import type { Platform, PlatformSocket } from '../../../workers/platform.ts';
import { VirtualTimers } from './virtual-timers.ts';

/**
 * Shares of data messages that meet each fault, and the longest delay in ms. `loseControl` is the share of lost
 * snapshots, responses and client messages.
 */
export interface Faults {
  lose: number;
  double: number;
  swap: number;
  loseControl: number;
  delayMs: number;
}

/** Quality of the connection: latency per direction in ms, and downstream bandwidth. `muted` messages never arrive. */
export interface LinkQuality {
  upMs: number;
  downMs: number;
  bytesPerSecond: number;
  muted: (text: string) => boolean;
  /** Replaces a message on its way. */
  transform: (text: string) => string;
}

export interface Injected {
  lost: number;
  /** Lost messages of the kinds that `loseControl` covers. */
  snapshots: number;
  answers: number;
  requests: number;
  doubled: number;
  swapped: number;
  cuts: number;
}

export interface FaultyNetworkDeps {
  feed: Feed;
  privateFeed: PrivateFeed;
  uidOf: (token: string) => Promise<number | null>;
  /** Handles a call and returns the whole envelope. */
  post: (path: string, body: string) => Promise<unknown>;
  random: () => number;
  startAt: number;
}

/** Runs pending promises, including those that resolve in a later turn of the event loop. */
async function flushPromises(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

export class FaultyNetwork implements Platform, LazyModules {
  faults: Faults = { lose: 0, double: 0, swap: 0, loseControl: 0, delayMs: 0 };
  quality: LinkQuality = {
    upMs: 0,
    downMs: 0,
    bytesPerSecond: Infinity,
    muted: () => false,
    transform: (text) => text,
  };
  readonly injected: Injected = { lost: 0, snapshots: 0, answers: 0, requests: 0, doubled: 0, swapped: 0, cuts: 0 };
  /** Called with every message of the client. */
  onClientMessage: (text: string) => void = () => undefined;
  /** Bytes sent to the client. */
  sentBytes = 0;
  readonly #deps: FaultyNetworkDeps;
  readonly #timers: VirtualTimers;
  #connection: { client: SocketClient; socket: PlatformSocket; open: boolean } | null = null;

  constructor(deps: FaultyNetworkDeps) {
    this.#deps = deps;
    this.#timers = new VirtualTimers(deps.startAt);
  }

  get now(): number {
    return this.#timers.nowMs;
  }

  openSocket(): PlatformSocket {
    const connection = {
      client: null as unknown as SocketClient,
      socket: null as unknown as PlatformSocket,
      open: false,
    };
    let sentAt = 0;
    const socket: PlatformSocket = {
      onOpen: () => undefined,
      onText: () => undefined,
      onClose: () => undefined,
      send: (text) => {
        this.onClientMessage(text);
        if (this.#deps.random() < this.faults.loseControl) {
          this.injected.requests += 1;
          return;
        }
        sentAt = Math.max(sentAt, this.now + this.#delay() + this.quality.upMs);
        this.after(sentAt - this.now, () => {
          if (connection.open) connection.client.receive(text);
        });
      },
      close: () => this.after(0, () => this.#end(connection)),
    };
    connection.socket = socket;
    connection.client = this.#connect(connection);
    this.after(this.#delay() + this.quality.upMs + this.quality.downMs, () => {
      connection.open = true;
      this.#connection = connection;
      socket.onOpen();
      connection.client.sendHello('sim');
      this.#beat(connection);
    });
    return socket;
  }

  /** Breaks the connection: both ends are notified. */
  cut(): void {
    if (!this.#connection) return;
    this.injected.cuts += 1;
    this.#end(this.#connection);
  }

  async post(url: string, _headers: Record<string, string>, body: string): Promise<unknown> {
    await new Promise<void>((resolve) => {
      this.after(this.#delay(), resolve);
    });
    return this.#deps.post(url, body);
  }

  nowMs(): number {
    return this.now;
  }

  stampMs(): number {
    return this.now;
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#timers.after(delayMs, run);
  }

  onDisplayTick(run: () => void): void {
    this.after(16, run);
  }

  random(): number {
    return this.#deps.random();
  }

  async loadIndicators(): Promise<typeof INDICATORS> {
    return INDICATORS;
  }

  async hostChart(): Promise<never> {
    throw new Error('no chart is drawn here');
  }

  /** Advances the clock: timers run in order, promises in between. */
  async advance(ms: number): Promise<void> {
    const until = this.now + ms;
    await flushPromises();
    while (this.#timers.runNext(until)) if (!this.#timers.isDue()) await flushPromises();
    this.#timers.nowMs = until;
  }

  #connect(connection: { socket: PlatformSocket; open: boolean }): SocketClient {
    let lastAt = 0;
    const deliver = (text: string, extraMs: number): void => {
      const { downMs, bytesPerSecond, muted, transform } = this.quality;
      if (muted(text)) return;
      this.sentBytes += text.length;
      // Messages arrive in order, except those that are swapped.
      lastAt = Math.max(lastAt, this.now + this.#delay()) + (text.length / bytesPerSecond) * 1_000;
      this.after(lastAt - this.now + downMs + extraMs, () => {
        if (connection.open) connection.socket.onText(transform(text));
      });
    };
    const write = (text: string): void => {
      const message = JSON.parse(text) as ServerMessage;
      const roll = this.#deps.random();
      const { lose, double, swap, loseControl } = this.faults;
      const isSnapshot = message.type === 'data' && message.kind === 'snapshot';
      if (message.type !== 'data' || isSnapshot) {
        if (roll >= loseControl) deliver(text, 0);
        else if (isSnapshot) this.injected.snapshots += 1;
        else this.injected.answers += 1;
      } else if (roll < lose) this.injected.lost += 1;
      else if (roll < lose + double) {
        this.injected.doubled += 1;
        deliver(text, 0);
        deliver(text, 20);
      } else if (roll < lose + double + swap) {
        this.injected.swapped += 1;
        deliver(text, 150);
      } else deliver(text, 0);
    };
    const way: ClientWriter = {
      receive: ({ text }) => write(text),
      write,
      owes: () => false,
      forget: () => undefined,
      close: () => this.cut(),
    };
    const { feed, privateFeed, uidOf } = this.#deps;
    return new SocketClient({
      writer: way,
      feed,
      privateFeed,
      uidOf,
      call: async () => {
        throw new Error('no calls');
      },
      messagesPerSecond: 20,
      counts: { sent: 0, calls: 0, resyncs: 0 },
      now: () => this.now,
      onError: (error) => {
        throw error;
      },
    });
  }

  #beat(connection: { client: SocketClient; open: boolean }): void {
    this.after(HEARTBEAT_MS, () => {
      if (!connection.open) return;
      connection.client.sendHeartbeat();
      this.#beat(connection);
    });
  }

  #end(connection: { client: SocketClient; socket: PlatformSocket; open: boolean }): void {
    if (!connection.open) return;
    connection.open = false;
    if (this.#connection === connection) this.#connection = null;
    connection.client.onClosed();
    connection.socket.onClose();
  }

  #delay(): number {
    return 1 + Math.floor(this.#deps.random() * this.faults.delayMs);
  }
}
