// A replay as its page shows it: the recording, where it is, how fast it goes, and the places to come back to.
import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals-react';
import type {
  ReplayInfo,
  ReplayMark,
  ReplayRefusal,
  ReplayStatus,
} from '../../../core/worker-protocol/replay-protocol.ts';
import { ReplayLink } from './replay-worker.ts';

/** How many times faster than it was. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50] as const;
/** A page that was away does not rush through what it missed. */
const LONGEST_TICK_MS = 250;
/** Most marks of one's own. */
export const MOST_MARKS = 20;

/** none: no file yet. refused: `refusal` says why. died: the worker is gone. */
type Phase = 'none' | 'loading' | 'ready' | 'refused' | 'died';
export interface PageMark {
  atMs: number;
  kind: ReplayMark['kind'] | 'own';
}

const AT_START: ReplayStatus = { atMs: 0, played: 0, ended: false, hash: '' };

export class ReplayController {
  readonly phase: Signal<Phase> = signal('none');
  readonly info: Signal<ReplayInfo | null> = signal(null);
  readonly refusal: Signal<ReplayRefusal | ''> = signal('');
  readonly status: Signal<ReplayStatus> = signal(AT_START);
  readonly playing = signal(false);
  readonly speed: Signal<number> = signal(1);
  readonly own: Signal<readonly number[]> = signal([]);
  /** Those of the recording and one's own, by time. */
  readonly marks: ReadonlySignal<readonly PageMark[]> = computed(() =>
    [...(this.info.value?.marks ?? []), ...this.own.value.map((atMs): PageMark => ({ atMs, kind: 'own' }))].sort(
      (a, b) => a.atMs - b.atMs,
    ),
  );
  private worker: ReplayLink | null = null;

  /** The worker, which comes with the first recording. */
  get link(): ReplayLink {
    this.worker ??= new ReplayLink((message) => {
      console.error('the replay worker died', message);
      this.phase.value = 'died';
    });
    return this.worker;
  }

  setSpeed(times: number): void {
    this.speed.value = times;
  }

  async load(file: Blob): Promise<void> {
    this.playing.value = false;
    this.phase.value = 'loading';
    this.info.value = null;
    const answer = await this.link.load(file);
    batch(() => {
      this.own.value = [];
      if (typeof answer === 'string') {
        this.refusal.value = answer;
        this.phase.value = 'refused';
        return;
      }
      this.status.value = { ...AT_START, atMs: answer.firstMs };
      this.info.value = answer;
      this.phase.value = 'ready';
    });
  }

  toggle(): void {
    if (this.playing.peek()) this.playing.value = false;
    else if (this.phase.peek() === 'ready') void this.play();
  }

  async step(): Promise<void> {
    this.playing.value = false;
    this.status.value = await this.link.step();
  }

  async seek(atMs: number): Promise<void> {
    this.status.value = await this.link.seek(atMs);
  }

  mark(): void {
    const { atMs } = this.status.peek();
    if (this.own.peek().length < MOST_MARKS && !this.own.peek().includes(atMs))
      this.own.value = [...this.own.peek(), atMs];
  }

  end(): void {
    this.playing.value = false;
    this.phase.value = 'none';
    this.info.value = null;
    this.worker?.end();
    this.worker = null;
  }

  /** The page's pictures set the pace: a worker that is slow plays slower and loses nothing. */
  private async play(): Promise<void> {
    this.playing.value = true;
    if (this.status.peek().ended) await this.seek(this.info.peek()?.firstMs ?? 0);
    let last = performance.now();
    while (this.playing.peek()) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (!this.playing.peek()) return;
      const now = performance.now();
      const status = await this.link.advance(Math.min(LONGEST_TICK_MS, now - last) * this.speed.peek());
      last = now;
      this.status.value = status;
      if (status.ended) this.playing.value = false;
    }
  }
}
