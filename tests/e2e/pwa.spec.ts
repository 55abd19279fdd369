// The installed app: a newer build is offered between two pages and never while a ticket is being filled; without the
// exchange the last prices stand with their age.
import { type Page, expect, test } from '@playwright/test';
import { Front } from './support/build-proxy.ts';
import { street, visit } from './support/visitor.ts';

const here = street();
let front: Front;
test.beforeEach(async () => {
  front = await Front.before(here.exchange.url);
});
test.afterEach(() => front.shut());

/** The service worker has taken the page. */
const held = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 30_000 });
/** To another page of the app, as a link leads. */
const go = (page: Page, path: string): Promise<void> => page.evaluate((to) => history.pushState({}, '', to), path);

test('a newer build waits until the ticket is left, and comes with the page after', async ({ page }) => {
  await visit(page, `${front.url}/pages/tabbar/trade?coinInfoId=2`);
  await held(page);
  await page.getByTestId('ticket-amount').fill('0.5');
  front.build = 'B';
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
  const offer = page.getByRole('button', { name: 'Use it' });
  await page.waitForTimeout(1_000);
  await expect(offer).toHaveCount(0);
  await expect(page.getByTestId('ticket-amount')).toHaveValue('0.5');
  await go(page, '/pages/tabbar/home');
  await offer.click();
  expect(await page.locator('meta[name="build"]').count()).toBe(0);
  await go(page, '/pages/set/index');
  await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', 'B');
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`shell-${'b'.repeat(16)}`]);
  expect(here.faults).toEqual([]);
});

test('the app opens without the exchange, with the last prices and how old they are', async ({ page }) => {
  await visit(page, `${front.url}/pages/markets/index`);
  await held(page);
  const row = page.getByTestId('market-BTC').first();
  await expect(row).toContainText(/\d{2},\d{3}\.\d{2}/);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true);
  // What is in sight is kept when the page goes.
  await page.goto('about:blank');
  front.shut();
  here.faults.length = 0;
  await page.goto(`${front.url}/pages/markets/index`);
  await expect(row).toContainText(/\d{2},\d{3}\.\d{2}/);
  await expect(page.getByTestId('feed-light')).not.toHaveAttribute('data-shield', 'verified');
  await expect(page.locator('[data-age]').first()).toHaveAttribute('data-age', /\d/);
  // Nothing was thrown; a browser complains of every call that nobody takes.
  expect(here.faults.filter((fault) => !/ERR_CONNECTION|WebSocket|Failed to fetch|net::/.test(fault))).toEqual([]);
});
