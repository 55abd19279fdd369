// Compositing through a GPU, or through SwiftShader where this machine has none, with the backend that the chart
// chooses by itself: what the page's scripts and what all processes pay a frame.
import { Cell, type Compositing } from './browser.ts';
import { findDriver } from './driver.ts';
import { JS_FLOOR_MS, Readings, traceScene, VISIBLE_BARS } from './full.ts';
import { type Line, linesOf, SUBJECTS } from './line.ts';
import type { Subject } from './page/adapter.ts';
import type { Setting } from './page/harness.ts';
import type { PageServer } from './page-server.ts';
import { type Plan, spoken } from './plan.ts';
import { UNTIMED_FRAMES } from './page/scenes.ts';
import { cpuMs } from './process-tree.ts';

/** CPU of all processes is read with the first. */
const HISTORIES = [10_000, 100_000];
const ROUNDS = 2;
/** A frame takes this CPU a third of a second. */
const SLOWER = 4;
/** CHART_BACKEND=canvas2d or webgl: to see what the other choice would have cost. */
const BACKEND = (process.env['CHART_BACKEND'] ?? 'auto') as Setting['backend'];

/** What is drawn: each history with everything, and one with lines that no library computes itself. */
interface Source {
  candles: number;
  layout: 'full' | 'lines';
}

async function measureCell(
  server: PageServer,
  compositing: Compositing,
  subject: Subject,
  { candles, layout }: Source,
  plan: Plan,
  readings: Readings,
  first: boolean,
): Promise<void> {
  const cell = await Cell.open(server.url, compositing);
  const note = (figure: string, value: number): void => readings.note(figure, subject, value);
  try {
    await cell.mount({ subject, candles, layout, backend: BACKEND, conflated: false });
    await cell.page.evaluate((bars) => window.harness.showBars(bars), VISIBLE_BARS);
    // A backend may start a while after the first frame, on a canvas of its own: a drag would lose its canvas.
    await cell.page.evaluate(() => window.harness.play('rest', Infinity, 2000));
    if (first) await cell.page.evaluate(() => window.harness.checkSteps());
    if (candles === HISTORIES[0] && layout === 'full' && subject !== 'nothing')
      note('pan all cpu', await panCpu(cell, plan.sceneMs * 3));
    for (const scene of ['pan', 'zoom'] as const)
      await traceScene(cell, scene, plan.tracedFrames, plan.sceneMs * SLOWER, note);
  } finally {
    await cell.close();
  }
}

async function panCpu(cell: Cell, forMs: number): Promise<number> {
  const pids = cell.pids();
  const before = cpuMs(pids);
  const { frames } = await cell.page.evaluate((most) => window.harness.play('pan', Infinity, most), forMs);
  return (cpuMs(pids) - before) / (frames + UNTIMED_FRAMES);
}

export async function measureGl(server: PageServer, plan: Plan): Promise<Line[]> {
  const { compositing, gpu } = await findDriver(server.url);
  const drawnBy = gpu === null ? 'gpu' : compositing;
  // A row names the GPU, so that software is not taken for one.
  const by = gpu === null ? 'GPU compositing' : `compositing by ${gpu}`;
  const histories = plan.quick ? HISTORIES.slice(0, 1) : HISTORIES;
  const sources = histories.map((candles): Source => ({ candles, layout: 'full' }));
  sources.push({ candles: histories.at(-1)!, layout: 'lines' });
  const readings = sources.map(() => new Readings());
  for (let round = 0; round < (plan.quick ? 1 : ROUNDS); round += 1) {
    for (const [at, source] of sources.entries()) {
      for (const subject of SUBJECTS) {
        // It computes its lines or shows none.
        if (source.layout === 'lines' && subject === 'klinecharts') continue;
        // A step takes a third of a second here, and a library takes the same steps of each source.
        await measureCell(server, drawnBy, subject, source, plan, readings[at]!, round === 0 && at === 0);
      }
    }
  }
  return [
    linesOf(`CPU of all processes a pan frame, ${by}`, 'ms', 'less', readings[0]!.of('pan all cpu')),
    ...sources.flatMap(({ candles, layout }, at) => {
      const where = `${by}, ${layout === 'lines' ? 'ready-made lines, ' : ''}${spoken(candles)}`;
      return [
        linesOf(`JS a frame, panning, ${where}`, 'ms', 'less', readings[at]!.of('pan js'), JS_FLOOR_MS),
        linesOf(`JS a frame, zooming, ${where}`, 'ms', 'less', readings[at]!.of('zoom js'), JS_FLOOR_MS),
      ];
    }),
  ];
}
