// Cost of a touch: script of a page change on a quarter of the CPU, and the time from a touch to its paint while 4,000
// messages a second arrive.
import { type CDPSession, type Page, chromium } from '@playwright/test';
import { BROWSER_FLAGS, CHROMIUM, hasBrowser } from '../tests/support/browser/browser-path.ts';
import { routes } from '../tests/support/browser/crawler.ts';
import { ExchangeProcess } from '../tests/support/browser/exchange-process.ts';
import { RETURNING_VISITOR, register } from '../tests/support/browser/visitor.ts';
import { Devtools } from './feed/devtools.ts';
import { TRACED, type ThreadWork, threadWork } from './feed/thread-work.ts';
import { type LoadGenerator, startLoadGenerator } from './feed/load-generator.ts';
import { formed } from './harness/quick.ts';
import { type Row, median, quantile } from './harness/row.ts';
import { Hand, type Touch } from './touch/input-driver.ts';
import { walk } from './touch/walk.ts';

const PHONE = { width: 390, height: 844 };
const ARGS = [...BROWSER_FLAGS, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
/** Times that the CPU is slowed down for page changes. */
const SLOWED = 4;
/** Visits of each page: the first loads its program, the rest are measured. */
const VISITS = formed(4, 2);
/** A page is there after this long; script that runs later is the feed's. */
const SETTLE_MS = 300;
const PER_SECOND = 4_000;
const WALKS = formed(6, 1);
/** How much of one walk more is traced, in s. */
const TRACE_S = 20;
/** The slowest touches, by name. */
const SLOWEST = 12;
const ASKED_SCRIPT_MS = 100;
const ASKED_PAINT_MS = 200;

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
  }, path);
  await page.waitForTimeout(SETTLE_MS);
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN);
}

/** Script in ms of each page's change, the median of its visits. What the feed costs meanwhile counts against us. */
async function pageChanges(page: Page): Promise<[path: string, ms: number][]> {
  const cdp = await page.context().newCDPSession(page);
  // CPU time of the thread: time in which others used the core is not the page's script.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const seen = routes()
    .filter((path) => path !== '/' && path !== '/nowhere')
    .map((path): [string, number[]] => [path, []]);
  for (let visit = 0; visit < VISITS; visit++) {
    for (const [path, times] of seen) {
      const before = await scriptMs(cdp);
      await go(page, path);
      if (visit > 0) times.push((await scriptMs(cdp)) - before);
    }
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  if (seen.every(([, times]) => median(times) === 0)) throw new Error('no page ran a script: the app was not there');
  return seen.map(([path, times]) => [path, median(times)]);
}

interface UnderLoad {
  touches: Touch[];
  /** Of one walk more: tracing costs, and counts for no touch. */
  work: ThreadWork;
}

/**
 * Walks through the app in a browser without a test driver: a driver receives every message of every socket, and costs
 * the page more than they do.
 */
async function underLoad(generator: LoadGenerator, token: string): Promise<UnderLoad> {
  const page = await Devtools.open(PHONE.width, PHONE.height);
  try {
    const stored = { ...RETURNING_VISITOR, fxproLanguage: 'en-US', fxproUserToken: token };
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `Object.assign(localStorage, ${JSON.stringify(stored)})`,
    });
    const loaded = new Promise<void>((done) => page.on('Page.domContentEventFired', () => done()));
    await page.send('Page.navigate', { url: `${generator.url}/pages/tabbar/home` });
    await loaded;
    generator.pace(PER_SECOND);
    const hand = new Hand(page);
    await hand.watch();
    for (let i = 0; i < WALKS; i++) await walk(hand);
    const touches = await hand.touches();
    const [events] = await Promise.all([page.trace(TRACED, TRACE_S * 1_000), walk(hand)]);
    return { touches, work: threadWork(events, TRACE_S) };
  } finally {
    generator.pace(0);
    await page.close();
  }
}

/** 98 of 100 of one part of the touches. */
const p98 = (touches: readonly Touch[], part: keyof Omit<Touch, 'where'>): number =>
  quantile(
    touches.map((touch) => touch[part]),
    0.98,
  );

/** Returns nothing without a browser, and logs that. */
export async function run(): Promise<Row[]> {
  if (!hasBrowser) return [];
  const exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off' });
  const generator = await startLoadGenerator(exchange.url);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGS });
  try {
    const page = await browser.newPage({ viewport: PHONE, locale: 'en-US' });
    await register(page, exchange.url);
    await page.goto(`${exchange.url}/pages/tabbar/home`);
    const changes = (await pageChanges(page)).sort((a, b) => b[1] - a[1]);
    const token = await page.evaluate(() => localStorage.getItem('fxproUserToken') ?? '');
    await browser.close();
    const { touches, work } = await underLoad(generator, token);
    const slowest = [...touches].sort((a, b) => b.totalMs - a.totalMs).slice(0, SLOWEST);
    for (const { totalMs, inputMs, workMs, paintMs, where } of slowest)
      console.log(
        `  ${totalMs.toFixed(0)} ms = ${inputMs.toFixed(0)} + ${workMs.toFixed(0)} + ${paintMs.toFixed(0)}  ${where}`,
      );
    const paint98 = p98(touches, 'totalMs');
    return [
      {
        name: `page change on a CPU of 1/${SLOWED}: script, the slowest three of ${changes.length} (${changes
          .slice(0, 3)
          .map(([path]) => path)
          .join(' ')})`,
        value: changes[2]![1],
        unit: 'ms',
      },
      {
        name: `page change: script, slowest (${changes[0]![0]})`,
        value: changes[0]![1],
        unit: 'ms',
        against: `asked ${ASKED_SCRIPT_MS}`,
        ratio: ASKED_SCRIPT_MS / changes[0]![1],
      },
      { name: 'page change: script, median', value: median(changes.map(([, ms]) => ms)), unit: 'ms' },
      {
        name: `touch to paint under ${PER_SECOND} messages a second: p98 of ${touches.length}`,
        value: paint98,
        unit: 'ms',
        against: `asked ${ASKED_PAINT_MS}`,
        ratio: ASKED_PAINT_MS / paint98,
      },
      { name: 'of it until a handler ran: p98', value: p98(touches, 'inputMs'), unit: 'ms' },
      { name: 'of it in handlers: p98', value: p98(touches, 'workMs'), unit: 'ms' },
      { name: 'of it from then to the picture: p98', value: p98(touches, 'paintMs'), unit: 'ms' },
      {
        name: 'touch to paint: median (0: under 16)',
        value: median(touches.map(({ totalMs }) => totalMs)),
        unit: 'ms',
      },
      { name: "main thread's CPU of a frame meanwhile: p98", value: quantile(work.frameMs, 0.98), unit: 'ms' },
      { name: "main thread's CPU meanwhile", value: work.mainPercent, unit: '%' },
      { name: 'tasks of more than 50 ms of CPU meanwhile', value: work.longTasks, unit: '' },
      { name: 'messages lost meanwhile (resyncs asked for)', value: generator.resyncs, unit: '' },
    ];
  } finally {
    await browser.close();
    await generator.close();
    await exchange.stop();
  }
}
