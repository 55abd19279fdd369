// The street in a browser: register, watch, rest an order, fill another, reload, and live through a kill of the
// exchange.
import { type Page, expect, test } from '@playwright/test';
import { parseMoney, printMoney } from '../../core/units/units.ts';
import { send, typePrice } from './support/story.ts';
import { call, register, spot, street, visit } from './support/visitor.ts';
import { Watched } from './support/attribute-history.ts';

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

const here = street();

async function orders(page: Page, state: 'current' | 'history'): Promise<Order[]> {
  return (await call<{ list: Order[] }>(page, '/coin/order/list', { state })).list;
}

/** Text of an element, read again until it differs. */
async function changes(page: Page, testId: string): Promise<void> {
  const cell = page.getByTestId(testId);
  const before = await cell.textContent();
  await expect.poll(() => cell.textContent(), { timeout: 20_000 }).not.toBe(before);
}

const trade = (page: Page): Promise<void> =>
  page.goto(`${here.exchange.url}/pages/tabbar/trade?coinInfoId=${BTC}`).then(() => undefined);
const side = (page: Page, name: 'Buy' | 'Sell') =>
  page
    .getByRole('radio', { name, exact: true })
    .or(page.getByRole('tab', { name, exact: true }))
    .or(page.getByRole('button', { name, exact: true }))
    .first();

