// The replay of an embedded chart: one player for each market that is shown.
import { effect } from '@preact/signals-react';
import { EmbedFault, type EmbedReplay } from '../../../core/embed/embed-protocol.ts';
import type { PastWorkerClient } from '../../api/past-worker.ts';
import { type FrameReplay, fileFault, pastFault } from '../../features/embed/frame-replay.ts';
import { PastPlayer, firstMomentOf } from '../../features/replay/market/past-player.ts';

/** While it plays, the parent page is sent the moment this often at most. */
const EVENT_EVERY_MS = 250;

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

export function embedReplay(worker: PastWorkerClient, firstMs: number): FrameReplay {
  let atMs = firstMs;
  let player: PastPlayer | null = null;
  let coinInfoId = 0;
  let speed = 1;
  let stop = (): void => {};
  let notify: (replay: EmbedReplay) => void = () => {};
  let report: (fault: EmbedFault) => void = () => {};
  /** A command waits for its moment: its answer has the fault. */
  let isCommanded = false;
  const watch = (shown: PastPlayer): (() => void) => {
    let last: EmbedReplay | null = null;
    let lastMs = -Infinity;
    return effect(() => {
      const status = shown.status.value;
      const [playing, speed] = [shown.playing.value, shown.speed.value];
      if (!status) return;
      ({ atMs } = status);
      const { known, ended } = status;
      const isSame = last?.playing === playing && last.speed === speed && last.known === known && last.ended === ended;
      if (playing && isSame && performance.now() - lastMs < EVENT_EVERY_MS) return;
      last = { time: atMs, playing, speed, known, ended };
      lastMs = performance.now();
      notify(last);
    });
  };
  const watchFaults = (shown: PastPlayer): (() => void) =>
    effect(() => {
      const fault = pastFault(shown.phase.value);
      if (fault && !isCommanded) report(fault);
    });
  /** The player of the market that is shown, once nothing is under way. Throws EmbedFault where no moment is shown. */
  const shownPlayer = async (): Promise<PastPlayer> => {
    const asked = player;
    if (!asked) throw new EmbedFault('failed', 'No market is shown.');
    await whenSettled(asked);
    // Another market may be shown meanwhile.
    if (asked !== player) return shownPlayer();
    const fault = asked.status.peek() ? null : pastFault(asked.phase.peek());
    if (fault) throw fault;
    return asked;
  };
  return {
    show(id) {
      if (id === coinInfoId) return;
      stop();
      coinInfoId = id;
      player = new PastPlayer(id);
      player.setSpeed(speed);
      const ends = [watch(player), watchFaults(player), player.start(atMs)];
      stop = () => ends.forEach((end) => end());
    },
    async goTo(ms) {
      const asked = player;
      atMs = ms;
      isCommanded = true;
      try {
        await asked?.goTo(ms);
      } finally {
        isCommanded = false;
      }
      const fault = pastFault(asked?.phase.peek());
      if (!fault) return;
      // What was shown stays, also for the next market.
      if (asked === player) atMs = asked?.status.peek()?.atMs ?? ms;
      throw fault;
    },
    async play() {
      const shown = await shownPlayer();
      if (!shown.playing.peek()) shown.toggle();
    },
    pause: () => player?.pause(),
    async step(by, interval) {
      const shown = await shownPlayer();
      await (by === 'event' ? shown.stepEvent() : shown.stepBar(interval));
    },
    setSpeed: (times) => {
      speed = times;
      player?.setSpeed(times);
    },
    async open(file) {
      const opened = await worker.openFile(file);
      if (typeof opened === 'string') throw fileFault(opened);
      player?.pause();
      const infos = await worker.instruments();
      atMs = firstMomentOf(opened);
      coinInfoId = 0;
      return { infos, markets: opened.markets };
    },
    onChange: (onMoment, onFault) => {
      notify = onMoment;
      report = onFault;
    },
  };
}
