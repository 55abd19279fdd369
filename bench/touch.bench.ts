// What a touch costs: script of a page change on a CPU of a quarter, and the time from a touch to its paint while 4,000 messages a second come in.
import { type CDPSession, type Page, chromium } from '@playwright/test';
import { routes } from '../tests/e2e/crawler.ts';
import { Exchange } from '../tests/e2e/exchange.ts';
import { register } from '../tests/e2e/visitor.ts';
import { floodBefore } from './flood.ts';
import { type Row, median, quantile } from './row.ts';

const PHONE = { width: 390, height: 844 };
const ARGS = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
];
/** Times that the CPU is slowed down for page changes. */
const SLOWED = 4;
/** Visits of each page: the first loads its program, the rest are measured. */
const VISITS = 4;
/** A page is there after this long; script that runs later is the feed's. */
const SETTLE_MS = 300;
const PER_SECOND = 4_000;
const WALKS = 10;
const ASKED_SCRIPT_MS = 100;
const ASKED_PAINT_MS = 200;
/** Touches faster than this are counted, and told no time (the browser's own limit). */
const TOLD_FROM_MS = 16;

const BTC = '2';
const PERPETUAL = '102';

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => { history.pushState({}, '', to); }, path);
  await page.waitForTimeout(SETTLE_MS);
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN);
}

/** Script in ms of each page's change, the median of its visits. What the feed costs meanwhile counts against us. */
async function pageChanges(page: Page): Promise<[path: string, ms: number][]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const seen = routes().filter((path) => path !== '/' && path !== '/nowhere').map((path): [string, number[]] => [path, []]);
  for (let visit = 0; visit < VISITS; visit++) {
    for (const [path, times] of seen) {
      const before = await scriptMs(cdp);
      await go(page, path);
      if (visit > 0) times.push(await scriptMs(cdp) - before);
    }
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return seen.map(([path, times]) => [path, median(times)]);
}

interface Touched {
  /** From touch to paint in ms, of those that took 16 ms or more, by number of the touch. */
  touchMs: Map<number, number>;
}

async function watchTouches(page: Page): Promise<void> {
  await page.evaluate((from) => {
    const { touchMs } = Object.assign(window, { touchMs: new Map<number, number>() } satisfies Touched);
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (interactionId > 0) touchMs.set(interactionId, Math.max(touchMs.get(interactionId) ?? 0, duration));
      }
    }).observe({ type: 'event', durationThreshold: from } as PerformanceObserverInit);
  }, TOLD_FROM_MS);
}

/** Times of all touches, the untold ones as 0. */
async function touches(page: Page): Promise<number[]> {
  const { told, count } = await page.evaluate(() => ({
    told: [...(window as unknown as Touched).touchMs.values()], count: (performance as unknown as { interactionCount: number }).interactionCount,
  }));
  return [...told, ...Array.from({ length: Math.max(0, count - told.length) }, () => 0)];
}

/** One walk of the hands: a spot ticket, the chart's intervals and views, a contract's ticket, the lists. */
async function walk(page: Page): Promise<void> {
  await go(page, `/pages/tabbar/trade?coinInfoId=${BTC}`);
  for (const name of ['ticket-price', 'ticket-amount']) {
    await page.getByTestId(name).click();
    await page.keyboard.type('1234.5', { delay: 20 });
    for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace');
  }
  await go(page, `/pages/kline/kline?coinInfoId=${BTC}`);
  for (const name of ['Trades', 'Depth', 'Book']) await page.getByRole('tab', { name }).first().click();
  await page.getByTestId('chart').click({ position: { x: 150, y: 120 } });
  await go(page, `/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  await page.getByTestId('contract-amount').click();
  await page.keyboard.type('0.25', { delay: 20 });
  await go(page, '/pages/markets/index');
  for (const tab of await page.getByRole('tab').all()) await tab.click();
  await page.getByTestId('market-search').click();
  await page.keyboard.type('eth', { delay: 20 });
}

async function underFlood(page: Page): Promise<number[]> {
  await watchTouches(page);
  for (let i = 0; i < WALKS; i++) await walk(page);
  return touches(page);
}

export async function run(): Promise<Row[]> {
  const exchange = await Exchange.start({ RATE_LIMIT: 'off' });
  const flood = await floodBefore(exchange.url);
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGS });
  try {
    const page = await browser.newPage({ viewport: PHONE, locale: 'en-US' });
    await register(page, exchange.url);
    const changes = (await pageChanges(page)).sort((a, b) => b[1] - a[1]);
    const token = await page.evaluate(() => localStorage.getItem('fxproUserToken') ?? '');
    await page.goto(`${flood.url}/pages/set/currency`);
    await page.evaluate((kept) => { localStorage.setItem('fxproUserToken', kept); localStorage.setItem('fxproLanguage', 'en-US'); }, token);
    await page.reload();
    flood.pace(PER_SECOND);
    const times = await underFlood(page);
    const p98 = quantile(times, 0.98);
    return [
      { name: `page change on a CPU of 1/${SLOWED}: script, the slowest three of ${changes.length} (${changes.slice(0, 3).map(([path]) => path).join(' ')})`, value: changes[2]![1], unit: 'ms' },
      { name: `page change: script, slowest (${changes[0]![0]})`, value: changes[0]![1], unit: 'ms', against: `asked ${ASKED_SCRIPT_MS}`, ratio: ASKED_SCRIPT_MS / changes[0]![1] },
      { name: 'page change: script, median', value: median(changes.map(([, ms]) => ms)), unit: 'ms' },
      { name: `touch to paint under ${PER_SECOND} messages a second: p98 of ${times.length}`, value: p98, unit: 'ms', against: `asked ${ASKED_PAINT_MS}`, ratio: ASKED_PAINT_MS / p98 },
      { name: 'touch to paint: median (0: under 16)', value: median(times), unit: 'ms' },
      { name: 'messages lost meanwhile (resyncs asked for)', value: flood.resyncs, unit: '' },
    ];
  } finally {
    await browser.close();
    await flood.close();
    await exchange.stop();
  }
}
