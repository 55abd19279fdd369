// The installed app: a newer build waits for a filled ticket; offline, the last prices are shown with their age; the
// font of the app.
import { layoutShifts, recordLayoutShifts } from '../support/browser/layout-shifts.ts';
import { type Page, expect, test } from '@playwright/test';
import { createBusyAccount } from '../support/browser/busy-account.ts';
import { submitOrder, typePrice } from './support/journey.ts';
import { BuildProxy } from './support/build-proxy.ts';
import { call, exchangeForRun, navigate, visit } from '../support/browser/visitor.ts';

test.use({ serviceWorkers: 'allow' });
const fixture = exchangeForRun();
let proxy: BuildProxy;
test.beforeEach(async () => {
  proxy = await BuildProxy.open(fixture.exchange.url);
});
test.afterEach(() => proxy.close());

/** Waits until the service worker controls the page. */
const controlled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 30_000 });

test('a newer build is offered after the ticket is left and is used from the next page on', async ({ page }) => {
  await visit(page, `${proxy.url}/pages/tabbar/trade?coinInfoId=2`);
  await controlled(page);
  await page.getByTestId('ticket-amount').fill('0.5');
  proxy.build = 'B';
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
  const offer = page.getByRole('button', { name: 'Update' });
  await page.waitForTimeout(1_000);
  await expect(offer).toHaveCount(0);
  await expect(page.getByTestId('ticket-amount')).toHaveValue('0.5');
  await navigate(page, '/pages/tabbar/home');
  await offer.click();
  expect(await page.locator('meta[name="build"]').count()).toBe(0);
  await navigate(page, '/pages/set/index');
  await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', 'B');
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`shell-${'b'.repeat(16)}`]);
  expect(fixture.pageErrors).toEqual([]);
});

/** The exchange has a newer build, and nothing any more of the one that runs. */
async function replaceBuild(page: Page): Promise<void> {
  proxy.replacesParts = true;
  proxy.build = 'B';
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
}

/** The page that is open is of the newer build and works. */
async function isNewer(page: Page): Promise<void> {
  await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', 'B');
  await expect(page.getByTestId('feed-light').first()).toHaveAttribute('data-shield', 'verified', { timeout: 30_000 });
}

/** What the browser logs of parts that are gone. */
const exceptGone = (faults: string[]): string[] => faults.filter((fault) => !/status of 404|\/assets\//.test(fault));

test('once the parts of a build are gone a filled ticket is sent, and a sheet offers to reload', async ({ page }) => {
  await createBusyAccount(page, proxy.url);
  await visit(page, `${proxy.url}/pages/tabbar/trade?coinInfoId=2`);
  await controlled(page);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
  const amount = page.getByTestId('ticket-amount');
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: '2' });
  await typePrice(page, Math.floor(Number(last) * 0.95).toString());
  await amount.fill('0.01');
  // The confirmation is loaded behind the ticket: it is a part of the build that the page has.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/order-confirmation-')),
  );
  await replaceBuild(page);
  const stop = page.getByRole('radio', { name: 'Stop' });
  await stop.click();
  const reload = page.getByRole('status').getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await expect(amount).toHaveValue('0.01');
  await submitOrder(page, 'ticket-submit');
  await expect(page.getByText('Order placed')).toBeVisible();
  await expect(async () => {
    // It is offered for 15 seconds, and again with each try.
    if (!(await reload.isVisible())) await stop.click();
    await reload.click({ timeout: 5_000 });
  }).toPass();
  await isNewer(page);
  expect(exceptGone(fixture.pageErrors)).toEqual([]);
});

test('once the parts of a build are gone a pane and a page lead to the newer one', async ({ page }) => {
  await visit(page, `${proxy.url}/pages/kline/kline?coinInfoId=2`);
  await controlled(page);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
  await replaceBuild(page);
  await page.getByRole('tab', { name: 'Depth' }).click();
  const card = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' });
  await card.getByRole('button', { name: 'Retry' }).click();
  await card.getByRole('button', { name: 'Reload' }).click();
  await isNewer(page);
  await page.getByRole('tab', { name: 'Depth' }).click();
  await expect(page.getByTestId('depth').locator('canvas')).toBeVisible();
  expect(exceptGone(fixture.pageErrors)).toEqual([]);
});

test('once the parts of a build are gone the next page is of the newer one after one tap', async ({ page }) => {
  await visit(page, `${proxy.url}/`);
  await controlled(page);
  await expect(page.getByTestId('feed-light').first()).toHaveAttribute('data-shield', 'verified');
  await replaceBuild(page);
  await navigate(page, '/pages/markets/index');
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
  await isNewer(page);
  await expect(page).toHaveURL(/markets/);
  expect(exceptGone(fixture.pageErrors)).toEqual([]);
});

test('the app opens without the exchange and shows the last prices with their age', async ({ page }) => {
  await visit(page, `${proxy.url}/pages/markets/index`);
  await controlled(page);
  const row = page.getByTestId('market-BTC').first();
  await expect(row).toContainText(/\d{2},\d{3}\.\d{2}/);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true);
  // Visible prices are stored when the page is left.
  await page.goto('about:blank');
  proxy.close();
  fixture.pageErrors.length = 0;
  await page.goto(`${proxy.url}/pages/markets/index`);
  await expect(row).toContainText(/\d{2},\d{3}\.\d{2}/);
  await expect(page.getByTestId('feed-light')).not.toHaveAttribute('data-shield', 'verified');
  await expect(page.locator('[data-age]').first()).toHaveAttribute('data-age', /\d/);
  // The browser logs each failed request; the page adds no error of its own.
  expect(fixture.pageErrors.filter((fault) => !/ERR_CONNECTION|WebSocket|Failed to fetch|net::/.test(fault))).toEqual(
    [],
  );
});

test('a first visit is written in the font of the app, with equal digits, and nothing moves', async ({ page }) => {
  await recordLayoutShifts(page);
  await visit(page, `${fixture.exchange.url}/`);
  await expect(page.getByTestId('market-BTC').first()).toContainText(/\d{2},\d{3}\.\d{2}/);
  const loaded = (): Promise<string[]> =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(loaded).toEqual(['Inter']);
  const widths = await page.evaluate(async () => {
    await document.fonts.load('100px Inter', '0');
    const context = document.createElement('canvas').getContext('2d')!;
    return ['400', '600', '700'].map((weight) => {
      context.font = `${weight} 100px Inter`;
      return [...'0123456789'].map((digit) => context.measureText(digit).width);
    });
  });
  for (const digits of widths) expect(new Set(digits).size).toBe(1);
  expect(await layoutShifts(page)).toEqual([]);
  const cachedFonts = (): Promise<number> =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('shell-'));
      const shells = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return shells.flat().filter(({ url }) => url.endsWith('.woff2')).length;
    });
  await expect.poll(cachedFonts).toBe(3);
});

test('font files are served for a year and from this origin only', async ({ request }) => {
  const page = await (await request.get(`${fixture.exchange.url}/`)).text();
  const path = /href="(\/assets\/inter-latin-[^"]+)"/.exec(page)![1]!;
  const font = await request.get(fixture.exchange.url + path);
  expect(font.headers()).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(font.headers()['content-security-policy']).toContain("font-src 'self'");
});
