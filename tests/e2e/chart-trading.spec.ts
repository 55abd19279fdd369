// Trading on the chart by thumb: the axis names a price, an order's line is dragged and given back, an alert is set and
// moved.
import { type Page, expect, test } from '@playwright/test';
import { boxOf, call, register, street } from './support/visitor.ts';

const BTC = 2;
const PERPETUAL = 102;
/** Heights of the candles' pane near its ends, in CSS px. */
const TOP = 60;
const BOTTOM = 240;
/** A little longer than a hold is. */
const HOLD_MS = 330;
/** Width of the price axis: what of it a label's end stands from. */
const AXIS_PX = 62;
interface Order {
  id: number;
  price: string;
  amount: string;
}
interface Alert {
  coinInfoId: number;
  priceTicks: number;
}

test.use({ hasTouch: true, isMobile: true });
const here = street();

/**
 * A finger that goes down at one height of the chart and leaves at another, `inset` CSS px from its right edge, after
 * `restMs`.
 */
async function dragFinger(page: Page, inset: number, fromY: number, toY: number, restMs = 0): Promise<void> {
  const box = await boxOf(page.getByTestId('chart').locator('canvas'));
  const atX = box.width - inset;
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number): Promise<unknown> =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + atX, y: box.y + y, id: 1 }],
    });
  await touch('touchStart', fromY);
  await page.waitForTimeout(restMs);
  for (let step = 1; step <= 12; step += 1) {
    await touch('touchMove', fromY + ((toY - fromY) * step) / 12);
    await page.waitForTimeout(20);
  }
  await touch('touchEnd', toY);
}

/** Opens the chart and waits for its first candle. */
async function chart(page: Page, coinInfoId = BTC): Promise<void> {
  await page.goto(`${here.exchange.url}/pages/kline/kline?coinInfoId=${coinInfoId}`);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('chart:first-candle').length), { timeout: 30_000 })
    .toBeGreaterThan(0);
}

/**
 * Taps the price axis until its sheet stands (hands come after the first picture), gives the price it names, and closes
 * it unless it is `kept`.
 */
async function tapAxis(page: Page, y: number, kept = false): Promise<string> {
  const box = await boxOf(page.getByTestId('chart').locator('canvas'));
  const title = page.getByRole('heading', { name: /^At / });
  await expect(async () => {
    await page.touchscreen.tap(box.x + box.width - 24, box.y + y);
    await expect(title).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  const price = ((await title.textContent()) ?? '').replace(/[^\d.]/g, '');
  if (!kept) await page.getByRole('button', { name: 'Close' }).click();
  return price;
}

/**
 * The end of the price scale that is farther from the last price: what stands there and is dragged `towards` the middle
 * (1: down) still rests.
 */
async function fartherEnd(page: Page, coinInfoId: number): Promise<{ price: string; y: number; towards: 1 | -1 }> {
  const [highest, lowest] = [await tapAxis(page, TOP), await tapAxis(page, BOTTOM)];
  const last = Number((await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(coinInfoId) })).last);
  return Number(highest) - last > last - Number(lowest)
    ? { price: highest, y: TOP, towards: 1 }
    : { price: lowest, y: BOTTOM, towards: -1 };
}

/**
 * Scrolls up and down without resting, from a height of the chart; on the axis that stretches prices. Leaves page and
 * scale as they were.
 */
async function scrollOver(page: Page, insets: number[], y: number): Promise<void> {
  for (const inset of insets) {
    for (const way of [120, -50]) await dragFinger(page, inset, y, y + way);
    // What a finger left in motion runs on for a moment.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(100);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }).toPass({ timeout: 5_000 });
    const auto = page.getByRole('button', { name: 'Automatic price range' });
    if ((await auto.getAttribute('aria-pressed')) === 'false') await auto.click();
  }
}

const orders = async (page: Page): Promise<Order[]> =>
  (await call<{ list: Order[] }>(page, '/coin/order/list', { state: 'current' })).list;

/** A line is held by its tag on the axis and dragged. */
const dragTag = (page: Page, fromY: number, toY: number): Promise<void> => dragFinger(page, 24, fromY, toY, HOLD_MS);
/** The words of a label's answers are drawn: where they stand at the end of a label that was dropped at `y`. */
async function answer(page: Page, y: number, yes: boolean): Promise<void> {
  const box = await boxOf(page.getByTestId('chart').locator('canvas'));
  await page.waitForTimeout(600);
  await page.touchscreen.tap(box.x + box.width - AXIS_PX - (yes ? 96 : 44), box.y + y);
}

