// Cost of the smallest possible update: one text changes, nothing else is received or drawn.
// No page can do with less; the cost is the browser's.
import { type Row, quantile } from '../harness/row.ts';
import { prioritizeMainThread } from './main-first.ts';
import { openChart } from './page-run.ts';
import { TRACED, threadWork } from './thread-work.ts';

/** What a page does when it opened is over by then. */
const SETTLED_MS = 4_000;
const TRACE_S = 6;
const EVERY_MS = 60;

/** Where the text is: in the header of the chart page, or on an otherwise empty page. */
const PLACES = {
  'the chart page': '',
  'an empty page':
    'document.body.innerHTML = \'<p id="last-price" style="contain: strict; width: 200px; height: 30px">0</p>\';',
} as const;

const TICK = `setInterval(() => { document.getElementById('last-price').firstChild.data = (60_000 + performance.now() % 9_999).toFixed(2); }, ${EVERY_MS})`;

/** Main-thread work of pictures with one changed text, on a feed at rest, `slowed` times slowed down. */
export async function floorRows(url: string, slowed: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [place, make] of Object.entries(PLACES)) {
    const { page } = await openChart(url);
    try {
      await page.send('Emulation.setCPUThrottlingRate', { rate: slowed });
      await page.evaluate(`${make} ${TICK}`);
      await new Promise((done) => {
        setTimeout(done, SETTLED_MS);
      });
      prioritizeMainThread(page.pid);
      const { frameMs } = threadWork(await page.trace(TRACED, TRACE_S * 1_000), TRACE_S);
      for (const share of [0.5, 0.95, 0.99])
        rows.push({
          name: `one changed text on ${place}, CPU 1/${slowed}: work of a frame, p${share * 100}`,
          value: quantile(frameMs, share),
          unit: 'ms',
        });
    } finally {
      await page.close();
    }
  }
  return rows;
}
