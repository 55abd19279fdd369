// Plays a recording through the real pipeline, with identical results in every run.
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import { JsonDecoder } from '../decode/json-decoder.ts';
import { createMarketWorker } from '../create-market-worker.ts';
import { RECORD } from '../recorder/recording-file.ts';
import type { FramePort } from '../platform.ts';
import { ReplayState } from './replay-state.ts';
import { LOST_BOOK, type Recording, type Step } from './recording.ts';
import { StateHash } from './state-hash.ts';
import { type ReplayHost, ReplayPlatform } from './replay-platform.ts';

/** The state is hashed at every whole second of the recording. */
const HASH_EVERY_MS = 1_000;

type Market = ReturnType<typeof createMarketWorker>;

/** One run of a recording from its beginning. */
export class ReplayPlayer {
  readonly market: Market;
  readonly state: ReplayState;
  /** Hashes at whole seconds of the recording in order; the last one is of its end. */
  readonly hashes: string[] = [];
  /** Number of steps played. */
  playedCount = 0;
  readonly #recording: Recording;
  readonly #platform: ReplayPlatform;
  readonly #steps: Iterator<Step>;
  readonly #decoder = new JsonDecoder();
  #next: Step | null;
  #hashAtMs: number;
  /** `playedCount` at the last hash. */
  #hashedAt = 0;

  private constructor(recording: Recording, market: Market, platform: ReplayPlatform, state: ReplayState) {
    this.#recording = recording;
    this.market = market;
    this.#platform = platform;
    this.state = state;
    this.#decoder.setInstruments(
      new Map(recording.infos.filter(({ pair }) => pair !== '').map((info) => [info.id, instrumentOf(info)])),
    );
    this.#steps = recording.steps();
    this.#next = this.#readNext();
    this.#hashAtMs = recording.firstMs + HASH_EVERY_MS;
  }

  /** Starts a run at the first moment of a recording; frames of views are sent to `port`. */
  static async start(recording: Recording, platform: ReplayHost, port: FramePort): Promise<ReplayPlayer> {
    let state: ReplayState | null = null;
    const replayPlatform = new ReplayPlatform(recording, platform, (inside) => (state = new ReplayState(inside)));
    const market = createMarketWorker(replayPlatform);
    await market.start({ socketUrl: 'replay:', apiBase: '', language: 'en-US' }, port);
    await market.instruments();
    const indicators = await platform.loadIndicators();
    await nextMacrotask();
    const player = new ReplayPlayer(recording, market, replayPlatform, state!);
    await player.state.open(recording, indicators);
    player.#onSocketOpened();
    await player.#waitForCalls();
    return player;
  }

  /** Current time of the recording, ms since the epoch. */
  get atMs(): number {
    return this.#platform.clockMs;
  }

  get ended(): boolean {
    return this.#next === null;
  }

  /** Plays all steps up to `untilMs`, at most to the end of the recording. */
  async playTo(untilMs: number): Promise<void> {
    const until = Math.min(untilMs, this.#recording.lastMs);
    while (this.#runNext(until)) if (this.#platform.pendingCalls > 0) await this.#waitForCalls();
    this.#platform.clockMs = Math.max(this.#platform.clockMs, until);
    if (this.#next === null && this.#hashAtMs < Infinity) {
      this.#hash();
      this.#hashAtMs = Infinity;
    }
  }

  /** Plays the next step. */
  async step(): Promise<void> {
    const { playedCount } = this;
    while (this.#next && this.playedCount === playedCount) {
      this.#runNext(Infinity);
      if (this.#platform.pendingCalls > 0) await this.#waitForCalls();
    }
    if (this.#next === null) await this.playTo(this.#recording.lastMs);
  }

  /** Hash over all hashes so far: equal for runs that agree at every second. */
  get chain(): string {
    const chain = new StateHash();
    for (const hash of this.hashes)
      for (let i = 0; i < hash.length; i += 8) chain.add(Number.parseInt(hash.slice(i, i + 8), 16));
    return chain.text;
  }

  /**
   * Does what is due first, unless that is after `untilMs`. At the same moment: timers, then steps, then the hash over
   * both. Returns whether anything was due.
   */
  #runNext(untilMs: number): boolean {
    const stepMs = this.#next?.atMs ?? Infinity;
    const { nextTimerMs } = this.#platform;
    const first = Math.min(stepMs, nextTimerMs, this.#hashAtMs);
    if (first > untilMs) return false;
    if (nextTimerMs === first) this.#platform.runTimer();
    else if (stepMs === first) this.#playNext();
    else this.#hash();
    return true;
  }

  #readNext(): Step | null {
    const { done, value } = this.#steps.next();
    return done ? null : value;
  }

  #playNext(): void {
    const step = this.#next!;
    this.#next = this.#readNext();
    this.#platform.clockMs = Math.max(this.#platform.clockMs, step.atMs);
    this.playedCount++;
    if (step.kind === RECORD.open) this.#onSocketOpened();
    else if (step.kind === RECORD.closed) this.#platform.disconnect();
    else if (step.kind === LOST_BOOK) this.state.books.get(step.text)?.source.onDisconnected();
    else if (step.kind !== RECORD.keyframe || this.#isMissing(step.text)) this.#platform.deliver(step);
  }

  /** Whether the book of a segment's snapshot is missing or unverified here. */
  #isMissing(text: string): boolean {
    const event = this.#decoder.decode(text);
    if (event.kind !== 'book') return false;
    const key = channelKey({
      channel: 'books',
      coinInfoId: event.coinInfoId,
      depth: event.depth,
      interval: event.interval,
    });
    return this.state.books.get(key)?.source.state !== BOOK_STATE.live;
  }

  #onSocketOpened(): void {
    if (this.#platform.isOpen) return;
    // The recorded socket opened: the replay's socket opens without its reconnect delay.
    void this.market.wake('online');
    this.#platform.open();
  }

  #hash(): void {
    this.#platform.clockMs = Math.max(this.#platform.clockMs, Math.min(this.#hashAtMs, this.#recording.lastMs));
    this.hashes.push(this.#currentHash());
    this.#hashedAt = this.playedCount;
    this.#hashAtMs += HASH_EVERY_MS;
  }

  /** A second without a step has the previous hash, so that days without messages cost little. */
  #currentHash(): string {
    const last = this.hashes.at(-1);
    if (last !== undefined && this.#hashedAt === this.playedCount) return last;
    const hash = new StateHash();
    this.state.addTo(hash);
    return hash.text;
  }

  /** Waits until all calls are answered, so that answers arrive at the same recorded time in every run. */
  async #waitForCalls(): Promise<void> {
    do await nextMacrotask();
    while (this.#platform.pendingCalls > 0);
  }
}

/** One turn of the event loop: pending promises are resolved after it. */
function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(0);
  });
}
