// First visits on a slow line and a slow phone, and to the desktop's pages: largest paint, a live price, what blocks,
// layout shifts. LOADING_ONLY=kline,terminal: those.
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { CHROMIUM, hasBrowser } from '../tests/support/browser/browser-path.ts';
import { ExchangeProcess } from '../tests/support/browser/exchange-process.ts';
import { formed } from './harness/quick.ts';
import { type Row, median } from './harness/row.ts';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 }, screen: { width: 1440, height: 900 } };
const ROUTES: Record<string, [path: string, device: BrowserContextOptions]> = {
  home: ['/', PHONE],
  kline: ['/pages/kline/kline?coinInfoId=2', PHONE],
  trade: ['/pages/tabbar/trade?coinInfoId=2', PHONE],
  contracts: ['/pages/tabbar/contracts?coinInfoId=102', PHONE],
  markets: ['/pages/markets/index', PHONE],
  terminal: ['/trade/BTC-USDT', DESKTOP],
  'terminal, from the chart page': ['/pages/kline/kline?coinInfoId=2', DESKTOP],
  chart: ['/chart?coinInfoId=2&interval=15m', DESKTOP],
};
const ONLY = process.env['LOADING_ONLY']?.split(',');
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
  /** The first text; the mark before it is none. */
  firstMs: number;
  paintMs: number;
  priceMs: number;
  /** What tasks of the main thread took beyond 50 ms, after which a touch is felt as late. */
  blockedMs: number;
  shift: number;
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const seen = { firstMs: NaN, paintMs: NaN, priceMs: NaN, blockedMs: 0, shift: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    const painted = list.getEntries().map(({ startTime }) => startTime);
    if (Number.isNaN(seen.firstMs)) seen.firstMs = painted[0] ?? NaN;
    seen.paintMs = painted.at(-1) ?? NaN;
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
async function visit(browser: Browser, url: string, device: BrowserContextOptions): Promise<Visit> {
  // A browser without a window names no language by itself, and would be given a page in another than its own.
  const context = await browser.newContext({ ...device, locale: 'en-US', serviceWorkers: 'block' });
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
    for (const [name, [path, device]] of Object.entries(ROUTES)) {
      if (ONLY && !ONLY.includes(name)) continue;
      const visits: Visit[] = [];
      for (let at = 0; at < VISITS; at++) visits.push(await visit(browser, exchange.url + path, device));
      const middle = (key: keyof Visit): number => median(visits.map((one) => one[key]));
      const [paintMs, priceMs] = [middle('paintMs'), middle('priceMs')];
      rows.push(
        { name: `${name}: first text`, value: middle('firstMs'), unit: 'ms' },
        { name: `${name}: largest paint`, value: paintMs, unit: 'ms', ...asked(ASKED_PAINT_MS, paintMs, device) },
        { name: `${name}: a live price`, value: priceMs, unit: 'ms', ...asked(ASKED_PRICE_MS, priceMs, device) },
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

/** The goals are a phone's. */
const asked = (limitMs: number, valueMs: number, device: BrowserContextOptions): Pick<Row, 'against' | 'ratio'> =>
  device === PHONE ? { against: `asked ${limitMs}`, ratio: limitMs / valueMs } : {};
