// The replay of an embedded chart: one player for each market that is shown.
import { effect } from '@preact/signals-react';
import type { EmbedReplay } from '../../../core/embed/embed-protocol.ts';
import type { FrameReplay } from '../../features/embed/embed-frame.ts';
import { PastPlayer } from '../../features/replay/market/past-player.ts';

/** While it plays, the parent page is sent the moment so often at most. */
const EVENT_EVERY_MS = 250;

export function embedReplay(firstMs: number): FrameReplay {
  let atMs = firstMs;
  let player: PastPlayer | null = null;
  let coinInfoId = 0;
  let stop = (): void => {};
  let notify: (replay: EmbedReplay) => void = () => {};
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
  return {
    show(id) {
      if (id === coinInfoId) return;
      const speed = player?.speed.peek();
      stop();
      coinInfoId = id;
      player = new PastPlayer(id);
      if (speed !== undefined) player.setSpeed(speed);
      const [unwatch, end] = [watch(player), player.start(atMs)];
      stop = () => {
        unwatch();
        end();
      };
    },
    async goTo(ms) {
      atMs = ms;
      await player?.goTo(ms);
    },
    play: () => {
      if (!player?.playing.peek()) player?.toggle();
    },
    pause: () => player?.pause(),
    step: async (by, interval) => (by === 'event' ? player?.stepEvent() : player?.stepBar(interval)),
    setSpeed: (times) => player?.setSpeed(times),
    onChange: (listener) => {
      notify = listener;
    },
  };
}
