// A virtual clock and a line that loses, doubles, swaps and delays what the exchange says, and is cut now and then: all
// from one seed.
import { HEARTBEAT_MS, type ServerMessage } from '../../core/feed/feed-protocol.ts';
import type { Feed } from '../../server/feed/feed.ts';
import type { PrivateFeed } from '../../server/gateway/socket/private-feed.ts';
import { SocketClient, type ClientWriter } from '../../server/gateway/socket/socket-client.ts';
import { INDICATORS } from '../../workers/indicators/registry.ts';
import type { Platform, PlatformSocket } from '../../workers/platform.ts';

interface Timer {
  at: number;
  order: number;
  run: () => void;
}

/**
 * Shares of data messages that meet each fault, and the longest delay in ms. `loseControl` is the share lost of
 * snapshots, of the exchange's answers, and of what the worker says.
 */
export interface Faults {
  lose: number;
  double: number;
  swap: number;
  loseControl: number;
  delayMs: number;
}

/** How good the line is: each way's delay in ms, and what it carries down. `muted` messages never arrive. */
export interface Line {
  upMs: number;
  downMs: number;
  bytesPerSecond: number;
  muted: (text: string) => boolean;
  /** What arrives in the place of a message. */
  bent: (text: string) => string;
}

export interface Injected {
  lost: number;
  /** Lost of the kinds that `loseControl` speaks of. */
  snapshots: number;
  answers: number;
  requests: number;
  doubled: number;
  swapped: number;
  cuts: number;
}

export interface HostileParts {
  feed: Feed;
  privateFeed: PrivateFeed;
  uidOf: (token: string) => Promise<number | null>;
  /** Answers a call: the whole envelope. */
  post: (path: string, body: string) => Promise<unknown>;
  random: () => number;
  startAt: number;
}

/** Lets promises settle, also those that end in a turn of the event loop. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

export class HostileWorld implements Platform {
  now: number;
  faults: Faults = { lose: 0, double: 0, swap: 0, loseControl: 0, delayMs: 0 };
  speed: Line = { upMs: 0, downMs: 0, bytesPerSecond: Infinity, muted: () => false, bent: (text) => text };
  readonly injected: Injected = { lost: 0, snapshots: 0, answers: 0, requests: 0, doubled: 0, swapped: 0, cuts: 0 };
  /** Hears what the worker says. */
  onSaid: (text: string) => void = () => undefined;
  /** Bytes said to the worker. */
  carried = 0;
  private readonly parts: HostileParts;
  private timers: Timer[] = [];
  private order = 0;
  private line: { client: SocketClient; socket: PlatformSocket; open: boolean } | null = null;

  constructor(parts: HostileParts) {
    this.parts = parts;
    this.now = parts.startAt;
  }

  openSocket(): PlatformSocket {
    const line = { client: null as unknown as SocketClient, socket: null as unknown as PlatformSocket, open: false };
    let saidAt = 0;
    const socket: PlatformSocket = {
      onOpen: () => undefined,
      onText: () => undefined,
      onClose: () => undefined,
      send: (text) => {
        this.onSaid(text);
        if (this.parts.random() < this.faults.loseControl) {
          this.injected.requests += 1;
          return;
        }
        saidAt = Math.max(saidAt, this.now + this.delay() + this.speed.upMs);
        this.after(saidAt - this.now, () => {
          if (line.open) line.client.receive(text);
        });
      },
      close: () => this.after(0, () => this.end(line)),
    };
    line.socket = socket;
    line.client = this.connect(line);
    this.after(this.delay() + this.speed.upMs + this.speed.downMs, () => {
      line.open = true;
      this.line = line;
      socket.onOpen();
      line.client.sendHello('sim');
      this.beat(line);
    });
    return socket;
  }

  private connect(line: { socket: PlatformSocket; open: boolean }): SocketClient {
    let lastAt = 0;
    const deliver = (text: string, extraMs: number): void => {
      const { downMs, bytesPerSecond, muted, bent } = this.speed;
      if (muted(text)) return;
      this.carried += text.length;
      // One line keeps its order; only what is swapped overtakes.
      lastAt = Math.max(lastAt, this.now + this.delay()) + (text.length / bytesPerSecond) * 1_000;
      this.after(lastAt - this.now + downMs + extraMs, () => {
        if (line.open) line.socket.onText(bent(text));
      });
    };
    const write = (text: string): void => {
      const message = JSON.parse(text) as ServerMessage;
      const roll = this.parts.random();
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
    const { feed, privateFeed, uidOf } = this.parts;
    return new SocketClient({
      writer: way,
      feed,
      privateFeed,
      uidOf,
      now: () => this.now,
      onError: (error) => {
        throw error;
      },
    });
  }

  private beat(line: { client: SocketClient; open: boolean }): void {
    this.after(HEARTBEAT_MS, () => {
      if (!line.open) return;
      line.client.sendHeartbeat();
      this.beat(line);
    });
  }

  /** The line breaks: both ends learn of it. */
  cut(): void {
    if (!this.line) return;
    this.injected.cuts += 1;
    this.end(this.line);
  }

  private end(line: { client: SocketClient; socket: PlatformSocket; open: boolean }): void {
    if (!line.open) return;
    line.open = false;
    if (this.line === line) this.line = null;
    line.client.onClosed();
    line.socket.onClose();
  }

  private delay(): number {
    return 1 + Math.floor(this.parts.random() * this.faults.delayMs);
  }

  async post(url: string, _headers: Record<string, string>, body: string): Promise<unknown> {
    await new Promise<void>((resolve) => {
      this.after(this.delay(), resolve);
    });
    return this.parts.post(url, body);
  }

  nowMs(): number {
    return this.now;
  }

  stampMs(): number {
    return this.now;
  }

  after(delayMs: number, run: () => void): () => void {
    this.order += 1;
    const timer = { at: this.now + delayMs, order: this.order, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  }

  onDisplayTick(run: () => void): void {
    this.after(16, run);
  }

  random(): number {
    return this.parts.random();
  }

  async loadIndicators(): Promise<typeof INDICATORS> {
    return INDICATORS;
  }

  async hostChart(): Promise<never> {
    throw new Error('nobody draws here');
  }

  /** Lets `ms` pass: timers run in their order, promises settle in between. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    await settled();
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!due) break;
      this.timers = this.timers.filter((timer) => timer !== due);
      this.now = Math.max(this.now, due.at);
      due.run();
      if (!this.timers.some(({ at }) => at <= this.now)) await settled();
    }
    this.now = until;
  }
}
