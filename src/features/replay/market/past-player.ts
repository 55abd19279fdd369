// State of a market's replay: the moment, whether it plays, and its speed.
import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals-react';
import { MINUTE_MS } from '../../../../core/units/durations.ts';
import { type ChartInterval, type EpochMs, isTimeInterval } from '../../../../core/units/time.ts';
import type { OpenedFile, PastRefusal, PastStatus } from '../../../../core/worker-protocol/past-protocol.ts';
import { type PastWorkerClient, pastWorker } from '../../../api/past-worker.ts';
import { setClockSkew } from '../../../stores/market/connection.ts';

/** Playback speeds, as factors of time. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 250, 500] as const;
/** Most real time that one step covers: a page that was hidden does not jump ahead. */
const MAX_STEP_MS = 250;
/** While nothing plays, the page's clock is set back to the moment this often. */
const HOLD_EVERY_MS = 250;

/** The moment that a file is shown at first: a minute after its begin. */
export function firstMomentOf({ firstMs, lastMs }: OpenedFile): EpochMs {
  return Math.min(firstMs + MINUTE_MS, (firstMs + lastMs) / 2);
}

/** loading: a moment is being opened. waiting: the next events are. failed: they could not be loaded. */
type Phase = 'loading' | 'ready' | 'waiting' | 'failed' | PastRefusal;

export class PastPlayer {
  readonly #phase = signal<Phase>('loading');
  readonly phase: ReadonlySignal<Phase> = this.#phase;
  /** Null before the first moment is shown. */
  readonly status: Signal<PastStatus | null> = signal(null);
  readonly playing = signal(false);
  readonly speed: Signal<number> = signal(1);
  readonly atMs: ReadonlySignal<EpochMs> = computed(() => this.status.value?.atMs ?? NaN);
  readonly #worker: PastWorkerClient;
  readonly #coinInfoId: number;
  #chosenMs: EpochMs = NaN;
  #isOccupied = false;
  /** Counts how often it was played. */
  #run = 0;

  /** Throws Error in a document that is no replay. */
  constructor(coinInfoId: number) {
    const worker = pastWorker();
    if (!worker) throw new Error('this document is no replay');
    this.#worker = worker;
    this.#coinInfoId = coinInfoId;
  }

  /** Shows a moment, and has the page's clock follow; returns the function that stops both. */
  start(atMs: EpochMs): () => void {
    const hold = setInterval(() => this.#setClock(), HOLD_EVERY_MS);
    void this.goTo(atMs);
    return () => {
      this.playing.value = false;
      clearInterval(hold);
    };
  }

  /** The moment that `played` of the status counts from; NaN before the first one. */
  get chosenMs(): EpochMs {
    return this.#chosenMs;
  }

  /** Returns whether the moment is shown. */
  async goTo(atMs: EpochMs): Promise<boolean> {
    this.playing.value = false;
    this.#phase.value = 'loading';
    const answer = await this.#worker.goTo(this.#coinInfoId, atMs);
    if (typeof answer === 'string') {
      this.#phase.value = answer;
      return false;
    }
    this.#chosenMs = atMs;
    this.#show(answer);
    return true;
  }

  setSpeed(times: number): void {
    this.speed.value = times;
  }

  toggle(): void {
    if (this.playing.peek()) this.playing.value = false;
    else if (this.#isReady) void this.#play();
  }

  stepEvent(): Promise<void> {
    return this.#step(() => this.#worker.stepEvent());
  }

  /** Steps by an event where no time ends a bar. */
  stepBar(interval: ChartInterval): Promise<void> {
    return this.#step(() => (isTimeInterval(interval) ? this.#worker.stepBar(interval) : this.#worker.stepEvent()));
  }

  /** A call that answers with the status, and leaves the time as it is. Rejects when the worker fails. */
  async call(act: (worker: PastWorkerClient) => Promise<PastStatus>): Promise<PastStatus> {
    const status = await act(this.#worker);
    this.#show(status);
    return status;
  }

  pause(): void {
    this.playing.value = false;
  }

  /** Until the returned function is called it is loading: only `goTo` and `call` move it. */
  occupy(): () => void {
    this.playing.value = false;
    this.#isOccupied = true;
    this.#phase.value = 'loading';
    return () => {
      this.#isOccupied = false;
      if (this.#phase.peek() === 'loading' && this.status.peek()) this.#phase.value = 'ready';
    };
  }

  get #isReady(): boolean {
    return this.status.peek() !== null && this.#phase.peek() !== 'loading' && this.#phase.peek() !== 'waiting';
  }

  async #step(move: () => Promise<PastStatus>): Promise<void> {
    this.playing.value = false;
    if (this.#isReady) await this.#move(move);
  }

  /** Advances once for each display frame: a slow line plays more slowly and skips nothing. */
  async #play(): Promise<void> {
    this.playing.value = true;
    // Paused and played again during a step, the time would pass twice as fast.
    const run = (this.#run += 1);
    const goesOn = (): boolean => this.playing.peek() && run === this.#run;
    let last = performance.now();
    while (goesOn()) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (!goesOn()) return;
      const now = performance.now();
      const ms = Math.min(MAX_STEP_MS, now - last) * this.speed.peek();
      last = now;
      await this.#move(() => this.#worker.advance(ms));
      if (this.#phase.peek() !== 'ready' || this.status.peek()?.ended) this.playing.value = false;
    }
  }

  async #move(move: () => Promise<PastStatus>): Promise<void> {
    const waiting = setTimeout(() => {
      this.#phase.value = 'waiting';
    }, MAX_STEP_MS);
    try {
      this.#show(await move());
    } catch (cause) {
      console.warn('replay step failed', cause);
      this.#phase.value = 'failed';
    } finally {
      clearTimeout(waiting);
    }
  }

  #show(status: PastStatus): void {
    batch(() => {
      this.#phase.value = this.#isOccupied ? 'loading' : 'ready';
      this.status.value = status;
      this.#setClock();
    });
  }

  #setClock(): void {
    const { atMs } = this;
    if (!Number.isNaN(atMs.peek())) setClockSkew(atMs.peek() - Date.now());
  }
}
