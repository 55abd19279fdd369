// The confirmation of an order: its rows, one order for a double tap, "don't ask again", and the time in force.
import { type Page, expect, test } from '@playwright/test';
import { call, exchangeForRun, register } from '../../support/browser/visitor.ts';
import { confirmOrder, fundContracts, grouped, tapTwice, typePrice } from '../support/journey.ts';
import { NetworkLine } from '../support/network-line.ts';
import { expectToast, recordToasts } from '../support/toast-log.ts';

const [BTC, PERPETUAL] = [2, 102];

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

interface Placed {
  price: string;
  amount: string;
  tif: string;
  postOnly: number;
  status: number;
}

const placed = async (page: Page, state: 'current' | 'history' = 'current'): Promise<Placed[]> =>
  (await call<{ list: Placed[] }>(page, '/coin/order/list', { state })).list;

/** A price at a distance from the last one, as a fraction: within 2 % there is no warning. */
async function priceAt(page: Page, distance: number, coinInfoId = BTC): Promise<string> {
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(coinInfoId) });
  return String(Math.floor(Number(last) * (1 + distance)));
}

/** The rows of the confirmation, by key. */
const rows = (page: Page): Promise<Record<string, string>> =>
  page
    .getByRole('dialog')
    .locator('[data-testid^="row-"]')
    .evaluateAll((cells) =>
      Object.fromEntries(cells.map((cell) => [(cell as HTMLElement).dataset['testid']!.slice(4), cell.textContent])),
    );

async function openTrade(page: Page): Promise<void> {
  await page.goto(`${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
}

async function typeOrder(page: Page, price: string, amount = '0.01'): Promise<void> {
  await typePrice(page, price);
  await page.getByTestId('ticket-amount').fill(amount);
}

test('a spot order is confirmed row by row, sent once, and not asked about again while it would wait', async ({
  page,
}) => {
  await register(page, fixture.exchange.url);
  await openTrade(page);
  const price = await priceAt(page, -0.015);
  await typeOrder(page, price);
  await page.getByTestId('ticket-submit').click();
  const total = (Number(price) * 0.01).toFixed(2);
  // The confirmation is loaded beside the ticket, and may come after the tap.
  await expect
    .poll(() => rows(page))
    .toEqual({
      side: 'Buy · Limit',
      price: `${grouped(price)}.00 USDT`,
      amount: '0.01 BTC',
      cost: `${grouped(total)} USDT`,
      fee: expect.stringMatching(/^0\.0+\d+ BTC$/),
    });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Demo money');
  await expect(page.getByTestId('confirm-order')).toHaveText('Buy 0.01 BTC');
  await dialog.getByText('Don’t ask again').click();
  await tapTwice(page.getByTestId('confirm-order'));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  expect(await placed(page)).toMatchObject([{ amount: '0.01000', tif: 'GTC', postOnly: 0 }]);
  // The row may come before the answer, which empties the field.
  await expect(page.getByTestId('ticket-amount')).toHaveValue('');

  // The next one that would wait goes out with one tap, even where the finger lands twice.
  await typeOrder(page, await priceAt(page, -0.014));
  await tapTwice(page.getByTestId('ticket-submit'));
  await expect(page.getByTestId('order-row')).toHaveCount(2);
  await expect(page.getByTestId('ticket-amount')).toHaveValue('');
  await expect(dialog).toHaveCount(0);
  // One that trades at once still needs a confirmation.
  await typeOrder(page, await priceAt(page, 0.01));
  await page.getByTestId('ticket-submit').click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  expect([await placed(page), await placed(page, 'history')].map(({ length }) => length)).toEqual([2, 0]);
  // Where the session ends in another tab, its confirmation closes.
  await page.getByTestId('ticket-submit').click();
  await expect(dialog).toBeVisible();
  await page.evaluate((key) => {
    const oldValue = localStorage.getItem(key);
    localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key, oldValue }));
  }, 'fxproUserToken');
  await expect(dialog).toHaveCount(0);
});

test('what is typed while an order is under way stays in the ticket', async ({ page }) => {
  const line = await NetworkLine.open(fixture.exchange.url);
  try {
    await register(page, line.url);
    await page.goto(`${line.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
    await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
    await typeOrder(page, await priceAt(page, -0.015));
    await page.getByTestId('ticket-submit').click();
    // All that the order needs is loaded.
    await expect(page.getByTestId('confirm-order')).toBeEnabled();
    line.mute();
    await confirmOrder(page);
    const [amount, price] = [page.getByTestId('ticket-amount'), await page.getByTestId('ticket-price').inputValue()];
    await amount.fill('0.02');
    line.release();
    await expect(page.getByTestId('order-row')).toHaveCount(1);
    await expect(page.getByTestId('ticket-submit')).toBeEnabled();
    await expect(amount).toHaveValue('0.02');
    await expect(page.getByTestId('ticket-price')).toHaveValue(price);
    expect(await placed(page)).toMatchObject([{ amount: '0.01000' }]);
    // The whole page is rendered again, on the other side.
    await page.getByRole('radio', { name: 'Sell' }).click();
    await page.evaluate(() => {
      localStorage.setItem('fxproLanguage', 'de-DE');
      window.dispatchEvent(new StorageEvent('storage', { key: 'fxproLanguage' }));
    });
    await expect(page.getByRole('radio', { name: 'Verkaufen' })).toBeChecked();
    await expect(amount).toHaveValue('0,02');
  } finally {
    await line.close();
  }
});

