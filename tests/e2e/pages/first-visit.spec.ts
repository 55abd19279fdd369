// A first visit on a phone reads the largest text of a screen before the app runs, and the app keeps it in its place.
import { once } from 'node:events';
import { type Server, createServer, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Page, expect, test } from '@playwright/test';
import { portOf } from '../../../server/gateway/listen.ts';
import { layoutShifts, recordLayoutShifts } from '../../support/browser/layout-shifts.ts';
import { collectPageErrors, exchangeForRun } from '../../support/browser/visitor.ts';
import { NetworkLine } from '../support/network-line.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const [HOME, KLINE, MARKETS] = ['/', '/pages/kline/kline?coinInfoId=2', '/pages/markets/index'];
/** English, the longest words, and the other direction. */
const PHONES = [
  {
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
    screens: [HOME, KLINE, MARKETS, '/pages/tabbar/trade?coinInfoId=2', '/pages/tabbar/contracts?coinInfoId=102'],
  },
  { locale: 'de-DE', viewport: { width: 360, height: 640 }, screens: [HOME, MARKETS] },
  { locale: 'ar-AE', viewport: { width: 390, height: 844 }, screens: [KLINE] },
];
const FIRST_PAINT = '.first-paint';

/** Keeps the app from starting until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  let start = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await started;
    await route.continue();
  });
  return start;
}

/** The first card or strip, or the head of the markets page: its texts with their boxes, in px. */
const firstTexts = (page: Page, count: number): Promise<string[]> =>
  page.$$eval(
    page.url().includes('markets') ? '#root :is(h1, input)' : '#root section > :is(h2, p, span, button)',
    (elements, shown) =>
      elements.slice(0, shown).map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.textContent} ${[x, y, width, height].map((px) => Math.round(px * 10) / 10)}`;
      }),
    count,
  );

/** Notes in the page which scripts had arrived when the app replaced what was there before. */
async function noteScripts(page: Page): Promise<void> {
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      const root = document.getElementById('root');
      if (!root || root.childElementCount === 0 || root.querySelector(`${selector}, .first-mark`)) return;
      observer.disconnect();
      const scripts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      Object.assign(window, { scripts: scripts.filter((name) => name.endsWith('.js')) });
    });
    observer.observe(document, { childList: true, subtree: true });
  }, FIRST_PAINT);
}

/** Serves the exchange's pages; a document's rest, from the words of the feed's state on, comes half a second later. */
async function serveInHalves(exchange: string): Promise<Server> {
  const { hostname, port, host } = new URL(exchange);
  const server = createServer(({ url: path = '/', headers: sent }, outgoing) => {
    const headers = { ...sent, host, 'accept-encoding': 'identity' };
    get({ hostname, port, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      void buffer(response).then(async (body) => {
        const rest = Math.max(0, body.lastIndexOf('<', Math.max(0, body.indexOf('data-widest'))));
        outgoing.write(body.subarray(0, rest));
        if (rest > 0) await pause(500);
        outgoing.end(body.subarray(rest));
      });
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}

test('what a first visit reads is shown once it is whole', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const server = await serveInHalves(fixture.exchange.url);
  try {
    await recordLayoutShifts(page);
    await holdApp(page);
    const port = portOf(server);
    await page.goto(`http://localhost:${port}/pages/tabbar/contracts?coinInfoId=102`, { waitUntil: 'commit' });
    await expect(page.locator(FIRST_PAINT)).toBeVisible();
    await expect(page.locator(`${FIRST_PAINT} [data-widest]`)).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await layoutShifts(page)).toEqual([]);
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
});

for (const { locale, viewport, screens } of PHONES)
  test(`the app keeps what a first visit reads: ${locale}, ${viewport.width} px`, async ({ browser }) => {
    for (const screen of screens) {
      const context = await browser.newContext({ locale, viewport });
      const page = await context.newPage();
      fixture.pageErrors = collectPageErrors(page);
      await recordLayoutShifts(page);
      await noteScripts(page);
      const startApp = await holdApp(page);
      const response = await page.goto(fixture.exchange.url + screen, { waitUntil: 'commit' });
      await expect(page.locator(FIRST_PAINT)).toBeVisible();
      // Nothing is painted before the style sheets are there, but it can be read.
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
      );
      await page.evaluate(() => document.fonts.ready);
      const before = await firstTexts(page, 4);
      expect(before.length, screen).toBeGreaterThan(1);
      startApp();
      await expect(page.locator(FIRST_PAINT)).toHaveCount(0);
      expect(await firstTexts(page, before.length), screen).toEqual(before);
      await expect(page.locator('[data-testid="feed-light"][data-shield="verified"]').first()).toBeVisible();
      expect(await layoutShifts(page), screen).toEqual([]);

      const html = await response!.text();
      const scripts = await page.evaluate(() => (window as unknown as { scripts: string[] }).scripts);
      expect(scripts.length, screen).toBeGreaterThan(5);
      expect(
        scripts.filter((name) => !html.includes(`"${name}"`)),
        `${screen}: nothing that the first screen needs is found out late`,
      ).toEqual([]);
      await context.close();
    }
  });

test('the price of the market is live before the app runs, gone with the exchange, and the app keeps its worker', async ({
  browser,
}) => {
  const phone = { locale: 'de-DE', viewport: { width: 390, height: 844 } } as const;
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  fixture.pageErrors = collectPageErrors(page);
  await recordLayoutShifts(page);
  const startApp = await holdApp(page);
  const line = await NetworkLine.open(fixture.exchange.url);
  await page.goto(line.url + KLINE, { waitUntil: 'commit' });
  const [light, price] = [page.locator(`${FIRST_PAINT} [data-shield]`), page.locator(`${FIRST_PAINT} h1`)];
  await expect(light).toHaveAttribute('data-shield', 'verified');
  await expect(price).toHaveText(/^BTC\/USDT [\d.]+,\d+$/);
  line.stall();
  await expect(light).toHaveAttribute('data-shield', 'loading');
  await expect(price).toHaveText('');
  line.release();
  await expect(light).toHaveAttribute('data-shield', 'verified');
  startApp();
  await expect(page.locator(FIRST_PAINT)).toHaveCount(0);
  await expect(page.locator('[data-testid="feed-light"][data-shield="verified"]').first()).toBeVisible();
  expect(page.workers()).toHaveLength(1);
  expect(await layoutShifts(page)).toEqual([]);
  await context.close();
  await line.close();
});

test('a later visit, and a wide window, see the mark alone until the app runs', async ({ page, browser }) => {
  const startApp = await holdApp(page);
  await page.goto(fixture.exchange.url, { waitUntil: 'commit' });
  await expect(page.locator('.first-mark')).toBeVisible();
  await expect(page.locator(FIRST_PAINT)).toBeHidden();
  startApp();
  await expect(page.locator('.first-mark')).toHaveCount(0);

  const wide = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const start = await holdApp(wide);
  await wide.goto(fixture.exchange.url, { waitUntil: 'commit' });
  await expect(wide.locator('.first-mark')).toBeVisible();
  await expect(wide.locator(FIRST_PAINT)).toBeHidden();
  start();
  await expect(wide.locator('.first-mark')).toHaveCount(0);
  await wide.close();
});