test('a visitor watches a live chart, book and tape without logging in', async ({ page }) => {
  await visit(page, `${here.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
  await expect(page.getByTestId('feed-light')).toContainText(/ms|Live/);
  await changes(page, 'book-bids');
  await page.getByRole('tab', { name: 'Trades' }).click();
  await changes(page, 'tape');
  expect(here.faults).toEqual([]);
});

test('a newcomer registers, rests a limit buy and sells at market, right to the last digit', async ({ page }) => {
  await register(page, here.exchange.url);
  await trade(page);
  expect(await spot(page, USDT)).toEqual({ available: '10000', frozen: '0' });

  // A market buy by money: spends at most 1000 USDT.
  await page.getByText('Market', { exact: true }).first().click();
  await page.getByTestId('ticket-total').fill('1000');
  await send(page, 'ticket-submit');
  await expect.poll(async () => (await orders(page, 'history')).length, { timeout: 15_000 }).toBe(1);
  const bought = (await orders(page, 'history'))[0]!;
  expect(bought.status).toBe(3);
  const spent = parseMoney(bought.dealTotal)!;
  const got = parseMoney(bought.dealAmount)! - parseMoney(bought.fee)!;
  expect(spent).toBeGreaterThan(parseMoney('990')!);
  expect(await spot(page, USDT)).toEqual({ available: printMoney(parseMoney('10000')! - spent), frozen: '0' });
  expect(await spot(page, BTC)).toEqual({ available: printMoney(got), frozen: '0' });

  // A limit buy well below the market rests, and freezes exactly price x amount.
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
  const price = Math.floor(Number(last) * 0.95).toString();
  await page.getByText('Limit', { exact: true }).first().click();
  await typePrice(page, price);
  await page.getByTestId('ticket-amount').fill('0.01');
  await send(page, 'ticket-submit');
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  const frozen = parseMoney(price)! / 100n;
  expect(await spot(page, USDT)).toEqual({
    available: printMoney(parseMoney('10000')! - spent - frozen),
    frozen: printMoney(frozen),
  });

  // A market sell of half of what was bought, on the lot.
  const half = (got / 2000n) * 1000n;
  await side(page, 'Sell').click();
  await page.getByText('Market', { exact: true }).first().click();
  await page.getByTestId('ticket-amount').fill(printMoney(half));
  await send(page, 'ticket-submit');
  await expect.poll(async () => (await orders(page, 'history')).length, { timeout: 15_000 }).toBe(2);
  const sold = (await orders(page, 'history')).find((order) => order.side === 'sell')!;
  expect(sold).toMatchObject({ status: 3, dealAmount: sold.amount });
  const proceeds = parseMoney(sold.dealTotal)! - parseMoney(sold.fee)!;
  expect(await spot(page, BTC)).toEqual({ available: printMoney(got - half), frozen: '0' });
  expect(await spot(page, USDT)).toEqual({
    available: printMoney(parseMoney('10000')! - spent - frozen + proceeds),
    frozen: printMoney(frozen),
  });

  // The session outlives a reload, and so does the resting order; cancelling gives everything back.
  await page.reload();
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  await page.getByTestId('order-row').getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /cancel/i })
    .last()
    .click();
  await expect(page.getByTestId('order-row')).toHaveCount(0);
  expect(await spot(page, USDT)).toEqual({
    available: printMoney(parseMoney('10000')! - spent + proceeds),
    frozen: '0',
  });
  expect(here.faults).toEqual([]);
});

test('a bad ticket says why, and asks nothing', async ({ page }) => {
  await register(page, here.exchange.url);
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

test('the page shows a killed exchange within a second, and recovers by itself', async ({ page }) => {
  await register(page, here.exchange.url);
  await trade(page);
  await expect(page.getByTestId('feed-light')).toContainText(/ms|Live/);
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
  await typePrice(page, Math.floor(Number(last) * 0.95).toString());
  await page.getByTestId('ticket-amount').fill('0.01');
  await send(page, 'ticket-submit');
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  const before = await spot(page, USDT);

  const light = page.getByTestId('feed-light');
  const shield = await Watched.over(light, 'data-shield');
  const killingMs = Date.now();
  await here.exchange.kill();
  const killedMs = Date.now();
  await expect(light).not.toContainText(/\d ms|Live/);
  const [lost] = await shield.since(killingMs);
  expect(lost!.value).not.toBe('verified');
  expect(lost!.atMs - killedMs).toBeLessThan(1_000 + (await shield.lateMs()));
  await here.exchange.up();
  await expect(page.getByTestId('feed-light')).toContainText(/\d ms|Live/, { timeout: 20_000 });
  await changes(page, 'book-bids');
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  expect(await spot(page, USDT)).toEqual(before);
});

test('what the app loads after its first screen is asked for again when it could not be had', async ({ page }) => {
  let refused = 0;
  for (const part of ['deferred-startup', 'session-data']) {
    await page.route(`**/assets/${part}-*.js`, (route) => ((refused += 1), route.abort()), { times: 1 });
  }
  const had: string[] = [];
  page.on('response', (response) => {
    if (response.ok()) had.push(response.url());
  });
  await register(page, here.exchange.url);
  await expect.poll(() => refused).toBe(2);
  for (const part of ['deferred-startup', 'session-data'])
    await expect.poll(() => had.some((url) => url.includes(`/assets/${part}-`))).toBe(true);
  expect(here.faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
});

test('a page that could not be had is had at the second try, without loading the app anew', async ({ page }) => {
  await page.route('**/assets/contracts-page-*.js', (route) => route.abort(), { times: 1 });
  await visit(page, here.exchange.url);
  await page.evaluate(() => {
    (window as { same?: boolean }).same = true;
  });
  await page.locator('a[href="/pages/tabbar/contracts"]').last().click();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Direction' })).toBeVisible();
  expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true);
});

test('a sheet and a pane that could not be had leave the page as it is, and come at the second try', async ({
  page,
}) => {
  for (const part of ['style-sheet', 'depth-pane'])
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort(), { times: 1 });
  await visit(page, `${here.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
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

test("where a GPU draws in the page, Pixi paints the chart within the page's own policy", async ({ page }) => {
  // The machine under test has none: the name of its software renderer is hidden from the page. No worker may draw: it
  // would keep the canvas to itself.
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
    const { getParameter } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.getParameter = function read(name: number): unknown {
      const value: unknown = getParameter.call(this, name);
      return typeof value === 'string' && /swiftshader/i.test(value) ? 'GPU' : value;
    };
  });
  const pixi = page.waitForResponse(/\/assets\/pixi-.*\.js/);
  await visit(page, `${here.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  expect((await pixi).ok()).toBe(true);
  const canvas = page.getByTestId('chart').locator('canvas');
  await expect
    .poll(() => canvas.evaluate((element: HTMLCanvasElement) => element.getContext('webgl2') !== null), {
      timeout: 20_000,
    })
    .toBe(true);
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: 'tests/e2e/shots/kline-pixi.png' });
  expect(here.faults).toEqual([]);
});
