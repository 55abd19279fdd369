// The replay of an embedded chart: commands that come before its moment is shown, and files that are refused.
import { expose } from 'comlink';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EmbedReplay } from '../../../core/embed/embed-protocol.ts';
import type { PastRefusal, PastStatus } from '../../../core/worker-protocol/past-protocol.ts';
import { startPastWorker } from '../../../src/api/past-worker.ts';
import { ReplayPlayers } from '../../../src/app/startup/embed-replay.ts';

const { port1, port2 } = new MessageChannel();
/** Calls of the worker, and how those of `goTo` are answered, in order. */
const calls: string[] = [];
const opened: ((refusal?: PastRefusal) => void)[] = [];
let worker: ReturnType<typeof startPastWorker>;

const statusAt = (atMs: number): PastStatus => ({
  atMs,
  known: 'events',
  gap: null,
  ended: false,
  recordedFromMs: 0,
  played: 0,
  hash: '',
  practice: null,
});
const answer = async (refusal?: PastRefusal): Promise<void> => {
  await expect.poll(() => opened.length).toBeGreaterThan(0);
  opened.shift()!(refusal);
};

beforeAll(() => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 5));
  vi.stubGlobal('Worker', function Worker() {
    return port1;
  });
  expose(
    {
      goTo: (id: number, atMs: number) => {
        calls.push(`goTo ${id} ${atMs}`);
        return new Promise((resolve) => opened.push((refusal) => resolve(refusal ?? statusAt(atMs))));
      },
      advance: (ms: number) => (calls.push(`advance ${ms > 0}`), statusAt(7)),
      stepEvent: () => (calls.push('step'), statusAt(8)),
      openFile: () => 'foreign',
    },
    port2,
  );
  worker = startPastWorker(() => undefined);
});
beforeEach(() => {
  calls.length = 0;
  opened.length = 0;
});
afterAll(() => {
  port1.close();
  port2.close();
  vi.unstubAllGlobals();
});

function setUp() {
  const replay = new ReplayPlayers(worker, 5);
  const seen: EmbedReplay[] = [];
  const faults: string[] = [];
  replay.onChange(
    (moment) => seen.push(moment),
    ({ code }) => faults.push(code),
  );
  return { replay, seen, faults };
}

describe('a command of a replay', () => {
  it('that plays or steps before the moment is shown is carried out when it is', async () => {
    const { replay, seen } = setUp();
    replay.show(2);
    const steps = replay.step('event', '1m');
    await answer();
    await steps;
    expect(calls).toEqual(['goTo 2 5', 'step']);
    replay.show(3);
    const plays = replay.play();
    await answer();
    await plays;
    await expect.poll(() => seen.at(-1)?.playing).toBe(true);
    replay.pause();
    expect(seen.at(-1)?.playing).toBe(false);
  });

  it('that plays a moment of which nothing is known is refused', async () => {
    const { replay, faults } = setUp();
    replay.show(2);
    const plays = replay.play();
    await answer('empty');
    await expect(plays).rejects.toMatchObject({ code: 'no-candles' });
    expect(faults).toEqual(['no-candles']);
  });

  it('that sets the speed holds for the markets that are shown later', async () => {
    const { replay, seen } = setUp();
    replay.setSpeed(25);
    replay.show(2);
    await answer();
    await expect.poll(() => seen.at(-1)?.speed).toBe(25);
  });

  it('to a moment that is refused leaves the one that is shown, also for the next market', async () => {
    const { replay, seen } = setUp();
    replay.show(2);
    await answer();
    await expect.poll(() => seen.length).toBe(1);
    const jump = replay.goTo(99);
    await answer('empty');
    await expect(jump).rejects.toMatchObject({ code: 'no-candles' });
    replay.show(3);
    await answer();
    expect(calls).toEqual(['goTo 2 5', 'goTo 2 99', 'goTo 3 5']);
  });

  it('with a file that is refused plays on', async () => {
    const { replay, seen } = setUp();
    replay.show(2);
    await answer();
    await replay.play();
    await expect(replay.open(new Blob(['no feed']))).rejects.toMatchObject({ code: 'bad-file' });
    expect(seen.at(-1)?.playing).toBe(true);
    replay.pause();
  });
});
