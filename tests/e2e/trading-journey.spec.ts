// A trading session in a browser: register, trade, reload, a killed exchange, chunks that fail to load.
import { type Page, expect, test } from '@playwright/test';
import { parseMoney, printMoney } from '../../core/units/units.ts';
import { AFTER_START, chunkName, isChunkOf } from '../../src/lib/chunks.ts';
import { submitOrder, typePrice } from './support/journey.ts';
import { call, register, registerByForm, spotBalance, exchangeForRun, visit } from '../support/browser/visitor.ts';

const BTC = 2;
const USDT = 1;

interface Order {
  id: number;
  side: 'buy' | 'sell';
  price: string;
  amount: string;
  dealAmount: string;
  dealTotal: string;
  fee: string;
  status: number;
}

test.use({ serviceWorkers: 'allow' });
// Long: its stories are shared out among the workers.
test.describe.configure({ mode: 'parallel' });
const fixture = exchangeForRun();

async function orders(page: Page, state: 'current' | 'history'): Promise<Order[]> {
  return (await call<{ list: Order[] }>(page, '/coin/order/list', { state })).list;
}

/** Waits until the text of an element changes. */
async function expectChange(page: Page, testId: string): Promise<void> {
  const cell = page.getByTestId(testId);
  const before = await cell.textContent();
  await expect.poll(() => cell.textContent()).not.toBe(before);
}

const trade = (page: Page): Promise<void> =>
  page.goto(`${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=${BTC}`).then(() => undefined);
const side = (page: Page, name: 'Buy' | 'Sell') =>
  page
    .getByRole('radio', { name, exact: true })
    .or(page.getByRole('tab', { name, exact: true }))
    .or(page.getByRole('button', { name, exact: true }))
    .first();

test('a visitor sees a live chart, book and trades without logging in', async ({ page }) => {
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
  await expect(page.getByTestId('feed-light')).toContainText(/ms|Live/);
  await expectChange(page, 'book-bids');
  await page.getByRole('tab', { name: 'Trades' }).click();
  await expectChange(page, 'tape');
  expect(fixture.pageErrors).toEqual([]);
});

test('a newcomer registers, buys and sells, and balances are exact to the last digit', async ({ page }) => {
  await registerByForm(page, fixture.exchange.url);
  await trade(page);
  expect(await spotBalance(page, USDT)).toEqual({ available: '10000', frozen: '0' });

  // A market buy by total: spends at most 1000 USDT.
  await page.getByText('Market', { exact: true }).first().click();
  await page.getByTestId('ticket-total').fill('1000');
  await submitOrder(page, 'ticket-submit');
  await expect.poll(async () => (await orders(page, 'history')).length).toBe(1);
  const bought = (await orders(page, 'history'))[0]!;
  expect(bought.status).toBe(3);
  const spent = parseMoney(bought.dealTotal)!;
  const got = parseMoney(bought.dealAmount)! - parseMoney(bought.fee)!;
  expect(spent).toBeGreaterThan(parseMoney('990')!);
  expect(await spotBalance(page, USDT)).toEqual({ available: printMoney(parseMoney('10000')! - spent), frozen: '0' });
  expect(await spotBalance(page, BTC)).toEqual({ available: printMoney(got), frozen: '0' });

  // A limit buy below the market rests and freezes exactly price x amount.
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
  const price = Math.floor(Number(last) * 0.95).toString();
  await page.getByText('Limit', { exact: true }).first().click();
  await typePrice(page, price);
  await page.getByTestId('ticket-amount').fill('0.01');
  await submitOrder(page, 'ticket-submit');
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  const frozen = parseMoney(price)! / 100n;
  expect(await spotBalance(page, USDT)).toEqual({
    available: printMoney(parseMoney('10000')! - spent - frozen),
    frozen: printMoney(frozen),
  });

  // A market sell of half of the bought coins, rounded to lots.
  const half = (got / 2000n) * 1000n;
  await side(page, 'Sell').click();
  await page.getByText('Market', { exact: true }).first().click();
  await page.getByTestId('ticket-amount').fill(printMoney(half));
  await submitOrder(page, 'ticket-submit');
  await expect.poll(async () => (await orders(page, 'history')).length).toBe(2);
  const sold = (await orders(page, 'history')).find((order) => order.side === 'sell')!;
  expect(sold).toMatchObject({ status: 3, dealAmount: sold.amount });
  const proceeds = parseMoney(sold.dealTotal)! - parseMoney(sold.fee)!;
  expect(await spotBalance(page, BTC)).toEqual({ available: printMoney(got - half), frozen: '0' });
  expect(await spotBalance(page, USDT)).toEqual({
    available: printMoney(parseMoney('10000')! - spent - frozen + proceeds),
    frozen: printMoney(frozen),
  });

  // Session and resting order survive a reload; a cancellation releases the frozen money.
  await page.reload();
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  await page.getByTestId('order-row').getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /cancel/i })
    .last()
    .click();
  await expect(page.getByTestId('order-row')).toHaveCount(0);
  expect(await spotBalance(page, USDT)).toEqual({
    available: printMoney(parseMoney('10000')! - spent + proceeds),
    frozen: '0',
  });
  expect(fixture.pageErrors).toEqual([]);
});

