// 10 000 ticks a second on 100k candles with every indicator of the layout: who keeps up, how late is the screen, what
// does the page pay.
import { median } from '../harness/row.ts';
import { Cell } from './browser.ts';
import { type Line, OURS, PEERS } from './line.ts';
import type { Subject } from './page/adapter.ts';
import type { PageServer } from './page-server.ts';
import { type Plan, spoken } from './plan.ts';

const RATES = [60, 1_000, 10_000];
const CANDLES = 100_000;
const FRAME_MS = 1000 / 60;

interface Loaded {
  appliedShare: number;
  lateFrames: number;
  mainShare: number;
}

async function loadOn(server: PageServer, subject: Subject, perSecond: number, forMs: number): Promise<Loaded> {
  const cell = await Cell.open(server.url, 'software');
  try {
    await cell.mount({ subject, candles: CANDLES, layout: 'full', backend: 'auto', conflated: false });
    const before = { cpu: await cell.mainCpuMs(), at: performance.now() };
    const { due, applied, lateMs } = await cell.page.evaluate(([rate, ms]) => window.harness.tickLoad(rate, ms), [
      perSecond,
      forMs,
    ] as const);
    const mainShare = (100 * ((await cell.mainCpuMs()) - before.cpu)) / (performance.now() - before.at);
    // The oldest tick a frame shows has waited this long: median over frames.
    return {
      appliedShare: (100 * applied) / due,
      lateFrames: lateMs.length > 0 ? median(lateMs) / FRAME_MS : Infinity,
      mainShare,
    };
  } finally {
    await cell.close();
  }
}

export async function measureTickLoad(server: PageServer, plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const rate of plan.quick ? RATES.slice(-1) : RATES) {
    const at = `${rate} ticks a second on ${spoken(CANDLES)}`;
    const applied: Line = { what: `ticks applied, ${at}`, unit: '%', better: 'more', values: {} };
    const late: Line = { what: `oldest tick of a frame has waited, ${at}`, unit: 'frames', better: 'less', values: {} };
    const share: Line = { what: `main thread, ${at}`, unit: '%', better: 'less', values: {} };
    const peers = plan.quick || rate === 1_000 ? [] : PEERS;
    for (const subject of [...OURS, ...peers]) {
      const loaded = await loadOn(server, subject, rate, plan.quick ? 2000 : 3000);
      applied.values[subject] = loaded.appliedShare;
      late.values[subject] = loaded.lateFrames;
      if (!Number.isNaN(loaded.mainShare)) share.values[subject] = loaded.mainShare;
    }
    lines.push(applied, late, share);
  }
  return lines;
}
