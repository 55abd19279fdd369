// 100k candles visible at once, nothing else: the level of detail.
import { Cell } from './browser.ts';
import { Readings } from './full.ts';
import { type Line, linesOf, SUBJECTS } from './line.ts';
import type { Subject } from './page/adapter.ts';
import type { PageServer } from './page-server.ts';
import { type Plan, spoken } from './plan.ts';

const IN_SIGHT = 100_000;
/** So many more than are in sight that no step of a drag over 270 of 318 px meets the end of them. */
const CANDLES = 190_000;
const FRAMES = 60;
const MAX_MS = 2500;
/** openalgo-charts draws no candles narrower than a px. */
const NARROW: readonly Subject[] = SUBJECTS.filter((subject) => subject !== 'openalgo-charts');
const FLOOR_MS = 0.01;
/** Script of a frame from which on each step is seen in the time it takes. */
const SLOW_MS = 100;

export async function measureWide(server: PageServer, plan: Plan): Promise<Line[]> {
  const readings = new Readings();
  for (let round = 0; round < (plan.quick ? 1 : 2); round += 1) {
    for (const subject of NARROW) {
      const cell = await Cell.open(server.url, 'software');
      try {
        await cell.mount({ subject, candles: CANDLES, layout: 'bare', backend: 'auto', conflated: true });
        await cell.page.evaluate((bars) => window.harness.showBars(bars), IN_SIGHT);
        const { result, jsMs } = await cell.traceJs(() =>
          cell.page.evaluate(([frames, most]) => window.harness.play('pan', frames, most), [FRAMES, MAX_MS] as const),
        );
        readings.note('js', subject, jsMs / result.pageFrames);
        // Steps that move nothing cost nothing: a library that takes long for each takes them.
        if (round === 0 && jsMs / result.pageFrames < SLOW_MS)
          await cell.page.evaluate(() => window.harness.checkSteps());
      } finally {
        await cell.close();
      }
    }
  }
  return [
    linesOf(
      `JS a frame, ${spoken(IN_SIGHT)} candles in sight (lightweight-charts with its conflation)`,
      'ms',
      'less',
      readings.of('js'),
      FLOOR_MS,
    ),
  ];
}