test('a contract order is confirmed with margin, costs, liquidation and triggers, and sent once', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await fundContracts(page, '2000');
  await page.goto(`${fixture.exchange.url}/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  const price = await priceAt(page, -0.015, PERPETUAL);
  const [profit, loss] = [await priceAt(page, 0.05, PERPETUAL), await priceAt(page, -0.05, PERPETUAL)];
  await expect(page.getByTestId('contract-price')).not.toHaveValue('');
  await page.getByTestId('contract-price').fill(price);
  await page.getByTestId('contract-amount').fill('0.01');
  await page.getByTestId('contract-profit').fill(profit);
  await page.getByTestId('contract-loss').fill(loss);
  await page.getByTestId('contract-submit').click();
  let shown: Record<string, string> = {};
  await expect
    .poll(async () => (shown = await rows(page)))
    .toEqual({
      side: expect.stringMatching(/^Long \d+x · Isolated · Limit$/),
      price: expect.stringMatching(`^${grouped(price)}(\\.0+)? USDT$`),
      amount: '0.01 BTC',
      margin: expect.stringMatching(/^[\d,.]+ USDT$/),
      fee: expect.stringMatching(/^[\d,.]+ USDT$/),
      cost: expect.stringMatching(/^[\d,.]+ USDT$/),
      liq: expect.stringMatching(/^[\d,.]+$/),
      breakEven: expect.stringMatching(/^[\d,.]+$/),
      triggers: expect.stringMatching(`^${grouped(profit)}(\\.0+)? / ${grouped(loss)}(\\.0+)?$`),
    });
  // A long is liquidated below its entry, and costs its margin and its fee.
  const figure = (text: string): number => Number(text.replace(/[^\d.]/g, ''));
  expect(figure(shown['liq']!)).toBeLessThan(Number(price));
  expect(figure(shown['breakEven']!)).toBeGreaterThan(Number(price));
  expect(figure(shown['cost']!)).toBeGreaterThanOrEqual(figure(shown['margin']!));
  await tapTwice(page.getByTestId('confirm-order'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const active = (): Promise<{ list: unknown[] }> => call(page, '/coin/contract/order/list/active');
  await expect.poll(async () => (await active()).list.length).toBe(1);
  expect((await active()).list).toMatchObject([
    { profitPrice: `${profit}.0`, lossPrice: `${loss}.0`, amount: '0.010' },
  ]);
});

test('the time in force is chosen in the ticket, confirmed, kept, and obeyed by the exchange', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await openTrade(page);
  const force = page.getByTestId('time-in-force');
  await expect(force).toHaveValue('GTC');
  await recordToasts(page);
  await force.selectOption({ label: 'Post-only' });
  // Where it would take, it is refused and nothing is bought.
  await typeOrder(page, await priceAt(page, 0.01));
  await page.getByTestId('ticket-submit').click();
  await expect.poll(() => rows(page)).toMatchObject({ force: 'Post-only' });
  await confirmOrder(page);
  await expectToast(page, /A post-only order would fill at once at this price/);
  // Where it waits, it is placed.
  await typePrice(page, await priceAt(page, -0.015));
  await page.getByTestId('ticket-submit').click();
  await confirmOrder(page);
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  expect(await placed(page)).toMatchObject([{ tif: 'GTC', postOnly: 1 }]);
  await page.getByTestId('order-row').getByRole('link').click();
  await expect(page.getByTestId('order-head')).toBeVisible();
  await expect(page.getByText('Post-only', { exact: true })).toBeVisible();

  await openTrade(page);
  await expect(force).toHaveValue('POST');
  await force.selectOption({ label: 'Fill or kill' });
  await typeOrder(page, await priceAt(page, -0.015));
  await page.getByTestId('ticket-submit').click();
  await confirmOrder(page);
  await expectToast(page, /The full amount cannot be filled now/);
  // What an IOC order does not get at once is cancelled.
  await force.selectOption({ label: 'Immediate or cancel' });
  await page.getByTestId('ticket-submit').click();
  await confirmOrder(page);
  await expect.poll(() => placed(page, 'history')).toMatchObject([{ tif: 'IOC', status: 4 }]);
  // A market order has no choice, and nothing moves.
  const before = await page.getByTestId('figure-cost').boundingBox();
  await page.getByRole('radio', { name: 'Market' }).click();
  await expect(force).toHaveCount(0);
  await expect(page.locator('form').getByText('Fill or kill')).toBeVisible();
  expect(await page.getByTestId('figure-cost').boundingBox()).toMatchObject({ y: before!.y });
  expect(await placed(page)).toHaveLength(1);
});
