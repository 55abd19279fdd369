// Hours in fast-forward: 2M ticks, 500 mounts, 200 switches of market. Does memory grow, do WebGL contexts stay behind?
import type { CDPSession } from '@playwright/test';
import type { Row } from '../row.ts';
import { Cell } from './browser.ts';
import { OURS } from './line.ts';
import type { PageServer } from './page-server.ts';
import type { Plan } from './plan.ts';

const CANDLES = 10_000;
const SAMPLES = 10;
/** Samples before this one are warm-up: caches and pools fill. */
const FIRST_SAMPLE = 3;

type Mode = (typeof OURS)[number];

/** Least-squares slope of samples over their index. */
function slope(samples: number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  const [above, below] = samples.reduce(([up, down], value, at) => [up + (at - middle) * (value - mean), down + (at - middle) ** 2], [0, 0]);
  return above! / below!;
}

/** JS heap of the worker after a collection, MiB; 0 without a worker. Workers are heard through their own target. */
async function workerHeap(cdp: CDPSession): Promise<() => Promise<number>> {
  const sessions: string[] = [];
  const waiting = new Map<number, (result: { usedSize?: number }) => void>();
  let last = 0;
  cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => { if (targetInfo.type === 'worker') sessions.push(sessionId); });
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: { usedSize?: number } };
    if (id !== undefined) waiting.get(id)?.(result ?? {});
  });
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const ask = (sessionId: string, method: string): Promise<{ usedSize?: number }> => new Promise((done) => {
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

async function soak(server: PageServer, mode: Mode, backend: 'webgl' | 'canvas2d', plan: Plan): Promise<Row[]> {
  const cell = await Cell.open(server.url, backend === 'webgl' ? 'gpu' : 'software');
  try {
    const heapOfWorker = await workerHeap(cell.cdp);
    await cell.mount({ subject: mode, candles: CANDLES, layout: 'full', backend, conflated: false });
    const share = plan.quick ? 0.02 : 1;
    const rows: Row[] = [];
    const sampled = async (what: string, count: number, unit: string, unitCount: number, step: (count: number) => Promise<void>): Promise<void> => {
      const each = Math.ceil((count * share) / SAMPLES);
      const heaps: number[] = [];
      for (let k = 0; k < SAMPLES; k += 1) {
        await step(each);
        heaps.push(await cell.heapMiB() + await heapOfWorker());
      }
      const perStep = slope(heaps.slice(FIRST_SAMPLE));
      rows.push({ name: `soak, ${mode}, ${backend}: heap over ${each * SAMPLES} ${what}`, value: (perStep * 1024 * unitCount) / each, unit });
    };
    if (backend === 'canvas2d') {
      await sampled('ticks', 2_000_000, 'KiB a 1M ticks', 1_000_000, (count) => cell.page.evaluate((n) => window.stand.soaked.soakTicks(n), count));
      await sampled('switches of market', 200, 'KiB a switch', 1, (count) => cell.page.evaluate((n) => window.stand.switchMarkets(n), count));
    }
    await sampled(`mounts`, 500, 'KiB a mount', 1, (count) => cell.page.evaluate(([n, kind]) => window.stand.remount(n, kind), [count, backend] as const));
    rows.push({ name: `soak, ${mode}, ${backend}: live WebGL contexts after the mounts`, value: await cell.page.evaluate(() => window.stand.soaked.liveContexts()), unit: '' });
    return rows;
  } finally {
    await cell.close();
  }
}

export async function measureSoak(server: PageServer, plan: Plan): Promise<Row[]> {
  const rows: Row[] = [];
  for (const mode of OURS) rows.push(...await soak(server, mode, 'canvas2d', plan), ...await soak(server, mode, 'webgl', plan));
  return rows;
}
