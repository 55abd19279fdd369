// A million candles with the full layout: what the page pays until the first picture, and its memory.
import { Cell } from './browser.ts';
import { Readings } from './full.ts';
import { type Line, linesOf, SUBJECTS } from './line.ts';
import type { Subject } from './page/adapter.ts';
import type { PageServer } from './page-server.ts';
import { type Plan, spoken } from './plan.ts';

const CANDLES = 1_000_000;
/** A first picture that takes longer is waited for once. */
const SLOW_MS = 30_000;
/** The others never get there: the heap of lightweight-charts ends first. */
const MANAGE: readonly Subject[] = ['nothing', 'own worker', 'own main', 'klinecharts', 'openalgo-charts'];

export async function measureMillion(server: PageServer, plan: Plan): Promise<Line[]> {
  const readings = new Readings();
  for (let round = 0; round < (plan.quick ? 1 : 2); round += 1) {
    for (const subject of SUBJECTS.filter((each) => MANAGE.includes(each))) {
      // One reading of minutes is enough.
      if ((readings.of('wall').get(subject)?.[0] ?? 0) > SLOW_MS) continue;
      const cell = await Cell.open(server.url, 'software');
      try {
        const { mainCpuMs, firstFrameMs } = await cell.mount({
          subject,
          candles: CANDLES,
          layout: 'full',
          backend: 'auto',
          conflated: false,
        });
        readings.note('cpu', subject, mainCpuMs);
        readings.note('wall', subject, firstFrameMs);
        if (subject !== 'nothing') readings.note('heap', subject, await cell.heapMiB());
        readings.note('memory', subject, cell.memoryMiB());
      } finally {
        await cell.close();
      }
    }
  }
  const at = spoken(CANDLES);
  return [
    linesOf(`load until the picture is whole, main thread CPU, ${at}`, 'ms', 'less', readings.of('cpu'), 1),
    linesOf(`load to first frame, wall, ${at}`, 'ms', 'less', readings.of('wall')),
    linesOf(`JS heap of the page, ${at}`, 'MiB', 'less', readings.of('heap')),
    linesOf(`memory of the page with its workers (PSS), ${at}`, 'MiB', 'less', readings.of('memory')),
  ];
}
