// A TCP proxy between page and exchange that can stall without closing, as a phone's connection does.
import { once } from 'node:events';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { FeedFrames } from './feed-frames.ts';

/** A steady slow line: what each way takes, and how much it carries. */
export interface Pace {
  delayMs: number;
  bytesPerMs: number;
}

/** What a slow line holds back before its sender has to wait, in ms of its own speed. */
const BUFFER_MS = 300;

/** A connection of the page, and its continuation to the exchange. */
interface Pair {
  near: Socket;
  far: Socket;
  /** What the exchange sends on a feed socket; absent on any other connection. */
  frames?: FeedFrames;
  /** Forwards to the page. */
  toPage: (bytes: Buffer) => void;
}

export class NetworkLine {
  readonly url: string;
  /** Feed sockets opened so far. */
  sockets = 0;
  /** Absent: as fast as the machine. */
  pace: Pace | undefined;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #stalled = false;
  #muted = false;

  private constructor(server: Server, port: number, farPort: number) {
    this.url = `http://localhost:${port}`;
    this.#server = server;
    server.on('connection', (near) => this.#connectPair(near, farPort));
  }

  /** Opens a proxy of `url` on a free port. */
  static async open(url: string): Promise<NetworkLine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return new NetworkLine(
      server,
      typeof address === 'object' && address ? address.port : 0,
      Number(new URL(url).port),
    );
  }

  /** Stops forwarding without closing: sockets stay half open, new ones are accepted and never answered. */
  stall(): void {
    this.#stalled = true;
    for (const { near, far } of this.#pairs) {
      near.pause();
      far.pause();
    }
  }

  /**
   * Holds the answers to calls, on feed sockets and over HTTP, also on new connections. Calls arrive, and the feed goes
   * on: a page that has no answer for seconds does not take the line for dead.
   */
  mute(): void {
    this.#muted = true;
    for (const pair of this.#pairs) if (!pair.frames) pair.far.pause();
  }

  /** Forwards again on the same connections, what was held back first: as if the exchange had hung. */
  release(): void {
    this.#stalled = false;
    this.#muted = false;
    for (const { near, far, frames, toPage } of this.#pairs) {
      if (frames) toPage(frames.takeAnswers());
      near.resume();
      far.resume();
    }
  }

  /** Closes the stalled connections and forwards new ones again. */
  resume(): void {
    this.#stalled = false;
    this.#muted = false;
    this.#cut();
  }

  async close(): Promise<void> {
    this.#cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #cut(): void {
    for (const { near, far } of this.#pairs) {
      near.destroy();
      far.destroy();
    }
    this.#pairs.clear();
  }

  #connectPair(near: Socket, farPort: number): void {
    const far = connect(farPort, '127.0.0.1');
    const pair: Pair = { near, far, toPage: this.#carrier(far, near) };
    const toExchange = this.#carrier(near, far);
    this.#pairs.add(pair);
    const end = (): void => {
      near.destroy();
      far.destroy();
      this.#pairs.delete(pair);
    };
    near.once('data', (bytes) => {
      if (/^upgrade: *websocket/im.test(bytes.toString('latin1'))) {
        this.sockets += 1;
        pair.frames = new FeedFrames();
        if (!this.#stalled) far.resume();
      } else if (this.#muted) far.pause();
    });
    near.on('data', toExchange);
    far.on('data', (bytes) => pair.toPage(pair.frames ? pair.frames.pass(bytes, this.#muted) : bytes));
    for (const socket of [near, far]) socket.on('close', end).on('error', end);
    if (this.#stalled) near.pause();
  }

  /** Forwards in order, at the pace of the line. */
  #carrier(from: Socket, to: Socket): (bytes: Buffer) => void {
    let freeMs = 0;
    let underway = 0;
    let last = Promise.resolve();
    return (bytes) => {
      if (bytes.length === 0) return;
      const { pace } = this;
      const nowMs = Date.now();
      freeMs = Math.max(freeMs, nowMs) + (pace ? bytes.length / pace.bytesPerMs : 0);
      if (underway === 0 && !pace) return void to.write(bytes);
      const fullMs = freeMs - nowMs - BUFFER_MS;
      if (fullMs > 0) {
        from.pause();
        setTimeout(() => !this.#stalled && from.resume(), fullMs);
      }
      const dueMs = freeMs + (pace?.delayMs ?? 0);
      underway += 1;
      last = last.then(async () => {
        await new Promise((resolve) => {
          setTimeout(resolve, dueMs - Date.now());
        });
        underway -= 1;
        if (to.writable) to.write(bytes);
      });
    };
  }
}
