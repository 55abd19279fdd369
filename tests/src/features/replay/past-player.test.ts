// A replay that is paused and played again while a step is under way, or is moved by a practice that is played again.
import { expose } from 'comlink';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PastStatus } from '../../../../core/worker-protocol/past-protocol.ts';
import { startPastWorker } from '../../../../src/api/past-worker.ts';
import { PastPlayer } from '../../../../src/features/replay/market/past-player.ts';

const STATUS: PastStatus = {
  atMs: 1_000,
  known: 'events',
  gap: null,
  ended: false,
  recordedFromMs: 0,
  played: 0,
  hash: '',
  practice: null,
};

const { port1, port2 } = new MessageChannel();
/** Callbacks of frames, and steps that are under way. */
const frames: (() => void)[] = [];
const steps: ((status: PastStatus) => void)[] = [];
/** Steps by an event or a bar. */
const taken: string[] = [];

beforeAll(() => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('Worker', function Worker() {
    return port1;
  });
  expose(
    {
      goTo: () => STATUS,
      advance: () => new Promise((resolve) => steps.push(resolve)),
      stepEvent: () => (taken.push('event'), STATUS),
      stepBar: () => (taken.push('bar'), STATUS),
    },
    port2,
  );
  startPastWorker(() => undefined);
});
afterAll(() => {
  port1.close();
  port2.close();
  vi.unstubAllGlobals();
});

it('plays on once, not twice as fast', async () => {
  const player = new PastPlayer(2);
  await player.goTo(1_000);
  player.toggle();
  frames.splice(0).forEach((run) => run());
  await expect.poll(() => steps.length).toBe(1);
  player.toggle();
  player.toggle();
  expect(player.playing.peek()).toBe(true);
  steps.splice(0).forEach((end) => end(STATUS));
  await expect.poll(() => frames.length).toBeGreaterThan(0);
  // The first run would ask for its next frame now.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(frames).toHaveLength(1);
});

it('is not played or stepped by the user while a practice is played again', async () => {
  const player = new PastPlayer(2);
  await player.goTo(1_000);
  const release = player.occupy();
  const tryAll = async (): Promise<void> => {
    player.toggle();
    await player.stepEvent();
    await player.stepBar('1m');
  };
  await tryAll();
  await player.goTo(1_000);
  await player.call(async () => ({ ...STATUS, atMs: 2_000 }));
  expect([player.phase.peek(), player.atMs.peek()]).toEqual(['loading', 2_000]);
  await tryAll();
  expect([player.playing.peek(), taken]).toEqual([false, []]);
  release();
  expect(player.phase.peek()).toBe('ready');
  await player.stepEvent();
  expect(taken).toEqual(['event']);
});
