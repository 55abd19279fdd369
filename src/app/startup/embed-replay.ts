// The replay of an embedded chart: one player for each market that is shown.
import { effect } from '@preact/signals-react';
import { EmbedFault, type EmbedReplay } from '../../../core/embed/embed-protocol.ts';
import type { ChartInterval } from '../../../core/units/time.ts';
import type { PastWorkerClient } from '../../api/past-worker.ts';
import { type FrameReplay, fileFault, pastFault } from '../../features/embed/frame-replay.ts';
import { PastPlayer, firstMomentOf } from '../../features/replay/market/past-player.ts';

/** While it plays, the parent page is sent the moment this often at most. */
const EVENT_EVERY_MS = 250;

export class ReplayPlayers implements FrameReplay {
  readonly #worker: PastWorkerClient;
  #atMs: number;
  #player: PastPlayer | null = null;
  #coinInfoId = 0;
  #speed = 1;
  #stop: () => void = () => {};
  #onMoment: (replay: EmbedReplay) => void = () => {};
  #onFault: (fault: EmbedFault) => void = () => {};
  /** A command waits for its moment: its answer has the fault. */
  #isCommanded = false;

  /** `firstMs`: the moment of the first market. */
  constructor(worker: PastWorkerClient, firstMs: number) {
    this.#worker = worker;
    this.#atMs = firstMs;
  }

  onChange(onMoment: (replay: EmbedReplay) => void, onFault: (fault: EmbedFault) => void): void {
    this.#onMoment = onMoment;
    this.#onFault = onFault;
  }

  show(coinInfoId: number): void {
    if (coinInfoId === this.#coinInfoId) return;
    this.#stop();
    this.#coinInfoId = coinInfoId;
    const player = new PastPlayer(coinInfoId);
    this.#player = player;
    player.setSpeed(this.#speed);
    const ends = [this.#watch(player), this.#watchFaults(player), player.start(this.#atMs)];
    this.#stop = () => ends.forEach((end) => end());
  }

  async goTo(ms: number): Promise<void> {
    const asked = this.#player;
    this.#atMs = ms;
    this.#isCommanded = true;
    try {
      await asked?.goTo(ms);
    } finally {
      this.#isCommanded = false;
    }
    const fault = pastFault(asked?.phase.peek());
    if (!fault) return;
    // What was shown stays, also for the next market.
    if (asked === this.#player) this.#atMs = asked?.status.peek()?.atMs ?? ms;
    throw fault;
  }

  async play(): Promise<void> {
    const player = await this.#shownPlayer();
    if (!player.playing.peek()) player.toggle();
  }

  pause(): void {
    this.#player?.pause();
  }

  async step(by: 'event' | 'candle', interval: ChartInterval): Promise<void> {
    const player = await this.#shownPlayer();
    await (by === 'event' ? player.stepEvent() : player.stepBar(interval));
  }

  setSpeed(times: number): void {
    this.#speed = times;
    this.#player?.setSpeed(times);
  }

  async open(file: Blob): ReturnType<FrameReplay['open']> {
    const opened = await this.#worker.openFile(file);
    if (typeof opened === 'string') throw fileFault(opened);
    this.#player?.pause();
    const infos = await this.#worker.instruments();
    this.#atMs = firstMomentOf(opened);
    this.#coinInfoId = 0;
    return { infos, markets: opened.markets };
  }

  /** The player of the market that is shown, once nothing is under way. Throws EmbedFault where no moment is shown. */
  async #shownPlayer(): Promise<PastPlayer> {
    const asked = this.#player;
    if (!asked) throw new EmbedFault('failed', 'No market is shown.');
    await whenSettled(asked);
    // Another market may be shown meanwhile.
    if (asked !== this.#player) return this.#shownPlayer();
    const fault = asked.status.peek() ? null : pastFault(asked.phase.peek());
    if (fault) throw fault;
    return asked;
  }

  #watch(player: PastPlayer): () => void {
    let last: EmbedReplay | null = null;
    let lastMs = -Infinity;
    return effect(() => {
      const status = player.status.value;
      const [playing, speed] = [player.playing.value, player.speed.value];
      if (!status) return;
      const { atMs, known, ended } = status;
      this.#atMs = atMs;
      const isSame = last?.playing === playing && last.speed === speed && last.known === known && last.ended === ended;
      if (playing && isSame && performance.now() - lastMs < EVENT_EVERY_MS) return;
      last = { time: atMs, playing, speed, known, ended };
      lastMs = performance.now();
      this.#onMoment(last);
    });
  }

  #watchFaults(player: PastPlayer): () => void {
    return effect(() => {
      const fault = pastFault(player.phase.value);
      if (fault && !this.#isCommanded) this.#onFault(fault);
    });
  }
}

/** Resolves when a player neither opens a moment nor waits for events. */
function whenSettled({ phase }: PastPlayer): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (phase.value === 'loading' || phase.value === 'waiting') return;
      // The effect runs before it is returned.
      queueMicrotask(() => stop());
      resolve();
    });
  });
}
