// @vitest-environment happy-dom
// The replay of a recording that is paused and played again while a step is under way.
import { expect, it, vi } from 'vitest';
import type { ReplayStatus } from '../../../../core/worker-protocol/replay-protocol.ts';
import { ReplayController } from '../../../../src/features/replay/replay-controller.ts';

const STATUS: ReplayStatus = { atMs: 1_000, played: 1, ended: false, hash: '' };

it('plays on once, not twice as fast', async () => {
  const frames: (() => void)[] = [];
  const steps: ((status: ReplayStatus) => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const controller = new ReplayController();
  vi.spyOn(controller, 'client', 'get').mockReturnValue({
    advance: () => new Promise<ReplayStatus>((resolve) => steps.push(resolve)),
  } as unknown as ReplayController['client']);
  controller.phase.value = 'ready';
  controller.toggle();
  frames.splice(0).forEach((run) => run());
  await expect.poll(() => steps.length).toBe(1);
  controller.toggle();
  controller.toggle();
  expect(controller.playing.peek()).toBe(true);
  steps.splice(0).forEach((end) => end(STATUS));
  await expect.poll(() => frames.length).toBeGreaterThan(0);
  // The first run would ask for its next frame now.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(frames).toHaveLength(1);
  vi.unstubAllGlobals();
});
