// Hours in fast-forward: 2M ticks, 500 mounts, 200 switches of market.
// Does memory grow, do WebGL contexts stay behind?
import type { CDPSession } from '@playwright/test';
import type { Row } from '../harness/row.ts';
import { Cell } from './browser.ts';
import { OURS } from './line.ts';
import type { PageServer } from './page-server.ts';

const CANDLES = 10_000;
const SAMPLES = 10;
/** Samples before this one are warm-up: caches fill, and machine code is made. */
const FIRST_SAMPLE = 5;

type Mode = (typeof OURS)[number];

/** Least-squares slope of samples over their index. */
function slope(samples: number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  const [above, below] = samples.reduce(
    ([up, down], value, at) => [up + (at - middle) * (value - mean), down + (at - middle) ** 2],
    [0, 0],
  );
  return above! / below!;
}

/**
 * JS heap of the worker after a collection, MiB; 0 without a worker. Workers are read through their own debugging
 * target.
 */
async function workerHeap(cdp: CDPSession): Promise<() => Promise<number>> {
  const sessions: string[] = [];
  const waiting = new Map<number, (result: { usedSize?: number }) => void>();
  let last = 0;
  cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') sessions.push(sessionId);
  });
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: { usedSize?: number } };
    if (id !== undefined) waiting.get(id)?.(result ?? {});
  });
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = (sessionId: string, method: string): Promise<{ usedSize?: number }> =>
    new Promise((done) => {
      last += 1;
      waiting.set(last, done);
      void cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: last, method }) });
    });
  return async () => {
    let bytes = 0;
    for (const sessionId of sessions) {
      await ask(sessionId, 'HeapProfiler.collectGarbage');
      bytes += (await ask(sessionId, 'Runtime.getHeapUsage')).usedSize ?? 0;
    }
    return bytes / 2 ** 20;
  };
}

interface Soak {
  mode: Mode;
  backend: 'webgl' | 'canvas2d';
  ticks: number;
  switches: number;
  mounts: number;
}

/** Software WebGL takes half a second to start: fewer mounts show as well whether contexts stay behind. */
const GL_MOUNTS = 50;

/** All of them; with CHART_SOAK=webgl:500 that many WebGL mounts of each mode and nothing else. */
function soaks(): Soak[] {
  const glMounts = Number(/^webgl:(\d+)$/.exec(process.env['CHART_SOAK'] ?? '')?.[1] ?? 0);
  return OURS.flatMap((mode): Soak[] => [
    ...(glMounts === 0 ? [{ mode, backend: 'canvas2d' as const, ticks: 2_000_000, switches: 200, mounts: 500 }] : []),
    { mode, backend: 'webgl', ticks: 0, switches: 0, mounts: glMounts || GL_MOUNTS },
  ]);
}

async function soak(server: PageServer, { mode, backend, ticks, switches, mounts }: Soak): Promise<Row[]> {
  const cell = await Cell.open(server.url, backend === 'webgl' ? 'gpu' : 'software');
  try {
    const heapOfWorker = await workerHeap(cell.cdp);
    await cell.mount({ subject: mode, candles: CANDLES, layout: 'full', backend, conflated: false });
    const rows: Row[] = [];
    const heapsOf = async (step: () => Promise<unknown>): Promise<number[]> => {
      const heaps: number[] = [];
      for (let k = 0; k < SAMPLES; k += 1) {
        await step();
        heaps.push((await cell.heapMiB()) + (await heapOfWorker()));
      }
      return heaps;
    };
    // Looking costs memory too: whatever a sample leaves behind when nothing happened is not the chart's.
    const looking = slope((await heapsOf(() => cell.page.evaluate(() => 0))).slice(FIRST_SAMPLE));
    const sampled = async (
      what: string,
      count: number,
      per: number,
      step: (count: number) => Promise<void>,
    ): Promise<void> => {
      const each = Math.ceil(count / SAMPLES);
      if (each === 0) return;
      const heaps = await heapsOf(() => step(each));
      const name = `soak, ${mode}, ${backend}: heap over ${each * SAMPLES} ${what}`;
      rows.push({ name: `${name}, at the end`, value: heaps.at(-1)!, unit: 'MiB' });
      rows.push({
        name: `${name}, slope`,
        value: ((slope(heaps.slice(FIRST_SAMPLE)) - looking) * 1024 * per) / each,
        unit: `KiB per ${per}`,
      });
    };
    await sampled('ticks', ticks, 1_000_000, (count) =>
      cell.page.evaluate((n) => window.harness.soaked.soakTicks(n), count),
    );
    await sampled('switches of market', switches, 100, (count) =>
      cell.page.evaluate((n) => window.harness.switchMarkets(n), count),
    );
    await sampled('mounts', mounts, 100, (count) =>
      cell.page.evaluate(([n, kind]) => window.harness.remount(n, kind), [count, backend] as const),
    );
    rows.push({
      name: `soak, ${mode}, ${backend}: live WebGL contexts after the mounts`,
      value: await cell.page.evaluate(() => window.harness.soaked.liveContexts()),
      unit: '',
    });
    return rows;
  } finally {
    await cell.close();
  }
}

export async function measureSoak(server: PageServer): Promise<Row[]> {
  const rows: Row[] = [];
  for (const each of soaks()) rows.push(...(await soak(server, each)));
  return rows;
}