test('an invalid ticket shows the reason and sends nothing', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await trade(page);
  await page.getByText('Limit', { exact: true }).first().click();
  await typePrice(page, '1000');
  await page.getByTestId('ticket-amount').fill('0.01');
  await expect(page.getByText(/away from the market/)).toBeVisible();
  await expect(page.getByTestId('ticket-submit')).toBeDisabled();
  await typePrice(page, '0');
  await expect(page.getByText('The limit order price cannot be 0')).toBeVisible();
  expect(await orders(page, 'current')).toEqual([]);
});

/** Requests of the service worker, once it controls the page, would bypass a route. */
const withoutServiceWorker = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));

test('deferred chunks that fail to load are requested again', async ({ page }) => {
  await withoutServiceWorker(page);
  let refused = 0;
  for (const module of AFTER_START) {
    await page.route(`**/assets/${chunkName(module)}-*.js`, (route) => ((refused += 1), route.abort()), { times: 1 });
  }
  const loaded: string[] = [];
  page.on('response', (response) => {
    if (response.ok()) loaded.push(response.url());
  });
  await registerByForm(page, fixture.exchange.url);
  await expect.poll(() => refused).toBe(2);
  for (const module of AFTER_START)
    await expect.poll(() => loaded.some((url) => isChunkOf(module, new URL(url).pathname))).toBe(true);
  expect(fixture.pageErrors.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
});

test('a page chunk that fails to load is loaded by Reload, without reloading the app', async ({ page }) => {
  await withoutServiceWorker(page);
  // Until its failure is shown: the pointer that comes to the link may load it a first time.
  await page.route('**/assets/contracts-page-*.js', (route) => route.abort());
  await visit(page, fixture.exchange.url);
  await page.evaluate(() => {
    (window as { same?: boolean }).same = true;
  });
  await page.locator('a[href="/pages/tabbar/contracts"]').last().click();
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unroute('**/assets/contracts-page-*.js');
  await reload.click();
  await expect(page.getByRole('radiogroup', { name: 'Direction' })).toBeVisible();
  expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true);
});

test('a sheet and a pane that fail to load leave the page intact and load at the second attempt', async ({ page }) => {
  await withoutServiceWorker(page);
  for (const part of ['chart-style-sheet', 'depth-pane'])
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort(), { times: 1 });
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await expect(page.getByText('This part could not be loaded')).toBeVisible();
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Depth' }).click();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByTestId('depth').locator('canvas')).toBeVisible();
  await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
});

test('with a GPU and no worker, Pixi draws the chart under the CSP of the page', async ({ page }) => {
  // The test machine has no GPU, so the name of its software renderer is hidden. Drawing in a worker is disabled: the
  // page could not inspect a transferred canvas.
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
    const { getParameter } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.getParameter = function read(name: number): unknown {
      const value: unknown = getParameter.call(this, name);
      return typeof value === 'string' && /swiftshader/i.test(value) ? 'GPU' : value;
    };
  });
  const pixi = page.waitForResponse(/\/assets\/pixi-.*\.js/);
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  expect((await pixi).ok()).toBe(true);
  const canvas = page.getByTestId('chart').locator('canvas');
  await expect
    .poll(() => canvas.evaluate((element: HTMLCanvasElement) => element.getContext('webgl2') !== null))
    .toBe(true);
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: 'test-results/kline-pixi.png' });
  expect(fixture.pageErrors).toEqual([]);
});
