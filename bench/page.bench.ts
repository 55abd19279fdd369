// The real page in Chromium under a flood of messages: is any lost, what does the main thread pay, does the heap stay flat?
import { type CDPSession, type Page, chromium } from '@playwright/test';
import type { AnswerOf } from '../contract/calls.ts';
import { gridOf } from '../contract/units.ts';
import { Exchange } from '../tests/e2e/exchange.ts';
import { startFlood } from './flood.ts';
import { type Row, median } from './row.ts';

const SECONDS = Number(process.env['SECONDS'] ?? 60);
const PER_SECOND = 4_000;
const PHONE = { width: 390, height: 844 };
const ARGS = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--js-flags=--expose-gc',
];

async function call<T>(url: string, path: string): Promise<T> {
  const answer = await fetch(`${url}/mmtb-api${path}`, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  return ((await answer.json()) as { data: T }).data;
}

/** React tells a developer tool of every commit, in production builds too: the page's only counter of renders. */
const COUNT_COMMITS = `
  window.__commits = 0;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, renderers: new Map(), inject() { return 1; },
    onCommitFiberRoot() { window.__commits += 1; }, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {}, checkDCE() {} };`;

const commits = (page: Page): Promise<number> => page.evaluate('window.__commits');

async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((entry) => entry.name === name)?.value ?? NaN;
}

async function heapMiB(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await metric(cdp, 'JSHeapUsedSize')) / 2 ** 20;
}

/** Opens the chart page of BTC in a fresh browser and waits for its first painted candle. */
async function open(url: string): Promise<{ page: Page; cdp: CDPSession; firstCandleMs: number; close(): Promise<void> }> {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGS });
  const page = await browser.newPage({ viewport: PHONE });
  await page.addInitScript(COUNT_COMMITS);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(`${url}/pages/kline/kline?coinInfoId=2`);
  const mark = `performance.getEntriesByName('chart:first-candle')[0]?.startTime ?? 0`;
  let firstCandleMs = 0;
  for (let tries = 0; tries < 300 && firstCandleMs === 0; tries += 1) {
    firstCandleMs = await page.evaluate<number>(mark);
    if (firstCandleMs === 0) await page.waitForTimeout(50);
  }
  return { page, cdp, firstCandleMs, close: () => browser.close() };
}

async function coldStart(url: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { firstCandleMs, close } = await open(url);
    times.push(firstCandleMs || Infinity);
    await close();
  }
  return median(times);
}

export async function run(): Promise<Row[]> {
  const exchange = await Exchange.start({ RATE_LIMIT: 'off' });
  const { list: infos = [] } = await call<AnswerOf<'/coin/infos'>>(exchange.url, '/coin/infos');
  const { list: tickers } = await call<AnswerOf<'/coin/tickers'>>(exchange.url, '/coin/tickers');
  const last = new Map(tickers.map((ticker) => [ticker.coinInfoId, Number(ticker.last)]));
  const tick = new Map(infos.map((info) => [info.id, info.priceTick]));
  const flood = await startFlood(exchange.url, infos, (id) => {
    const grid = gridOf(tick.get(id) ?? '1');
    return Math.round(((last.get(id) ?? 1) * 10 ** grid.decimals) / grid.step);
  });
  try {
    const cold = await coldStart(exchange.url);
    const { page, cdp, close } = await open(flood.url);
    flood.pace(PER_SECOND);
    await page.waitForTimeout(5_000);
    const before = { sent: flood.sent, commits: await commits(page), script: await metric(cdp, 'ScriptDuration'), task: await metric(cdp, 'TaskDuration'), at: performance.now() };
    const heap: number[] = [];
    for (let second = 0; second < SECONDS; second += 2) {
      await page.waitForTimeout(2_000);
      heap.push(await heapMiB(cdp));
    }
    const seconds = (performance.now() - before.at) / 1000;
    const third = Math.floor(heap.length / 3);
    const middle = median(heap.slice(third, 2 * third));
    const end = median(heap.slice(2 * third));
    const rows: Row[] = [
      { name: 'page to first painted candle, cold', value: cold, unit: 'ms' },
      { name: 'data messages a second', value: (flood.sent - before.sent) / seconds, unit: '1/s' },
      { name: 'messages lost (resyncs asked for)', value: flood.resyncs, unit: '' },
      { name: 'React commits', value: (await commits(page)) - before.commits, unit: '' },
      { name: 'main thread: script', value: (100 * ((await metric(cdp, 'ScriptDuration')) - before.script)) / seconds, unit: '%' },
      { name: 'main thread: all tasks', value: (100 * ((await metric(cdp, 'TaskDuration')) - before.task)) / seconds, unit: '%' },
      { name: 'heap, middle third', value: middle, unit: 'MiB' },
      { name: 'heap, last third', value: end, unit: 'MiB' },
      { name: 'heap, last third over middle third', value: end / middle, unit: 'x' },
    ];
    await close();
    return rows;
  } finally {
    await flood.close();
    await exchange.stop();
  }
}
