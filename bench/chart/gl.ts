// Compositing through GL (here SwiftShader): what all processes pay a pan frame, with the backend that the chart chooses by itself.
import { Cell } from './browser.ts';
import { Readings } from './full.ts';
import { type Line, linesOf, OURS, PEERS } from './line.ts';
import type { Subject } from './page/adapter.ts';
import type { Setting } from './page/stand.ts';
import type { PageServer } from './page-server.ts';
import type { Plan } from './plan.ts';
import { WARM_FRAMES } from './page/scenes.ts';
import { cpuMs } from './process-tree.ts';

const CANDLES = 10_000;
/** CHART_BACKEND=canvas2d or webgl: to see what the other choice would have cost. */
const BACKEND = (process.env['CHART_BACKEND'] ?? 'auto') as Setting['backend'];
const VISIBLE_BARS = 150;

async function panCpu(server: PageServer, subject: Subject, forMs: number): Promise<number> {
  const cell = await Cell.open(server.url, 'gpu');
  try {
    await cell.mount({ subject, candles: CANDLES, layout: 'full', backend: BACKEND, conflated: false });
    await cell.page.evaluate((bars) => window.stand.showBars(bars), VISIBLE_BARS);
    // A backend may take its place a while after the first frame.
    await cell.page.evaluate(() => window.stand.play('pan', 20, 2000));
    const pids = cell.pids();
    const before = cpuMs(pids);
    const { frames } = await cell.page.evaluate((most) => window.stand.play('pan', Infinity, most), forMs);
    return (cpuMs(pids) - before) / (frames + WARM_FRAMES);
  } finally {
    await cell.close();
  }
}

export async function measureGl(server: PageServer, plan: Plan): Promise<Line[]> {
  const readings = new Readings();
  for (let round = 0; round < (plan.quick ? 1 : 2); round += 1) {
    for (const subject of [...OURS, ...PEERS]) readings.note('cpu', subject, await panCpu(server, subject, plan.sceneMs * 3));
  }
  return [linesOf('CPU of all processes a pan frame, GPU compositing', 'ms', 'less', readings.of('cpu'))];
}
