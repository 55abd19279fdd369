// First visits on a slow line and a slow phone: largest paint, a live price, what blocks, layout shifts.
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM, hasBrowser } from '../tests/support/browser/browser-path.ts';
import { ExchangeProcess } from '../tests/support/browser/exchange-process.ts';
import { formed } from './harness/quick.ts';
import { type Row, median } from './harness/row.ts';

const ROUTES = {
  home: '/',
  kline: '/pages/kline/kline?coinInfoId=2',
  trade: '/pages/tabbar/trade?coinInfoId=2',
  contracts: '/pages/tabbar/contracts?coinInfoId=102',
  markets: '/pages/markets/index',
};
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** 1.6 Mbit/s down, 0.75 Mbit/s up, and the round trip. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Times that the CPU is slowed down. */
const SLOWED = 4;
const VISITS = formed(5, 1);
/** A price that is not there by then counts as this late. */
const LATEST_MS = 60_000;
/** What paints or moves after the price is awaited for this long. */
const SETTLE_MS = 2_000;
const ASKED_PAINT_MS = 2_000;
const ASKED_PRICE_MS = 2_800;

interface Visit {
  paintMs: number;
  priceMs: number;
  /** What tasks of the main thread took beyond 50 ms, after which a touch is felt as late. */
  blockedMs: number;
  shift: number;
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const seen = { paintMs: NaN, priceMs: NaN, blockedMs: 0, shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    seen.paintMs = list.getEntries().at(-1)?.startTime ?? NaN;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blockedMs += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  /** A view that the feed has verified, and a price in it. */
  const look = (): void => {
    const verified = document.querySelector('[data-shield="verified"]') !== null;
    if (verified && /\d[.,]\d/.test(document.getElementById('root')?.textContent ?? ''))
      seen.priceMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A first visit: nothing cached, nothing stored. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', LINE);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'commit' });
    await page
      .waitForFunction(() => (window as unknown as { seen: Visit }).seen.priceMs > 0, null, { timeout: LATEST_MS })
      .catch(() => console.error(`no live price at ${url} within ${LATEST_MS} ms`));
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => (window as unknown as { seen: Visit }).seen);
  } finally {
    await context.close();
  }
}

export async function run(): Promise<Row[]> {
  if (!hasBrowser) return [];
  const exchange = await ExchangeProcess.start({ RATE_LIMIT: 'off' });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-quic'] });
  const rows: Row[] = [];
  try {
    for (const [name, path] of Object.entries(ROUTES)) {
      const visits: Visit[] = [];
      for (let at = 0; at < VISITS; at++) visits.push(await visit(browser, exchange.url + path));
      const middle = (key: keyof Visit): number => median(visits.map((one) => one[key]));
      const [paintMs, priceMs] = [middle('paintMs'), middle('priceMs')];
      rows.push(
        { name: `${name}: largest paint`, value: paintMs, unit: 'ms', ...asked(ASKED_PAINT_MS, paintMs) },
        { name: `${name}: a live price`, value: priceMs, unit: 'ms', ...asked(ASKED_PRICE_MS, priceMs) },
        { name: `${name}: blocked`, value: middle('blockedMs'), unit: 'ms' },
        { name: `${name}: layout shift, in all`, value: middle('shift'), unit: '', against: 'asked 0' },
      );
    }
  } finally {
    await browser.close();
    await exchange.stop();
  }
  return rows;
}

const asked = (limitMs: number, valueMs: number): Pick<Row, 'against' | 'ratio'> => ({
  against: `asked ${limitMs}`,
  ratio: limitMs / valueMs,
});
