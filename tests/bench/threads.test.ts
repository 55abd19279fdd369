// Thread times of browser traces in the benches: present, rounded to zero below a microsecond, or absent.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { jsCpuMs, type TraceEvent } from '../../bench/chart/trace.ts';
import { tableOf } from '../../bench/feed/plot.ts';
import { threadWork } from '../../bench/feed/thread-work.ts';
import { reportedRows } from '../../bench/harness/row.ts';
import { ROOT } from '../support/data/shared-file.ts';

const task = (tid: number, ts: number, dur: number, tdur?: number, name = 'RunTask'): TraceEvent => ({
  name,
  ph: 'X',
  pid: 9,
  tid,
  ts,
  dur,
  ...(tdur === undefined ? {} : { tdur }),
});
const named = (tid: number, name: string): TraceEvent => ({
  name: 'thread_name',
  ph: 'M',
  pid: 9,
  tid,
  ts: 0,
  args: { name },
});
const THREADS = [named(1, 'CrRendererMain'), named(2, 'Compositor'), named(3, 'DedicatedWorker thread')];
const commits = [100, 20_000, 40_000].map((ts): TraceEvent => ({ name: 'Commit', ph: 'X', pid: 9, tid: 1, ts }));

/**
 * An idle page as Chromium 150 and 156 trace it: of 1,000 tasks 40 take 1 us of wall time and less than 1 us of thread
 * time.
 */
function resting(own: (us: number) => number | undefined): TraceEvent[] {
  const idle = Array.from({ length: 1_000 }, (_, i) =>
    i % 25 === 0 ? task(2, i * 50, 1) : task(2, i * 50, 4, own(3)),
  );
  return [
    ...THREADS,
    ...commits,
    ...idle,
    task(1, 10_000, 5_000, own(4_000)),
    task(1, 30_000, 3_000, own(2_000)),
    task(3, 5_000, 1_000, own(800)),
  ];
}

describe('thread times', () => {
  test('a task of less than a microsecond has no thread time and does not hide the figures', () => {
    const work = threadWork(
      resting((us) => us),
      0.05,
    );
    expect(work.frameMs).toEqual([4, 2]);
    expect(work.mainPercent).toBeCloseTo(12);
    expect(work.workerPercent).toBeCloseTo(1.6);
  });

  test('without thread times the figures are left out, with a note', () => {
    const work = threadWork(
      resting(() => undefined),
      0.05,
    );
    expect(work).toEqual({ frameMs: [], longTasks: NaN, mainPercent: NaN, workerPercent: NaN });
    expect(threadWork([], 0.05).mainPercent).toBeNaN();
    const { reported, leftOut } = reportedRows([
      { name: 'main thread', value: work.mainPercent, unit: '%' },
      { name: 'lost', value: 0, unit: '' },
    ]);
    expect(reported.map(({ name }) => name)).toEqual(['lost']);
    expect(leftOut).toEqual(['left out: main thread, it cannot be measured here']);
    const run = {
      perSecond: 1000,
      bytesPerSecond: 1,
      resyncs: 0,
      drainMs: Infinity,
      commits: 0,
      domWritesPerSecond: 280,
      heapSlope: 0.1,
      heapMiB: 9,
      work,
    };
    expect(tableOf([{ where: 'worker', pace: 1000, slowed: 1, run }]).split('\n')[2]).toBe(
      '| market in the worker, CPU 1/1 | 1000 | 0 | never | – | – | – | – | – | 0 | 280 | 0.10 |',
    );
  });

  test('script time is left out too', () => {
    const marks = [
      { ...task(1, 0, 0, 0, 'scene-from'), ph: 'I' },
      { ...task(1, 9_000, 0, 0, 'scene-to'), ph: 'I' },
    ];
    expect(
      jsCpuMs([...marks, task(1, 100, 500, 400, 'FunctionCall'), task(1, 700, 1, undefined, 'TimerFire')]),
    ).toBeCloseTo(0.4);
    expect(jsCpuMs([...marks, task(1, 100, 500, undefined, 'FunctionCall')])).toBeNaN();
  });
});

test('without a browser its benchmarks are skipped with a note, and the rest runs', async () => {
  const env = { ...process.env, CI: '', CHROMIUM: '/nowhere/chromium', NO_COLOR: '1' };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'bench/run.mjs'), 'touch', 'lighthouse'],
    { env },
  );
  expect(stderr).toContain('no browser at /nowhere/chromium');
  expect(stdout).toContain('2 of 2 benchmarks ran');
});
