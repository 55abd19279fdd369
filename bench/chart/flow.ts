// Footprints of 800 bars and a volume profile, beside the one library that draws them.
import { Cell } from './browser.ts';
import { JS_FLOOR_MS, Readings, traceScene } from './full.ts';
import { type Line, linesOf, SUBJECTS } from './line.ts';
import type { Subject } from './page/adapter.ts';
import type { PageServer } from './page-server.ts';
import { FLOW_BARS } from '../heatmap/page/made-flow.ts';
import type { Plan } from './plan.ts';

const HAVE_FLOW: readonly Subject[] = ['nothing', 'own worker', 'own main', 'openalgo-charts'];
/** In sight: 5 CSS px each. */
const VISIBLE_BARS = 65;
const COMPOSITING = { software: 'software compositing', gpu: 'GPU compositing' } as const;
/** A frame through GL on the processor takes a third of a second. */
const SLOWER = { software: 1, gpu: 4 };

export async function measureFlow(server: PageServer, plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const compositing of ['software', 'gpu'] as const) {
    const readings = new Readings();
    for (let round = 0; round < (plan.quick ? 1 : 2); round += 1) {
      for (const subject of SUBJECTS.filter((each) => HAVE_FLOW.includes(each))) {
        const cell = await Cell.open(server.url, compositing);
        try {
          await cell.mount({ subject, candles: FLOW_BARS, layout: 'flow', backend: 'auto', conflated: false });
          await cell.page.evaluate((bars) => window.harness.showBars(bars), VISIBLE_BARS);
          // A backend may start a while after the first frame, on a canvas of its own: a drag would lose its canvas.
          await cell.page.evaluate(() => window.harness.play('rest', Infinity, 2000));
          for (const scene of ['pan', 'zoom'] as const)
            await traceScene(cell, scene, plan.tracedFrames, plan.sceneMs * SLOWER[compositing], (figure, value) =>
              readings.note(figure, subject, value),
            );
        } finally {
          await cell.close();
        }
      }
    }
    const at = `footprints of ${FLOW_BARS} bars and a profile, ${COMPOSITING[compositing]}`;
    lines.push(
      linesOf(`JS a frame, panning, ${at}`, 'ms', 'less', readings.of('pan js'), JS_FLOOR_MS),
      linesOf(`JS a frame, zooming, ${at}`, 'ms', 'less', readings.of('zoom js'), JS_FLOOR_MS),
    );
  }
  return lines;
}
