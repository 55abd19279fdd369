// The real market worker on a real socket in this process, with a view on every book; frames are compared with the
// reference.
import { WebSocket } from 'ws';
import {
  BOOK_FIELD,
  BOOK_STATE,
  type Frame,
  LEVEL_FIELD,
  SECTION,
  SECTION_HEAD,
} from '../../core/worker-protocol/worker-protocol.ts';
import type { ObserverContext } from '../../workers/recorder/frame-observer.ts';
import { INDICATORS } from '../../workers/indicators/registry.ts';
import { createMarketWorker } from '../../workers/create-market-worker.ts';
import { StateHash } from '../../workers/replay/state-hash.ts';
import type { LazyModules } from '../../workers/lazy-modules.ts';
import type { FramePort, Platform, PlatformSocket } from '../../workers/platform.ts';
import { ROWS, type ReferenceBooks } from './reference-book.ts';

const TICK_MS = 16;

export interface StandOptions {
  socketUrl: string;
  post: Platform['post'];
  reference: ReferenceBooks;
  /** After the worker took a message. */
  onTaken: (text: string) => void;
}

/**
 * Pictures of verified books that were shown, those among them that never were true, and last pictures of others that
 * were not.
 */
export interface Painted {
  frames: number;
  books: number;
  wrong: number;
  wrongPast: number;
  examples: string[];
}

export class WorkerHarness {
  readonly market: ReturnType<typeof createMarketWorker>;
  readonly painted: Painted = { frames: 0, books: 0, wrong: 0, wrongPast: 0, examples: [] };
  inside!: ObserverContext;
  /** Sockets begun so far; when the last one was let go or lost, and when one opened: ms of performance.now. */
  sockets = 0;
  lostAt = NaN;
  openedAt = NaN;
  readonly #options: StandOptions;
  readonly #keys = new Map<number, string>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #ended = false;

  constructor(options: StandOptions) {
    this.#options = options;
    this.market = createMarketWorker(this.#world());
  }

  async start(): Promise<void> {
    const port: FramePort = {
      onReturn: () => {},
      post: (frame) => {
        this.#read(frame);
        queueMicrotask(() => port.onReturn({ no: frame.no, columns: frame.columns }));
      },
    };
    await this.market.start({ socketUrl: this.#options.socketUrl, apiBase: 'http://bench', language: 'en-US' }, port);
    await this.market.instruments();
  }

  async watchBook(id: number, key: string, depth: number, interval: number, coinInfoId: number): Promise<void> {
    this.#keys.set(id, key);
    await this.market.open(id, { kind: 'book', coinInfoId, depth, interval, groupTicks: 1, rows: ROWS });
  }

  /** Ends timers and sockets: what is left of it is garbage. */
  end(): void {
    this.#ended = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#open) socket.terminate();
  }

  readonly #open = new Set<WebSocket>();

  #world(): Platform & LazyModules {
    return {
      openSocket: (url) => this.#openSocket(url),
      post: this.#options.post,
      nowMs: () => Date.now(),
      stampMs: () => performance.now(),
      after: (delayMs, run) => {
        const timer = setTimeout(() => {
          this.#timers.delete(timer);
          if (!this.#ended) run();
        }, delayMs);
        this.#timers.add(timer);
        return () => clearTimeout(timer);
      },
      onDisplayTick: (run) => setTimeout(() => !this.#ended && run(), TICK_MS),
      hostChart: () => Promise.reject(new Error('no chart is drawn here')),
      loadIndicators: async () => INDICATORS,
      loadObserver: async () => (inside) => {
        this.inside = inside;
        return {
          onFrame: () => {},
          onBinary: () => {},
          onConnection: () => {},
          save: () => Promise.reject(new Error('nothing is recorded')),
        };
      },
      random: () => Math.random(),
    };
  }

  #openSocket(url: string): PlatformSocket {
    const platform = new WebSocket(url, { perMessageDeflate: false });
    this.#open.add(platform);
    this.sockets++;
    const nothing = (): void => {};
    const socket: PlatformSocket = {
      onOpen: nothing,
      onText: nothing,
      onClose: nothing,
      send: (text) => platform.send(text),
      close: () => {
        this.lostAt = performance.now();
        platform.terminate();
      },
    };
    platform.on('open', () => {
      this.openedAt = performance.now();
      socket.onOpen();
    });
    platform.on('message', (data) => {
      const text = String(data);
      socket.onText(text);
      this.#options.onTaken(text);
    });
    platform.on('error', nothing);
    platform.on('close', () => {
      this.#open.delete(platform);
      this.lostAt = performance.now();
      socket.onClose();
    });
    return socket;
  }

  #read({ columns, used }: Frame): void {
    this.painted.frames++;
    for (let at = 0; at < used; at += columns[at + 2]!)
      if (columns[at] === SECTION.book) this.#readBook(columns, at + SECTION_HEAD, columns[at + 1]!);
  }

  #readBook(columns: Float64Array, at: number, view: number): void {
    const state = columns[at + BOOK_FIELD.state];
    const seq = columns[at + BOOK_FIELD.seq]!;
    const counts = [columns[at + BOOK_FIELD.bids]!, columns[at + BOOK_FIELD.asks]!] as const;
    const shown = counts[0] + counts[1];
    if (state === BOOK_STATE.loading || shown === 0) return;
    const hash = new StateHash();
    let row = at + BOOK_FIELD.size;
    for (const count of counts) {
      for (let i = 0; i < count; i++, row += LEVEL_FIELD.size) {
        hash.add(columns[row + LEVEL_FIELD.price]!);
        hash.add(columns[row + LEVEL_FIELD.lots]!);
      }
      hash.add(-1);
    }
    this.painted.books++;
    if (this.#options.reference.ever(this.#keys.get(view)!, hash.text)) return;
    if (state === BOOK_STATE.live) this.painted.wrong++;
    else this.painted.wrongPast++;
    if (this.painted.examples.length < 3)
      this.painted.examples.push(`${this.#keys.get(view)} seq ${seq} state ${state}`);
  }
}
