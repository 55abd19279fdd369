// The installed app: a newer build waits for a filled ticket; offline, the last prices are shown with their age.
import { type Page, expect, test } from '@playwright/test';
import { BuildProxy } from './support/build-proxy.ts';
import { exchangeForWorker, visit } from '../support/browser/visitor.ts';

const fixture = exchangeForWorker();
let proxy: BuildProxy;
test.beforeEach(async () => {
  proxy = await BuildProxy.open(fixture.exchange.url);
});
test.afterEach(() => proxy.close());

/** Waits until the service worker controls the page. */
const controlled = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 30_000 });
/** Navigates within the app, as a link does. */
const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), path);

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