test('a thumb that scrolls over an own order scrolls, and an order is dragged by its handle, asked about, moved and undone', async ({
  page,
}) => {
  await register(page, here.exchange.url);
  await call(page, '/coin/order/add', {
    coinInfoId: String(BTC),
    side: 'buy',
    orderType: 'market',
    total: '500',
    clientNo: 'e2e-chart-1',
  });
  await chart(page);
  const { price, y, towards } = await fartherEnd(page, BTC);
  await call(page, '/coin/order/add', {
    coinInfoId: String(BTC),
    side: towards > 0 ? 'sell' : 'buy',
    orderType: 'limit',
    price,
    amount: '0.002',
    clientNo: 'e2e-chart-2',
  });
  const undo = page.getByRole('button', { name: 'Undo' });
  const asIs = async (): Promise<void> => {
    expect((await orders(page)).map((order) => order.price)).toEqual([price]);
    await expect(undo).toBeHidden();
  };
  // The label, its handle and its tag, by a thumb.
  await scrollOver(page, [24, 70, 120, 170, 340], y);
  await asIs();
  await expect(async () => {
    await dragTag(page, y, y + towards * 40);
    await answer(page, y + towards * 40, false);
    await asIs();
    await dragTag(page, y, y + towards * 40);
    await answer(page, y + towards * 40, true);
    await expect(undo).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  const [moved] = await orders(page);
  expect(moved?.amount).toBe('0.00200');
  expect((Number(moved?.price) - Number(price)) * towards).toBeLessThan(0);
  await undo.click();
  await expect.poll(async () => (await orders(page)).map((order) => order.price), { timeout: 10_000 }).toEqual([price]);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(here.faults).toEqual([]);
});

test('the axis prefills a ticket, sets an alert, and the alert can be moved', async ({ page }) => {
  await register(page, here.exchange.url);
  await chart(page);
  const price = await tapAxis(page, 80, true);
  await page.getByRole('button', { name: 'Set an alert' }).click();
  // An account's alerts are the exchange's: they come back on every device.
  const alerts = async (): Promise<Alert[]> =>
    (await call<{ alerts: Alert[] }>(page, '/user/notice', { alerts: '1' })).alerts;
  await expect.poll(alerts).toMatchObject([{ coinInfoId: BTC, priceTicks: Math.round(Number(price) * 100) }]);
  await expect(async () => {
    await dragTag(page, 80, 130);
    await expect
      .poll(async () => (await alerts())[0]?.priceTicks ?? NaN, { timeout: 3_000 })
      .toBeLessThan(Number(price) * 100);
  }).toPass({ timeout: 30_000 });
  expect(await alerts()).toHaveLength(1);
  const limit = await tapAxis(page, 180, true);
  await page.getByRole('button', { name: 'Sell limit' }).click();
  await expect(page).toHaveURL(/tabbar\/trade/);
  await expect(page.getByTestId('ticket-price')).toHaveValue(limit);
  expect(here.faults).toEqual([]);
});

test('a position stands on the chart of its perpetual; its trigger moves by a held handle and a yes, and Short leads to the contract ticket', async ({
  page,
}) => {
  await register(page, here.exchange.url);
  await call(page, '/coin/transfer', {
    type: 'transfer_to_contract',
    coinInfoId: '1',
    amount: '3000',
    clientNo: 'e2e-perp-1',
  });
  await chart(page, PERPETUAL);
  const { price, y, towards } = await fartherEnd(page, PERPETUAL);
  const { id } = await call<{ id: number }>(page, '/coin/contract/order/add', {
    coinInfoId: String(PERPETUAL),
    direction: 'long',
    orderType: 'market',
    multiple: '10',
    amount: '0.1',
    clientNo: 'e2e-perp-2',
  });
  const field = towards > 0 ? 'profitPrice' : 'lossPrice';
  await call(page, `/coin/contract/order/set/${towards > 0 ? 'profit' : 'loss'}`, { id: String(id), [field]: price });
  const trigger = async (): Promise<string> =>
    (await call<{ list: Record<typeof field, string>[] }>(page, '/coin/contract/order/list/active')).list[0]?.[field] ??
    '';
  expect(await trigger()).toBe(price);
  await scrollOver(page, [24, 70, 120, 340], y);
  expect(await trigger()).toBe(price);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(async () => {
    await dragTag(page, y, y + towards * 30);
    await answer(page, y + towards * 30, false);
    expect(await trigger()).toBe(price);
    await dragTag(page, y, y + towards * 30);
    await answer(page, y + towards * 30, true);
    await expect(undo).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  expect((Number(await trigger()) - Number(price)) * towards).toBeLessThan(0);
  await undo.click();
  await expect.poll(trigger, { timeout: 10_000 }).toBe(price);
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await expect(page).toHaveURL(/tabbar\/contracts/);
  await expect(page.getByRole('radio', { name: 'Short' })).toBeChecked();
  expect(here.faults).toEqual([]);
});
