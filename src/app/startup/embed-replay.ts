// The replay of an embedded chart: one player for each market that is shown.
import { effect } from '@preact/signals-react';
import type { EmbedFault, EmbedReplay } from '../../../core/embed/embed-protocol.ts';
import type { PastWorkerClient } from '../../api/past-worker.ts';
import { type FrameReplay, fileFault, pastFault } from '../../features/embed/frame-replay.ts';
import { PastPlayer, firstMomentOf } from '../../features/replay/market/past-player.ts';

/** While it plays, the parent page is sent the moment so often at most. */
const EVENT_EVERY_MS = 250;

export function embedReplay(worker: PastWorkerClient, firstMs: number): FrameReplay {
  let atMs = firstMs;
  let player: PastPlayer | null = null;
  let coinInfoId = 0;
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
  return {
    show(id) {
      if (id === coinInfoId) return;
      const speed = player?.speed.peek();
      stop();
      coinInfoId = id;
      player = new PastPlayer(id);
      if (speed !== undefined) player.setSpeed(speed);
      const ends = [watch(player), watchFaults(player), player.start(atMs)];
      stop = () => ends.forEach((end) => end());
    },
    async goTo(ms) {
      atMs = ms;
      isCommanded = true;
      try {
        await player?.goTo(ms);
      } finally {
        isCommanded = false;
      }
      const fault = pastFault(player?.phase.peek());
      if (fault) throw fault;
    },
    play: () => {
      if (!player?.playing.peek()) player?.toggle();
    },
    pause: () => player?.pause(),
    step: async (by, interval) => (by === 'event' ? player?.stepEvent() : player?.stepBar(interval)),
    setSpeed: (times) => player?.setSpeed(times),
    async open(file) {
      player?.pause();
      const opened = await worker.openFile(file);
      if (typeof opened === 'string') throw fileFault(opened);
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
