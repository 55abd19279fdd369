// Compositing through GL (here SwiftShader): what all processes pay a pan frame, with the backend that the chart chooses by itself and with each forced.
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
const VISIBLE_BARS = 150;

async function panCpu(server: PageServer, subject: Subject, backend: Setting['backend'], forMs: number): Promise<number> {
  const cell = await Cell.open(server.url, 'gpu');
  try {
    await cell.mount({ subject, candles: CANDLES, layout: 'full', backend, conflated: false });
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
  const backends = plan.quick ? ['auto'] as const : ['auto', 'webgl', 'canvas2d'] as const;
  for (let round = 0; round < (plan.quick ? 1 : 2); round += 1) {
    for (const peer of PEERS) {
      const cpu = await panCpu(server, peer, 'auto', plan.sceneMs * 2);
      for (const backend of backends) readings.note(backend, peer, cpu);
    }
    for (const backend of backends) for (const own of OURS) readings.note(backend, own, await panCpu(server, own, backend, plan.sceneMs * 2));
  }
  return backends.map((backend) => linesOf(`CPU of all processes a pan frame, GPU compositing, backend ${backend}`, 'ms', 'less', readings.of(backend)));
}
