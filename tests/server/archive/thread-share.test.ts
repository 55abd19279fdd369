// The part of a thread that tiles may take: a little at once, and a bounded part however much is requested.
import { expect, it } from 'vitest';
import { ThreadShare } from '../../../server/archive/tiles/slices.ts';

/** A share of a clock that only work and sleep move. */
function shareOf(options: { share: number; burstMs: number }) {
  const clock = { nowMs: 0, workedMs: 0 };
  const share = new ThreadShare({
    sliceMs: 4,
    ...options,
    nowMs: () => clock.nowMs,
    sleep: async (ms) => {
      clock.nowMs += ms;
    },
  });
  const work = (totalMs: number): Promise<void> =>
    share.run(async () => {
      for (let done = 0; done < totalMs; done += 1) {
        clock.nowMs += 1;
        clock.workedMs += 1;
        await share.pause();
      }
    });
  return { clock, work };
}

it('endless work takes its share of the time and the burst, not more', async () => {
  for (const [pieceMs, share] of [
    [1, 0.3],
    [7, 0.3],
    [150, 0.3],
    [40, 0.1],
  ] as const) {
    const { clock, work } = shareOf({ share, burstMs: 500 });
    while (clock.nowMs < 60_000) await work(pieceMs);
    expect(clock.workedMs).toBeLessThanOrEqual(clock.nowMs * share + 500 + pieceMs);
    expect(clock.workedMs).toBeGreaterThan(clock.nowMs * share * 0.9);
  }
});

it('a little work after a time of rest is done at once', async () => {
  const { clock, work } = shareOf({ share: 0.3, burstMs: 500 });
  await work(2_000);
  clock.nowMs += 10_000;
  const before = clock.nowMs;
  for (let tile = 0; tile < 4; tile += 1) await work(100);
  expect(clock.nowMs - before).toBe(400);
});

it('work that fails is counted too, and the next one goes on', async () => {
  const { clock, work } = shareOf({ share: 0.5, burstMs: 100 });
  const failing = new ThreadShare({ sliceMs: 4, share: 0.5, burstMs: 100 });
  await expect(failing.run(() => Promise.reject(new Error('a damaged block')))).rejects.toThrow('a damaged block');
  expect(await failing.run(async () => 7)).toBe(7);
  await work(10);
  expect(clock.workedMs).toBe(10);
});
