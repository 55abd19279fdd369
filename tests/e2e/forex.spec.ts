// Forex: contracts and binary options in trading hours, disabled controls and the opening time outside them.
import { type Page, expect, test } from '@playwright/test';
import { fundContracts, submitOrder } from './support/journey.ts';
import { clockAhead } from '../support/exchange/clock-ahead.ts';
import { boxOf, call, register, exchangeForFile, navigate } from '../support/browser/visitor.ts';

const YEN = 203;
const EURO = 201;
test.use({ hasTouch: true, isMobile: true });
const DAY_MS = 86_400_000;
const WEDNESDAY = 3;
// These markets close at the weekend: the exchange's clock shows the last Wednesday, at this time of day.
const fixture = exchangeForFile(clockAhead(-((new Date().getUTCDay() - WEDNESDAY + 7) % 7) * DAY_MS));

/** Gives every forex market the first minute of a Sunday as its trading hours. */
async function closeForex(page: Page): Promise<void> {
  await page.route('**/coin/infos', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { list: { type: string; session?: unknown }[] } };
    for (const info of body.data.list) if (info.type === 'forex') info.session = { tz: 'UTC', open: [[0, 1]] };
    await route.fulfill({ response, json: body });
  });
}

test('a long on USD/JPY from its chart, margin in USDT, and a seconds contract on EUR/USD', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await fundContracts(page, '2000');
  await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${YEN}`);
  await page.getByRole('button', { name: 'Long', exact: true }).click();
  await page.getByRole('radio', { name: 'Market' }).click();
  await page.getByTestId('contract-amount').fill('10000');
  // 10 000 USD at about 150 JPY is about 1 500 000 JPY or 15 000 USDT; the margin is a tenth of it.
  await page.getByTestId('receipt').click();
  await expect(page.getByTestId('row-margin')).toHaveText(/^1,\d{3}\.\d\d USDT$/);
  await expect(page.getByText('Settled in USDT: 1 JPY always counts as 0.01 USDT.')).toBeVisible();
  await page.keyboard.press('Escape');
  await submitOrder(page, 'contract-submit');
  const active = async () =>
    (await call<{ list: { securityDeposit: string; profit: string }[] }>(page, '/coin/contract/order/list/active'))
      .list;
  const notices = async () => (await page.locator('[role="alert"], [role="status"]').allTextContents()).join();
  await expect.poll(async () => ((await active()).length === 1 ? 'placed' : await notices())).toBe('placed');
  await navigate(page, `/pages/tabbar/contracts?coinInfoId=${YEN}`);
  await expect(page.getByTestId('position')).toContainText('10,000 USD');
  const [held] = await active();
  expect(Number(held?.securityDeposit)).toBeGreaterThan(1_000);
  expect(Math.abs(Number(held?.profit))).toBeLessThan(50);
  await navigate(page, `/pages/secondsContract/index?coinInfoId=${EURO}`);
  await expect(page.getByTestId('buy-up')).toBeEnabled();
  const volume = await call<{ vol24h: string }>(page, '/forex/ticker', { coinInfoId: String(EURO) });
  expect(Number(volume.vol24h)).toBeGreaterThan(0);
  expect(fixture.pageErrors).toEqual([]);
});

test('outside trading hours the chart, the ticket and the seconds page show the opening time and are disabled', async ({
  page,
}) => {
  await register(page, fixture.exchange.url);
  await closeForex(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (/List$|coinData/i.test(key)) localStorage.removeItem(key);
  });
  await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${EURO}`);
  await expect(page.getByRole('note').filter({ hasText: 'closed until' })).toBeVisible();
  for (const name of ['Long', 'Short']) await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  await navigate(page, `/pages/tabbar/contracts?coinInfoId=${EURO}`);
  await expect(page.getByTestId('contract-submit')).toBeDisabled();
  await expect(page.getByTestId('contract-submit')).toContainText('closed until');
  await navigate(page, `/pages/secondsContract/index?coinInfoId=${EURO}`);
  await expect(page.getByTestId('contract-submit')).toHaveCount(0);
  await expect(page.getByText(/closed until/)).toBeVisible();
  await expect(page.getByTestId('buy-up')).toBeHidden();
  expect((await boxOf(page.getByText(/closed until/).first())).width).toBeLessThanOrEqual(390);
  // A list that is read again at this moment would be changed after the end.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(fixture.pageErrors).toEqual([]);
});
