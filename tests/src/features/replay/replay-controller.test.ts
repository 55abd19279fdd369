// @vitest-environment happy-dom
// The replay of a recording: paused and played again during a step, and left before its file is there.
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

it('starts no worker for a file that comes after the page was left', async () => {
  const started = vi.fn();
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        started();
      }
    },
  );
  const controller = new ReplayController();
  // React's strict mode leaves and enters a page once before it is used.
  controller.enter()();
  const leave = controller.enter();
  leave();
  await controller.load(new Blob());
  expect(started).not.toHaveBeenCalled();
  controller.enter();
  expect(controller.client).toBeDefined();
  expect(started).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
