// Trading on the chart by touch (prices from the axis, dragged lines, undo, alerts), and by keyboard alone.
import { type Page, expect, test } from '@playwright/test';
import { HOLD_MS, dragFinger } from './support/finger.ts';
import { fundContracts, grouped } from './support/journey.ts';
import { answerDrop, readPriceScale, tapAxis } from './support/price-axis.ts';
import { call, register, exchangeForRun } from '../support/browser/visitor.ts';

const BTC = 2;
const PERPETUAL = 102;
/** Heights near the ends of the main pane, in CSS px from the chart's top. */
const TOP = 60;
const BOTTOM = 240;
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
const fixture = exchangeForRun();

/** Opens the chart and waits for its first candle. */
async function chart(page: Page, coinInfoId = BTC): Promise<void> {
  await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${coinInfoId}`);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('chart:first-candle').length), { timeout: 30_000 })
    .toBeGreaterThan(0);
}

/**
 * The end of the price scale that is farther from the last price: an order there, dragged `towards` the middle (1:
 * down), does not fill.
 */
async function fartherEnd(page: Page, coinInfoId: number): Promise<{ price: string; y: number; towards: 1 | -1 }> {
  const [highest, lowest] = [await tapAxis(page, TOP), await tapAxis(page, BOTTOM)];
  const last = Number((await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(coinInfoId) })).last);
  return Number(highest) - last > last - Number(lowest)
    ? { price: highest, y: TOP, towards: 1 }
    : { price: lowest, y: BOTTOM, towards: -1 };
}

/** Where a price is now: the scale follows the market, and on a slow machine a story takes long enough to see it. */
const heightOf = async (page: Page, price: string): Promise<number> =>
  (await readPriceScale(page, TOP, BOTTOM)).yOf(Number(price));

/**
 * Scrolls up and down without a press at each inset, which on the axis scales the prices. Restores page and scale
 * afterwards.
 */
async function scrollOver(page: Page, insets: number[], y: number): Promise<void> {
  for (const inset of insets) {
    for (const way of [120, -50]) await dragFinger(page, inset, y, y + way);
    // The page scrolls on after the finger is lifted.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(100);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }).toPass();
    const auto = page.getByRole('button', { name: 'Automatic price range' });
    if ((await auto.getAttribute('aria-pressed')) === 'false') await auto.click();
  }
}

const orders = async (page: Page): Promise<Order[]> =>
  (await call<{ list: Order[] }>(page, '/coin/order/list', { state: 'current' })).list;

/** Drags a line by its tag on the axis, after a press. */
const dragTag = (page: Page, fromY: number, toY: number): Promise<void> => dragFinger(page, 24, fromY, toY, HOLD_MS);

/** A line of the user on the chart, as the exchange has it. */
interface OwnLine<T extends { price: string }> {
  price: string;
  read: () => Promise<T>;
  /** Moves the line to its price again. */
  restore: (moved: T) => Promise<unknown>;
}

/**
 * Drags a line by its tag, refuses what its label asks, drags it again, agrees, and undoes the move. Returns what the
 * exchange had in between. Again from the start where a drag or a tap missed.
 */
async function moveAndUndo<T extends { price: string }>(page: Page, line: OwnLine<T>, byPx: number): Promise<T> {
  const { price, read, restore } = line;
  const undo = page.getByRole('button', { name: 'Undo' });
  let moved: T | undefined;
  await expect(async () => {
    const before = await read();
    // Moved late by the last try, whose Undo may have come and gone.
    if (before.price !== price) await restore(before);
    await expect(undo).toBeHidden();
    const from = await heightOf(page, price);
    const to = from + byPx;
    await dragTag(page, from, to);
    await answerDrop(page, to, false);
    expect((await read()).price).toBe(price);
    await expect(undo).toBeHidden();
    await dragTag(page, from, to);
    await answerDrop(page, to, true);
    await expect.poll(async () => (moved = await read()).price, { timeout: 5_000 }).not.toBe(price);
    // It is offered for five seconds.
    await undo.click({ timeout: 5_000 });
  }).toPass();
  await expect.poll(async () => (await read()).price).toBe(price);
  return moved!;
}

test('scrolling over an own order moves nothing; a drag by its tag asks first, moves the order and is undone', async ({
  page,
}) => {
  await register(page, fixture.exchange.url);
  await call(page, '/coin/order/add', {
    coinInfoId: String(BTC),
    side: 'buy',
    orderType: 'market',
    total: '500',
    clientNo: 'e2e-chart-1',
  });
  await chart(page);
  const { price, y, towards } = await fartherEnd(page, BTC);
  const resting = {
    coinInfoId: String(BTC),
    side: towards > 0 ? 'sell' : 'buy',
    orderType: 'limit',
    price,
    amount: '0.002',
  };
  await call(page, '/coin/order/add', { ...resting, clientNo: 'e2e-chart-2' });
  const undo = page.getByRole('button', { name: 'Undo' });
  const expectUnchanged = async (): Promise<void> => {
    expect((await orders(page)).map((order) => order.price)).toEqual([price]);
    await expect(undo).toBeHidden();
  };
  // Over the label, its handle and its tag.
  await scrollOver(page, [24, 70, 120, 170, 340], y);
  await expectUnchanged();
  const read = async (): Promise<Order> => {
    const [order, ...others] = await orders(page);
    expect(others).toEqual([]);
    return order!;
  };
  const restore = ({ id }: Order): Promise<unknown> =>
    call(page, '/coin/order/replace', { ...resting, id: String(id), clientNo: `e2e-chart-${id}` });
  const moved = await moveAndUndo(page, { price, read, restore }, towards * 40);
  expect(moved.amount).toBe('0.00200');
  expect((Number(moved.price) - Number(price)) * towards).toBeLessThan(0);
  expect((await orders(page)).map((order) => order.price)).toEqual([price]);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(fixture.pageErrors).toEqual([]);
});

test('the axis prefills a ticket and sets an alert, which can be dragged', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await chart(page);
  // Where the market is not, and does not come to meanwhile: an alert that is reached is gone.
  const { y, towards } = await fartherEnd(page, BTC);
  const price = await tapAxis(page, y, true);
  await page.getByRole('button', { name: 'Set alert' }).click();
  // Alerts of an account are stored by the exchange.
  const alerts = async (): Promise<Alert[]> =>
    (await call<{ alerts: Alert[] }>(page, '/user/notice', { alerts: '1' })).alerts;
  await expect.poll(alerts).toMatchObject([{ coinInfoId: BTC, priceTicks: Math.round(Number(price) * 100) }]);
  await expect(async () => {
    const from = await heightOf(page, price);
    await dragTag(page, from, from + towards * 50);
    await expect
      .poll(async () => (((await alerts())[0]?.priceTicks ?? NaN) - Number(price) * 100) * towards, { timeout: 3_000 })
      .toBeLessThan(0);
  }).toPass({ timeout: 30_000 });
  expect(await alerts()).toHaveLength(1);
  // Beside the tag of the alert.
  const limit = await tapAxis(page, towards > 0 ? 180 : 110, true);
  await page.getByRole('button', { name: 'Sell limit' }).click();
  await expect(page.getByTestId('half-sheet').getByTestId('ticket-price')).toHaveValue(grouped(limit));
  await expect(page).toHaveURL(/kline/);
  expect(fixture.pageErrors).toEqual([]);
});

test('the trigger of a position is dragged and confirmed on the chart, and Short opens the contract ticket below it', async ({
  page,
}) => {
  await register(page, fixture.exchange.url);
  await fundContracts(page, '3000');
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
  const setTrigger = (): Promise<unknown> =>
    call(page, `/coin/contract/order/set/${towards > 0 ? 'profit' : 'loss'}`, { id: String(id), [field]: price });
  await setTrigger();
  const trigger = async (): Promise<string> =>
    (await call<{ list: Record<typeof field, string>[] }>(page, '/coin/contract/order/list/active')).list[0]?.[field] ??
    '';
  expect(await trigger()).toBe(price);
  await scrollOver(page, [24, 70, 120, 340], y);
  expect(await trigger()).toBe(price);
  const read = async () => ({ price: await trigger() });
  const moved = await moveAndUndo(page, { price, read, restore: setTrigger }, towards * 30);
  expect((Number(moved.price) - Number(price)) * towards).toBeLessThan(0);
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await expect(page.getByTestId('half-sheet').getByRole('radio', { name: 'Short' })).toBeChecked();
  expect(fixture.pageErrors).toEqual([]);
});

test('a contract order that waits is dragged by its tag: it asks first, moves and is undone', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await fundContracts(page, '3000');
  await chart(page, PERPETUAL);
  const { price, towards } = await fartherEnd(page, PERPETUAL);
  await call(page, '/coin/contract/order/add', {
    coinInfoId: String(PERPETUAL),
    direction: towards > 0 ? 'short' : 'long',
    orderType: 'limit',
    multiple: '10',
    amount: '0.01',
    limitPrice: price,
    clientNo: 'e2e-wait-2',
  });
  const waiting = async (): Promise<{ id: number; limitPrice: string }[]> =>
    (await call<{ list: { id: number; limitPrice: string }[] }>(page, '/coin/contract/order/list/active')).list;
  const read = async () => {
    const [order, ...others] = await waiting();
    expect(others).toEqual([]);
    return { id: order!.id, price: order!.limitPrice };
  };
  const restore = ({ id }: { id: number }): Promise<unknown> =>
    call(page, '/coin/contract/order/replace', { id: String(id), limitPrice: price, clientNo: `e2e-wait-${id}` });
  const moved = await moveAndUndo(page, { price, read, restore }, towards * 40);
  expect((Number(moved.price) - Number(price)) * towards).toBeLessThan(0);
  expect(await waiting()).toHaveLength(1);
  // By keyboard: its price form, and its end.
  const line = page.getByRole('button', { name: /^(Long|Short) 10x 0\.01 · / });
  await press(page, 'button', /^(Long|Short) 10x 0\.01 · /);
  await press(page, 'button', 'Cancel order');
  await expect.poll(waiting).toEqual([]);
  await expect(line).toHaveCount(0);
  expect(fixture.pageErrors).toEqual([]);
});

/** Presses a control found by role and name with the keyboard. */
async function press(page: Page, role: 'button' | 'menuitem' | 'tab' | 'radio', name: string | RegExp): Promise<void> {
  const control = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await control.focus();
  await expect(control).toBeFocused();
  await page.keyboard.press(role === 'radio' ? 'Space' : 'Enter');
}

/** Types into a field in place of what is there. */
async function type(page: Page, testId: string, text: string): Promise<void> {
  await page.getByTestId(testId).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

const message = (page: Page) => page.getByTestId('listen-message');

/** The sounds of the chart, from its settings. */
async function openSounds(page: Page): Promise<void> {
  await press(page, 'button', 'Chart settings');
  await press(page, 'button', 'Listen to the chart');
  await expect(page.getByTestId('listen')).toBeVisible();
}

test('twelve tasks by keyboard and accessibility tree alone', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await fundContracts(page, '2000');
  await chart(page, BTC);

  // 1: the highest price of two months of days, checked against the table of 2.
  await press(page, 'button', '1d');
  await expect(page.getByRole('application')).toHaveAttribute('aria-label', /1d candles/);
  await openSounds(page);
  const table = page.getByRole('table');
  // Again until the candles of the day are there.
  await expect(async () => {
    await press(page, 'button', 'Highest');
    await expect(message(page)).toContainText(/Highest [\d,]+\.\d\d, \w+ \d+, \d+$/, { timeout: 1_000 });
    const highest = /Highest ([\d,.]+), /.exec((await message(page).textContent())!)![1]!;
    // 2: the candles as a table.
    await press(page, 'button', 'Table');
    await expect(table.getByRole('columnheader')).toHaveText(['Time', 'Open', 'High', 'Low', 'Close', 'Volume']);
    const highs = await table
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => Number(row.children[2]!.textContent.replaceAll(',', ''))));
    await page.keyboard.press('Escape');
    await expect(table).toBeHidden();
    expect(Math.max(...highs)).toBe(Number(highest.replaceAll(',', '')));
  }).toPass({ timeout: 30_000 });
  // 3: the candle before the highest one. 4: compared with now. 5: the whole chart, and silence.
  await press(page, 'button', 'Previous candle');
  await expect(message(page)).toContainText(/open [\d,.]+, high [\d,.]+, low [\d,.]+, close/);
  await press(page, 'button', 'Compare with now');
  await expect(message(page)).toContainText(/now [\d,.]+, [-+][\d.]+%/);
  await press(page, 'button', 'Play');
  await expect(message(page)).toContainText(/\d+ candles, from/);
  await press(page, 'button', 'Stop');
  // 6: the balance of the book.
  await press(page, 'button', 'Order book');
  await expect(async () => {
    await press(page, 'button', 'Order book');
    await expect(message(page)).toContainText(/Bids \d+%, asks \d+%/, { timeout: 1_000 });
  }).toPass();
  // 7: an indicator is hidden from the legend.
  await press(page, 'button', /^MA: hide/);
  await press(page, 'menuitem', 'Hide');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mainInd'))).toContain(';off');

  // 8: an order is placed in the ticket.
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
  const price = Math.floor(Number(last) * 0.98).toFixed(2);
  await page.goto(`${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  await type(page, 'ticket-price', price);
  await type(page, 'ticket-amount', '0.002');
  await page.getByTestId('ticket-submit').focus();
  await page.keyboard.press('Enter');
  // The confirmation's button repeats the act.
  await page.getByRole('dialog').getByRole('button', { name: 'Buy 0.002 BTC' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await orders(page)).length).toBe(1);
  await chart(page, BTC);
  // 9: it is moved on the chart. 10: and cancelled there.
  const line = page.getByRole('button', { name: /^Buy 0\.002 · / });
  await expect(line).toHaveCount(1);
  await press(page, 'button', /^Buy 0\.002 · /);
  const moved = (Number(price) - 100).toFixed(2);
  await type(page, 'line-price', moved);
  await press(page, 'button', 'Change price');
  await expect.poll(async () => (await orders(page)).map((order) => order.price)).toEqual([moved]);
  await press(page, 'button', /^Buy 0\.002 · /);
  await press(page, 'button', 'Cancel order');
  await expect.poll(async () => (await orders(page)).length).toBe(0);

  // 11: a position as sound. 12: and closed.
  await call(page, '/coin/contract/order/add', {
    coinInfoId: String(PERPETUAL),
    direction: 'long',
    orderType: 'market',
    multiple: '10',
    amount: '0.01',
    clientNo: 'keys-3',
  });
  await chart(page, PERPETUAL);
  await openSounds(page);
  await expect(async () => {
    await press(page, 'button', 'My position');
    await expect(message(page)).toContainText(/Long 0\.01.*: entry [\d,.]+, now/, { timeout: 1_000 });
  }).toPass();
  await page.goto(`${fixture.exchange.url}/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  await press(page, 'button', 'Close: Long 10x BTCUSDT');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: /Close/ }).last().focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await call<{ list: unknown[] }>(page, '/coin/contract/order/list/active')).list.length)
    .toBe(0);
  expect(fixture.pageErrors).toEqual([]);
});
