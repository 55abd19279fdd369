// The heat map of a day of a thousand levels, in Chromium as a phone with software compositing.
import { hasBrowser } from '../tests/support/browser/browser-path.ts';
import { Cell, type Screen } from './chart/browser.ts';
import { servePage } from './chart/page-server.ts';
import { cpuMs } from './chart/process-tree.ts';
import { formed } from './harness/quick.ts';
import { type Row, median, quantile } from './harness/row.ts';
import type { HeatPage } from './heatmap/page/heat-page.ts';

const SCREEN: Screen = { width: 390, height: 700, ratio: 3 };
const EVENTS_PER_SECOND = 10_000;
const FRAME_MS = 1000 / 60;

declare global {
  interface Window {
    heatPage: HeatPage;
  }
}

/** Script of the page's main thread while nothing is mounted, ms a frame. */
async function harnessMs(cell: Cell): Promise<number> {
  const { result, jsMs } = await cell.traceJs(() => cell.page.evaluate(() => window.heatPage.move('pan', 1500)));
  return jsMs / result.frames;
}

async function movedRows(cell: Cell, how: 'pan' | 'zoom', ownMs: number): Promise<Row[]> {
  const ms = formed(4000, 1500);
  await cell.page.evaluate((kind) => window.heatPage.checkSteps(kind), how);
  const before = cpuMs(cell.pids());
  const { result, jsMs } = await cell.traceJs(() =>
    cell.page.evaluate(([kind, forMs]) => window.heatPage.move(kind, forMs), [how, ms] as const),
  );
  const { frames, painted, log } = result;
  const scriptMs = log.scriptMs.reduce((sum, each) => sum + each, 0);
  return [
    { name: `${how}: frames of the map`, value: (painted * 1000) / result.ms, unit: '/s' },
    { name: `${how}: frames of the page`, value: (frames * 1000) / result.ms, unit: '/s' },
    { name: `${how}: script of the main thread, less the harness`, value: jsMs / frames - ownMs, unit: 'ms a frame' },
    { name: `${how}: script of the worker, wall time`, value: scriptMs / painted, unit: 'ms a frame' },
    { name: `${how}: CPU of all processes`, value: (cpuMs(cell.pids()) - before) / painted, unit: 'ms a frame' },
  ];
}

/** Without a browser it returns nothing. */
export async function run(): Promise<Row[]> {
  if (!hasBrowser) return [];
  const server = await servePage('bench/heatmap/page');
  const cell = await Cell.open(server.url, 'software', SCREEN);
  try {
    const empty = cell.memoryMiB();
    await cell.page.evaluate(() => window.heatPage.prepare());
    const ownMs = await harnessMs(cell);
    const firstMs = await cell.page.evaluate(() => window.heatPage.mount('heat', 'canvas2d'));
    const rows: Row[] = [{ name: 'first picture of 24 h x 1000 levels', value: firstMs, unit: 'ms' }];
    rows.push(...(await movedRows(cell, 'pan', ownMs)), ...(await movedRows(cell, 'zoom', ownMs)));
    await cell.collectGarbage();
    rows.push({
      name: 'memory of the page with the worker, less an empty one',
      value: cell.memoryMiB() - empty,
      unit: 'MiB',
    });
    const { tickLoad } = await cell.page.evaluate(([perSecond, forMs]) => window.heatPage.tickLoad(perSecond, forMs), [
      EVENTS_PER_SECOND,
      formed(5000, 1500),
    ] as const);
    const { applied, due, lateMs } = tickLoad!;
    rows.push(
      { name: 'burst of 10 000 events/s: applied', value: (100 * applied) / due, unit: '%' },
      { name: 'burst: oldest event of a frame has waited, median', value: median(lateMs) / FRAME_MS, unit: 'frames' },
      { name: 'burst: the same, 95th percentile', value: quantile(lateMs, 0.95) / FRAME_MS, unit: 'frames' },
    );
    return rows;
  } finally {
    await cell.close();
    server.close();
  }
}
