// The operator's last hour: one sample every ten seconds, at most an hour of them, and none after the end.
import { expect, it, onTestFinished, vi } from 'vitest';
import { startHealthHistory } from '../../../server/admin/health-history.ts';

const SAMPLE_MS = 10_000;

it('has at most an hour, rates from sample to sample, and a gap where the store did not answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: 1_790_000_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  let [seq, storeAway] = [100, false];
  const history = startHealthHistory({
    store: { first: () => (storeAway ? Promise.reject(new Error('away')) : Promise.resolve(undefined)) },
    seq: () => seq,
    waiting: () => 7,
    sockets: () => 3,
    lastCommandTs: () => Date.now(),
    now: () => Date.now(),
  });
  const step = async (): Promise<void> => {
    const before = history.samples().at(-1)?.ts;
    vi.advanceTimersByTime(SAMPLE_MS);
    await vi.waitFor(() => expect(history.samples().at(-1)?.ts).not.toBe(before), { interval: 1, timeout: 30_000 });
  };
  expect(history.samples()).toEqual([]);
  seq += 50;
  await step();
  expect(history.samples()[0]).toMatchObject({
    ts: 1_790_000_010_000,
    commandsPerS: 5,
    waitingCommands: 7,
    sockets: 3,
  });
  expect(history.samples()[0]!.storeReadMs).toBeGreaterThanOrEqual(0);
  storeAway = true;
  await step();
  expect(history.samples()[1]).toMatchObject({ commandsPerS: 0, storeReadMs: null });
  storeAway = false;
  for (let at = 2; at < 365; at += 1) await step();
  expect(history.samples()).toHaveLength(360);
  expect(history.samples()[0]!.ts).toBe(1_790_000_060_000);
  const last = history.samples().at(-1)!.ts;
  history.close();
  vi.advanceTimersByTime(10 * SAMPLE_MS);
  await Promise.resolve();
  expect(history.samples().at(-1)!.ts).toBe(last);
});
