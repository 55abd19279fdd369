// State of a replay: the recording, its position, speed and marks.
import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals-react';
import type {
  ReplayInfo,
  ReplayMark,
  ReplayRefusal,
  ReplayStatus,
} from '../../../core/worker-protocol/replay-protocol.ts';
import { ReplayClient } from './replay-client.ts';

/** Playback speeds, as factors of the recorded speed. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50] as const;
/** Most recorded time per frame at speed 1: a page that was hidden does not jump ahead. */
const MAX_STEP_MS = 250;
/** Most marks set by the user. */
export const MAX_MARKS = 20;

/** none: no recording yet. refused: see `refusal`. died: the worker failed. */
type Phase = 'none' | 'loading' | 'ready' | 'refused' | 'died';
export interface TimelineMark {
  atMs: number;
  kind: ReplayMark['kind'] | 'own';
}

const INITIAL_STATUS: ReplayStatus = { atMs: 0, played: 0, ended: false, hash: '' };

export class ReplayController {
  readonly phase: Signal<Phase> = signal('none');
  readonly info: Signal<ReplayInfo | null> = signal(null);
  readonly refusal: Signal<ReplayRefusal | ''> = signal('');
  readonly status: Signal<ReplayStatus> = signal(INITIAL_STATUS);
  readonly playing = signal(false);
  readonly speed: Signal<number> = signal(1);
  readonly ownMarks: Signal<readonly number[]> = signal([]);
  /** Marks of the recording and of the user, by time. */
  readonly marks: ReadonlySignal<readonly TimelineMark[]> = computed(() =>
    [
      ...(this.info.value?.marks ?? []),
      ...this.ownMarks.value.map((atMs): TimelineMark => ({ atMs, kind: 'own' })),
    ].sort((a, b) => a.atMs - b.atMs),
  );
  /** The recording as it was opened; null before. */
  file: Blob | null = null;
  #worker: ReplayClient | null = null;
  /** Counts how often it was played. */
  #run = 0;
  #isLeft = false;

  /** Called by its page when that is shown; returns the function that ends it. */
  enter(): () => void {
    this.#isLeft = false;
    return () => this.#leave();
  }

  /** The worker's client; the worker starts on first use. */
  get client(): ReplayClient {
    this.#worker ??= new ReplayClient((message) => {
      console.error('replay worker failed', message);
      this.phase.value = 'died';
    });
    return this.#worker;
  }

  setSpeed(times: number): void {
    this.speed.value = times;
  }

  /** A file that comes after the page was left starts no worker. */
  async load(file: Blob): Promise<void> {
    if (this.#isLeft) return;
    this.playing.value = false;
    this.phase.value = 'loading';
    this.info.value = null;
    const answer = await this.client.load(file);
    batch(() => {
      this.ownMarks.value = [];
      if (typeof answer === 'string') {
        this.refusal.value = answer;
        this.phase.value = 'refused';
        return;
      }
      this.status.value = { ...INITIAL_STATUS, atMs: answer.firstMs };
      this.file = file;
      this.info.value = answer;
      this.phase.value = 'ready';
    });
  }

  toggle(): void {
    if (this.playing.peek()) this.playing.value = false;
    else if (this.phase.peek() === 'ready') void this.#play();
  }

  async step(): Promise<void> {
    this.playing.value = false;
    this.status.value = await this.client.step();
  }

  async seek(atMs: number): Promise<void> {
    this.status.value = await this.client.seek(atMs);
  }

  addMark(): void {
    const { atMs } = this.status.peek();
    if (this.ownMarks.peek().length < MAX_MARKS && !this.ownMarks.peek().includes(atMs))
      this.ownMarks.value = [...this.ownMarks.peek(), atMs];
  }

  #leave(): void {
    this.#isLeft = true;
    this.playing.value = false;
    this.phase.value = 'none';
    this.info.value = null;
    this.#worker?.dispose();
    this.#worker = null;
  }

  /** Advances once per display frame: a slow worker plays more slowly and skips nothing. */
  async #play(): Promise<void> {
    this.playing.value = true;
    // Paused and played again during a step, the time would pass twice as fast.
    const run = (this.#run += 1);
    const goesOn = (): boolean => this.playing.peek() && run === this.#run;
    if (this.status.peek().ended) await this.seek(this.info.peek()?.firstMs ?? 0);
    let last = performance.now();
    while (goesOn()) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (!goesOn()) return;
      const now = performance.now();
      const status = await this.client.advance(Math.min(MAX_STEP_MS, now - last) * this.speed.peek());
      last = now;
      this.status.value = status;
      if (status.ended) this.playing.value = false;
    }
  }
}
