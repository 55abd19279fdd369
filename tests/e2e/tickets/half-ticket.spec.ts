// The order form in the lower half of the chart's page: the chart lives on above it, and Back closes it alone.
import { type Page, expect, test } from '@playwright/test';
import { boxOf, call, exchangeForRun, register } from '../../support/browser/visitor.ts';
import { fundContracts, submitOrder, typePrice } from '../support/journey.ts';

const [BTC, PERPETUAL] = [2, 102];

test.use({ hasTouch: true, isMobile: true });
const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const sheetOf = (page: Page) => page.getByTestId('half-sheet');

/** Opens the chart page of a market, and its order form. */
async function openHalf(page: Page, coinInfoId: number, name: string): Promise<void> {
  await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${coinInfoId}`);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('chart:first-candle').length))
    .toBeGreaterThan(0);
  await page.getByRole('button', { name, exact: true }).tap();
  await expect(sheetOf(page)).toBeVisible();
}

test('an order is placed below the living chart; Back closes the form and then leaves the page', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await page.goto(`${fixture.exchange.url}/pages/markets/index`);
  await openHalf(page, BTC, 'Buy');
  const sheet = sheetOf(page);
  const chart = page.getByTestId('chart');
  // The chart fills what is above the form, once that has risen.
  await expect(async () => {
    const [box, below] = [await boxOf(chart), await boxOf(sheet)];
    expect(Math.round(below.y + below.height)).toBe(844);
    expect(Math.round(box.y + box.height)).toBe(Math.round(below.y));
  }).toPass();
  await expect(page.getByTestId('ticket-submit')).toBeInViewport({ ratio: 1 });
  await page.getByRole('radio', { name: 'Market' }).tap();
  await page.getByTestId('ticket-total').fill('200');
  const before = await chart.screenshot();
  await submitOrder(page, 'ticket-submit');
  await expect(page.getByTestId('order-result')).toContainText('Filled');
  await expect
    .poll(async () => (await call<{ list: unknown[] }>(page, '/coin/order/list', { state: 'history' })).list.length)
    .toBe(1);
  await expect.poll(async () => (await chart.screenshot()).equals(before)).toBe(false);
  await expect(page).toHaveURL(/kline\/kline/);
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/kline\/kline/);
  await expect(page.getByRole('button', { name: 'Buy', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/markets/);
});

test('a perpetual opens Long and Short there; a swipe down, Escape and the button close it', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await fundContracts(page, '1000');
  await openHalf(page, PERPETUAL, 'Short');
  const sheet = sheetOf(page);
  await expect(sheet.getByRole('radio', { name: 'Short' })).toBeChecked();
  await expect(page.getByTestId('multiple')).toBeVisible();
  // What it covers is out of reach of keys and screen readers.
  await expect(page.getByRole('tab', { name: 'Order book' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Short', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Long', exact: true }).tap();
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Long', exact: true }).tap();
  // It slides in: a swipe begins on its head once it is in place.
  const bottomOf = async (): Promise<number> => {
    const box = await boxOf(sheet);
    return Math.round(box.y + box.height);
  };
  await expect.poll(bottomOf).toBe(844);
  const { x, y } = await boxOf(sheet);
  await page.mouse.move(x + 120, y + 24);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 200, { steps: 6 });
  await page.mouse.up();
  await expect(sheet).toHaveCount(0);
  expect(await call<{ list: unknown[] }>(page, '/coin/contract/order/list/active')).toMatchObject({ list: [] });
});

test('a reload opens it again with what was typed; Back closes it alone, and it stays closed', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await page.goto(`${fixture.exchange.url}/pages/markets/index`);
  await openHalf(page, BTC, 'Sell');
  const price = page.getByTestId('ticket-price');
  await typePrice(page, '70123.45');
  await page.getByRole('radio', { name: 'Buy' }).tap();
  for (const time of [1, 2]) {
    await page.reload();
    await expect(sheetOf(page), String(time)).toBeVisible();
    await expect(price).toHaveValue('70,123.45');
    await expect(page.getByRole('radio', { name: 'Buy' })).toBeChecked();
  }
  await page.goBack();
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(/kline\/kline/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Buy', exact: true })).toBeVisible();
  await expect(sheetOf(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/markets/);
});

test('it keeps the place of a scrolled page, and fits a screen of 360 x 640', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await register(page, fixture.exchange.url);
  await fundContracts(page, '1000');
  await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${PERPETUAL}`);
  await expect(page.getByTestId('book-bids')).toContainText(/\d/);
  // The page has its whole height only once all of it is there.
  await expect.poll(() => page.evaluate(() => (window.scrollTo(0, 280), window.scrollY))).toBe(280);
  await page.getByRole('button', { name: 'Long', exact: true }).tap();
  await expect(page.getByTestId('contract-submit')).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await boxOf(page.getByTestId('chart'))).height).toBeGreaterThan(200);
  // The keyboard leaves a page that is wider than high: the form stays below the chart.
  await page.getByTestId('contract-amount').focus();
  await page.setViewportSize({ width: 360, height: 320 });
  await expect.poll(async () => (await boxOf(sheetOf(page))).width).toBe(360);
  await expect(page.getByTestId('contract-submit')).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await boxOf(page.getByTestId('chart'))).width).toBe(360);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goBack();
  await expect(sheetOf(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(280);
});
