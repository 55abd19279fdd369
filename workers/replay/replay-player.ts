// Plays a recording through the real market in a world of its own: by time, frame by frame, and the same way every
// time.
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { channelKey } from '../../core/feed/feed-protocol.ts';
import { Decoder } from '../decode/decoder.ts';
import { createMarketWorker } from '../pipeline.ts';
import { RECORD } from '../recorder/recording-file.ts';
import type { FramePort } from '../platform.ts';
import { ReplayState } from './replay-state.ts';
import { LOST_BOOK, type Recording, type Step } from './recording.ts';
import { StateHash } from './state-hash.ts';
import { type HostPlatform, ReplayPlatform } from './replay-platform.ts';

/** The state is hashed at every whole second of the recording. */
const HASH_EVERY_MS = 1_000;

type Market = ReturnType<typeof createMarketWorker>;

/** One run of a recording, from its beginning. */
export class Player {
  readonly market: Market;
  readonly state: ReplayState;
  /** Hashes at whole seconds of the recording, in order; the last one is of its end. */
  readonly hashes: string[] = [];
  /** Frames played. */
  played = 0;
  private readonly recording: Recording;
  private readonly platform: ReplayPlatform;
  private readonly steps: Iterator<Step>;
  private readonly decoder = new Decoder();
  private next: Step | null;
  private hashAtMs: number;
  /** Frames that had been played when the state was hashed last. */
  private hashedAt = 0;

  private constructor(recording: Recording, market: Market, platform: ReplayPlatform, state: ReplayState) {
    this.recording = recording;
    this.market = market;
    this.platform = platform;
    this.state = state;
    this.decoder.setInstruments(
      new Map(recording.infos.filter(({ pair }) => pair !== '').map((info) => [info.id, instrumentOf(info)])),
    );
    this.steps = recording.steps();
    this.next = this.readNext();
    this.hashAtMs = recording.firstMs + HASH_EVERY_MS;
  }

  /** Sets everything up at the first moment of a recording; frames of views leave through `port`. */
  static async start(recording: Recording, platform: HostPlatform, port: FramePort): Promise<Player> {
    let held: ReplayState | null = null;
    const world = new ReplayPlatform(recording, platform, (inside) => (held = new ReplayState(inside)));
    const market = createMarketWorker(world);
    await market.start({ socketUrl: 'replay:', apiBase: '', language: 'en-US' }, port);
    await market.instruments();
    const indicators = await platform.loadIndicators();
    await nextMacrotask();
    const player = new Player(recording, market, world, held!);
    await player.state.open(recording, indicators);
    player.opened();
    await player.waitForCalls();
    return player;
  }

  /** ms since the epoch, by the recording. */
  get atMs(): number {
    return this.platform.clockMs;
  }

  get ended(): boolean {
    return this.next === null;
  }

  /** Plays everything up to `untilMs`; at the end of the recording the clock stands. */
  async playTo(untilMs: number): Promise<void> {
    const until = Math.min(untilMs, this.recording.lastMs);
    while (this.runNext(until)) if (this.platform.pendingCalls > 0) await this.waitForCalls();
    this.platform.clockMs = Math.max(this.platform.clockMs, until);
    if (this.next === null && this.hashAtMs < Infinity) {
      this.hash();
      this.hashAtMs = Infinity;
    }
  }

  /** Plays up to the next frame, and that one. */
  async step(): Promise<void> {
    const { played } = this;
    while (this.next && this.played === played) {
      this.runNext(Infinity);
      if (this.platform.pendingCalls > 0) await this.waitForCalls();
    }
    if (this.next === null) await this.playTo(this.recording.lastMs);
  }

  /** Hash over all hashes so far: equal for two runs that agree at every second. */
  get chain(): string {
    const chain = new StateHash();
    for (const hash of this.hashes)
      for (let i = 0; i < hash.length; i += 8) chain.add(Number.parseInt(hash.slice(i, i + 8), 16));
    return chain.text;
  }

  /**
   * Does what is due first, if that is not after `untilMs`. At the same moment: timers, then frames, then the hash that
   * speaks of them.
   */
  private runNext(untilMs: number): boolean {
    const stepMs = this.next?.atMs ?? Infinity;
    const { nextTimerMs } = this.platform;
    const first = Math.min(stepMs, nextTimerMs, this.hashAtMs);
    if (first > untilMs) return false;
    if (nextTimerMs === first) this.platform.runTimer();
    else if (stepMs === first) this.playNext();
    else this.hash();
    return true;
  }

  private readNext(): Step | null {
    const { done, value } = this.steps.next();
    return done ? null : value;
  }

  private playNext(): void {
    const step = this.next!;
    this.next = this.readNext();
    this.platform.clockMs = Math.max(this.platform.clockMs, step.atMs);
    this.played++;
    if (step.kind === RECORD.open) this.opened();
    else if (step.kind === RECORD.closed) this.platform.disconnect();
    else if (step.kind === LOST_BOOK) this.state.books.get(step.text)?.source.onDisconnected();
    else if (step.kind !== RECORD.keyframe || this.isMissing(step.text)) this.platform.deliver(step);
  }

  /** Whether a book of a new segment is one that the replay has not (any more). */
  private isMissing(text: string): boolean {
    const event = this.decoder.decode(text);
    if (event.kind !== 'book') return false;
    const key = channelKey({
      channel: 'books',
      coinInfoId: event.coinInfoId,
      depth: event.depth,
      interval: event.interval,
    });
    return this.state.books.get(key)?.source.state !== BOOK_STATE.live;
  }

  private opened(): void {
    if (this.platform.isOpen) return;
    // The recorded socket is back: the replay's own does not wait for its turn.
    void this.market.wake('online');
    this.platform.open();
  }

  private hash(): void {
    this.platform.clockMs = Math.max(this.platform.clockMs, Math.min(this.hashAtMs, this.recording.lastMs));
    this.hashes.push(this.hashOfNow());
    this.hashedAt = this.played;
    this.hashAtMs += HASH_EVERY_MS;
  }

  /** A second in which nothing came has the hash of the one before: days of silence are short. */
  private hashOfNow(): string {
    const last = this.hashes.at(-1);
    if (last !== undefined && this.hashedAt === this.played) return last;
    const hash = new StateHash();
    this.state.addTo(hash);
    return hash.text;
  }

  /** Lets every answer arrive before the clock moves on. */
  private async waitForCalls(): Promise<void> {
    do await nextMacrotask();
    while (this.platform.pendingCalls > 0);
  }
}

/** One turn of the event loop: every promise that can settle has. */
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
