// One run of the chart page under load: messages handled, thread work, frames drawn, memory.
import type { LoadGenerator } from './load-generator.ts';
import { Devtools } from './devtools.ts';
import { prioritizeMainThread } from './main-first.ts';
import { type ThreadWork, TRACED, threadWork } from './thread-work.ts';

const BTC = 2;
const PHONE = { width: 390, height: 844 };
const WARM_UP_MS = 3_000;
/** Traced for this long in the middle: a trace of it all would weigh a GiB. */
const TRACE_S = 10;
/** DOM writes are counted for this long, apart: counting costs. */
const WRITES_S = 4;
/** The last message must be on the screen within this time; otherwise it failed. */
const DRAIN_MS = 30_000;
/** So must the first candle of a page. */
const OPENED_MS = 50_000;

/** React reports every commit to a developer tool, in production builds too: the page's only counter of renders. */
const COUNT_COMMITS = `
  window.__commits = 0;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, renderers: new Map(), inject() { return 1; },
    onCommitFiberRoot() { window.__commits += 1; }, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {}, checkDCE() {} };`;

export interface PageRun {
  perSecond: number;
  bytesPerSecond: number;
  /** Requested by the client: a lost or unreadable message shows here. */
  resyncs: number;
  /** From the end of the load until the page shows the best prices that were sent last; Infinity if never. */
  drainMs: number;
  commits: number;
  domWritesPerSecond: number;
  /** Slope over the second half of the run, MiB a minute. */
  heapSlope: number;
  heapMiB: number;
  work: ThreadWork;
}

/** A returning user: no onboarding over the page. */
export const KNOWN = {
  fxproLanguage: 'en-US',
  fxproLooksAsked: '1',
  fxproHintsSeen: '["/pages/kline/kline","/pages/tabbar/trade","/pages/tabbar/contracts"]',
};

/** Source that runs in a page before anything else of it; `items` go to its localStorage. */
export const firstOf = (items: Record<string, string>): string => `${COUNT_COMMITS}
  Object.assign(localStorage, ${JSON.stringify(items)});
  /** Asks at every picture until there is an answer that is not null; null after \`forMs\`. */
  window.__until = (ask, forMs) => new Promise((done) => {
    const last = performance.now() + forMs;
    const look = () => { const answer = ask(); if (answer !== null || performance.now() > last) done(answer); else requestAnimationFrame(look); };
    look();
  });`;

/**
 * Opens the chart page of BTC in a browser of its own; answers when it painted its first candle, and after how many ms.
 */
export async function openChart(url: string): Promise<{ page: Devtools; firstCandleMs: number }> {
  const page = await Devtools.open(PHONE.width, PHONE.height);
  try {
    page.on('Runtime.exceptionThrown', (params) => console.error('  page:', JSON.stringify(params)));
    await page.send('Runtime.enable');
    await page.send('Performance.enable');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: firstOf(KNOWN) });
    const loaded = new Promise<void>((done) => page.on('Page.domContentEventFired', () => done()));
    await page.send('Page.navigate', { url: `${url}/pages/kline/kline?coinInfoId=${BTC}` });
    await loaded;
    const firstCandleMs = await page.evaluate<number | null>(
      `__until(() => performance.getEntriesByName('chart:first-candle')[0]?.startTime ?? null, ${OPENED_MS})`,
    );
    if (firstCandleMs === null) throw new Error('the page painted no candle');
    return { page, firstCandleMs };
  } catch (cause) {
    await page.close();
    throw cause;
  }
}

async function heapMiB(page: Devtools): Promise<number> {
  await page.send('HeapProfiler.collectGarbage');
  const { metrics } = await page.send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20;
}

const commits = (page: Devtools): Promise<number> => page.evaluate('window.__commits');

/** Characters and nodes that changed in `WRITES_S`. */
async function domWrites(page: Devtools): Promise<number> {
  return page.evaluate(`new Promise((done) => {
    let count = 0;
    const watcher = new MutationObserver((list) => { count += list.length; });
    watcher.observe(document.documentElement, { subtree: true, characterData: true, childList: true, attributes: true });
    setTimeout(() => { watcher.disconnect(); done(count); }, ${WRITES_S * 1_000});
  })`);
}

async function traced(page: Devtools): Promise<ThreadWork> {
  const from = performance.now();
  const events = await page.trace(TRACED, TRACE_S * 1_000);
  return threadWork(events, Math.min(TRACE_S, (performance.now() - from) / 1_000));
}

/** How long the page takes to show what came last. */
async function drained(page: Devtools, generator: LoadGenerator): Promise<number> {
  const from = performance.now();
  generator.pace(0);
  const { bid, ask } = generator.best(BTC);
  const shows = (testId: string, price: string): string =>
    `document.querySelector('[data-testid="${testId}"]')?.textContent?.replaceAll(',', '').includes('${price}')`;
  const shown = await page.evaluate(
    `__until(() => (${shows('book-bids', bid)} && ${shows('book-asks', ask)}) || null, ${DRAIN_MS})`,
  );
  if (shown) return performance.now() - from;
  console.error(`  the page never showed ${bid} / ${ask}`);
  return Infinity;
}

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

/** Least-squares slope of values taken every `stepS` seconds, a minute. */
function slopePerMinute(values: readonly number[], stepS: number): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [over, under] = values.reduce<[number, number]>(
    ([a, b], value, i) => [a + (i - middle) * (value - mean), b + (i - middle) ** 2],
    [0, 0],
  );
  return (over / under) * (60 / stepS);
}

/** `seconds` of the page under `perSecond` messages, its main thread slowed down `slowed` times. */
export async function runPage(
  generator: LoadGenerator,
  perSecond: number,
  slowed: number,
  seconds: number,
): Promise<PageRun> {
  const { page } = await openChart(generator.url);
  try {
    await page.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    generator.pace(perSecond);
    await pause(WARM_UP_MS);
    prioritizeMainThread(page.pid);
    const before = {
      sent: generator.sent,
      bytes: generator.bytes,
      resyncs: generator.resyncs,
      commits: await commits(page),
      at: performance.now(),
    };
    const heap = [await heapMiB(page)];
    const work = await traced(page);
    const stepS = 5;
    for (let at = TRACE_S + WRITES_S; at < seconds; at += stepS) {
      await pause(stepS * 1_000);
      heap.push(await heapMiB(page));
    }
    const writes = await domWrites(page);
    const elapsedS = (performance.now() - before.at) / 1_000;
    const counted = {
      perSecond: (generator.sent - before.sent) / elapsedS,
      bytesPerSecond: (generator.bytes - before.bytes) / elapsedS,
      commits: (await commits(page)) - before.commits,
    };
    const drainMs = await drained(page, generator);
    const late = heap.slice(Math.floor(heap.length / 2));
    return {
      ...counted,
      resyncs: generator.resyncs - before.resyncs,
      drainMs,
      domWritesPerSecond: writes / WRITES_S,
      heapSlope: slopePerMinute(late, stepS),
      heapMiB: late.at(-1) ?? NaN,
      work,
    };
  } finally {
    generator.pace(0);
    await page.close();
  }
}
