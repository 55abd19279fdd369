// One run of the chart page under a flood: what is handled, what its threads do, what it draws and keeps.
import { type Browser, type CDPSession, type Page, chromium } from '@playwright/test';
import type { Flood } from '../flood.ts';
import { type ThreadWork, TRACED, threadWork } from './thread-work.ts';

export const BTC = 2;
const PHONE = { width: 390, height: 844 };
const ARGS = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--js-flags=--expose-gc',
];
const WARM_UP_MS = 5_000;
/** Traced for this long in the middle: a trace of it all would weigh a GiB. */
const TRACE_S = 10;
/** DOM writes are counted for this long, apart: counting costs. */
const WRITES_S = 4;
/** What came last must stand on the screen within this long, or it never will. */
const DRAIN_MS = 30_000;

/** React tells a developer tool of every commit, in production builds too: the page's only counter of renders. */
const COUNT_COMMITS = `
  window.__commits = 0;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, renderers: new Map(), inject() { return 1; },
    onCommitFiberRoot() { window.__commits += 1; }, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {}, checkDCE() {} };`;

export interface PageRun {
  perSecond: number;
  bytesPerSecond: number;
  /** Asked for by the client: a lost or unreadable message shows here. */
  resyncs: number;
  /** From the end of the flood until the page shows the best prices that were sent last; NaN when it never did. */
  drainMs: number;
  commits: number;
  domWritesPerSecond: number;
  /** Slope over the second half of the run, MiB a minute. */
  heapSlope: number;
  heapMiB: number;
  work: ThreadWork;
}

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGS });
}

/** Opens the chart page of BTC; answers when it painted its first candle, and after how many ms. */
export async function openChart(browser: Browser, url: string): Promise<{ page: Page; cdp: CDPSession; firstCandleMs: number }> {
  const page = await browser.newPage({ viewport: PHONE, locale: 'en-US' });
  page.on('pageerror', (error) => console.error(`  page: ${error.message}`));
  await page.addInitScript(COUNT_COMMITS);
  // Not a newcomer: nothing is asked or explained over the page.
  await page.addInitScript(() => Object.assign(localStorage, { fxproLanguage: 'en-US', fxproLooksAsked: '1', fxproHintsSeen: '["/pages/kline/kline","/pages/tabbar/trade","/pages/tabbar/contracts"]' }));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(`${url}/pages/kline/kline?coinInfoId=${BTC}`);
  const candle = await page.waitForFunction(() => performance.getEntriesByName('chart:first-candle')[0]?.startTime, null, { timeout: 60_000 });
  return { page, cdp, firstCandleMs: (await candle.jsonValue()) ?? NaN };
}

async function heapMiB(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20;
}

const commits = (page: Page): Promise<number> => page.evaluate('window.__commits');

/** Characters and nodes that changed in `WRITES_S`. */
async function domWrites(page: Page): Promise<number> {
  return page.evaluate((forMs) => new Promise<number>((done) => {
    let count = 0;
    const watcher = new MutationObserver((list) => { count += list.length; });
    watcher.observe(document.documentElement, { subtree: true, characterData: true, childList: true, attributes: true });
    setTimeout(() => { watcher.disconnect(); done(count); }, forMs);
  }), WRITES_S * 1_000);
}

async function traced(browser: Browser, page: Page): Promise<ThreadWork> {
  await browser.startTracing(page, { categories: TRACED });
  const from = performance.now();
  await page.waitForTimeout(TRACE_S * 1_000);
  const seconds = (performance.now() - from) / 1_000;
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: never[] };
  return threadWork(traceEvents, seconds);
}

/** How long the page takes to show what came last. */
async function drained(page: Page, flood: Flood): Promise<number> {
  const from = performance.now();
  flood.pace(0);
  const { bid, ask } = flood.best(BTC);
  const shown = (testId: string, price: string) => page.waitForFunction(
    ([id, text]) => document.querySelector(`[data-testid="${id}"]`)?.textContent?.replaceAll(',', '').includes(text!), [testId, price] as const, { timeout: DRAIN_MS });
  try {
    await Promise.all([shown('book-bids', bid), shown('book-asks', ask)]);
    return performance.now() - from;
  } catch (cause) {
    console.error(`  the page never showed ${bid} / ${ask}`, cause);
    return NaN;
  }
}

/** Least-squares slope of values taken every `stepS` seconds, a minute. */
function slopePerMinute(values: readonly number[], stepS: number): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [over, under] = values.reduce<[number, number]>(([a, b], value, i) => [a + (i - middle) * (value - mean), b + (i - middle) ** 2], [0, 0]);
  return (over / under) * (60 / stepS);
}

/** `seconds` of the page under `perSecond` messages, its main thread slowed down `slowed` times. */
export async function runPage(flood: Flood, perSecond: number, slowed: number, seconds: number): Promise<PageRun> {
  const browser = await launch();
  try {
    const { page, cdp } = await openChart(browser, flood.url);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    flood.pace(perSecond);
    await page.waitForTimeout(WARM_UP_MS);
    const before = { sent: flood.sent, bytes: flood.bytes, resyncs: flood.resyncs, commits: await commits(page), at: performance.now() };
    const heap = [await heapMiB(cdp)];
    const work = await traced(browser, page);
    const stepS = 5;
    for (let at = TRACE_S; at < seconds; at += stepS) {
      await page.waitForTimeout(stepS * 1_000);
      heap.push(await heapMiB(cdp));
    }
    const elapsedS = (performance.now() - before.at) / 1_000;
    const counted = { perSecond: (flood.sent - before.sent) / elapsedS, bytesPerSecond: (flood.bytes - before.bytes) / elapsedS, commits: await commits(page) - before.commits };
    const writes = await domWrites(page);
    const drainMs = await drained(page, flood);
    const late = heap.slice(Math.floor(heap.length / 2));
    return {
      ...counted, resyncs: flood.resyncs - before.resyncs, drainMs, domWritesPerSecond: writes / WRITES_S,
      heapSlope: slopePerMinute(late, stepS), heapMiB: late.at(-1) ?? NaN, work,
    };
  } finally {
    flood.pace(0);
    await browser.close();
  }
}
