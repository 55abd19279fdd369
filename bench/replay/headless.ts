// A replay without a screen: the recording is played to its end as fast as it goes.
import { INDICATORS } from '../../workers/indicators/registry.ts';
import { ReplayPlayer } from '../../workers/replay/replay-player.ts';
import type { Recording } from '../../workers/replay/recording.ts';
import type { ReplayHost } from '../../workers/replay/replay-platform.ts';
import type { FramePort } from '../../workers/platform.ts';

/** Nothing is painted: no frame is ever due. */
const platform: ReplayHost = {
  paintMs: () => 0,
  onDisplayTick: () => {},
  hostChart: () => Promise.reject(new Error('no chart is drawn here')),
  loadIndicators: () => Promise.resolve(INDICATORS),
};

/**
 * Plays a recording; `tickMs` is how much of its time passes at once (Infinity: all of it). With `advance` that is done
 * instead, until the end.
 */
export async function playHeadless(
  recording: Recording,
  tickMs = Infinity,
  advance?: (player: ReplayPlayer) => Promise<void>,
): Promise<ReplayPlayer> {
  const port: FramePort = {
    post: ({ no, columns }) => queueMicrotask(() => port.onReturn({ no, columns })),
    onReturn: () => {},
  };
  const player = await ReplayPlayer.start(recording, platform, port);
  for (let atMs = recording.firstMs + tickMs; !player.ended; atMs += tickMs)
    await (advance ? advance(player) : player.playTo(atMs));
  await player.playTo(Infinity);
  return player;
}
