// The chart above a phone's order form: it scrolls the page, trades by hold and confirmation alone, and moves nothing.
import { type Locator, type Page, expect, test } from '@playwright/test';
import { call, exchangeForRun, register } from '../../support/browser/visitor.ts';
import { layoutShifts, recordLayoutShifts } from '../../support/browser/layout-shifts.ts';
import { HOLD_MS, dragFinger } from '../support/finger.ts';
import { fundContracts } from '../support/journey.ts';
import { AXIS_PX, answerDrop, readPriceScale, tapAxis } from '../support/price-axis.ts';
import { expectToast, recordToasts } from '../support/toast-log.ts';

const [BTC, PERPETUAL] = [2, 102];
const HEIGHT_PX = 160;
const TIME_AXIS_PX = 24;
/** Heights in its main pane, above an order at its lower end, and a height just below it, in CSS px from the top. */
const [TOP, BOTTOM, BELOW] = [16, 100, 146];
/** Insets of an order's tag, handle, cross and label, and of the line alone, in CSS px. */
const ON_LINE = [30, AXIS_PX + 10, AXIS_PX + 30, AXIS_PX + 60, 300];

test.use({ hasTouch: true, isMobile: true });
const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

interface Order {
  price: string;
}
const prices = async (page: Page): Promise<string[]> =>
  (await call<{ list: Order[] }>(page, '/coin/order/list', { state: 'current' })).list.map(({ price }) => price);

async function openTicket(page: Page, path: string): Promise<void> {
  await page.goto(`${fixture.exchange.url}${path}`);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('chart:first-candle').length))
    .toBeGreaterThan(0);
}

test('swipes and taps over an order of the small chart scroll the page and never trade; a hold and Confirm do', async ({
  page,
}) => {
  await register(page, fixture.exchange.url);
  await openTicket(page, `/pages/tabbar/trade?coinInfoId=${BTC}`);
  // Below every candle in sight and so near that the scale takes it in, whatever the market does.
  const price = (await readPriceScale(page, TOP, BOTTOM)).priceAt(BELOW).toFixed(2);
  await call(page, '/coin/order/add', {
    coinInfoId: String(BTC),
    side: 'buy',
    orderType: 'limit',
    price,
    amount: '0.002',
    clientNo: `ticket-chart-${Date.now()}`,
  });
  const ownLine = page.getByRole('button', { name: /^Buy 0\.002 · / });
  await expect(ownLine).toHaveCount(1);
  // A keyboard's focus is seen above the chart.
  await ownLine.focus();
  const isOnTop = (button: Element): boolean => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === button;
  };
  expect(await ownLine.evaluate(isOnTop)).toBe(true);
  await ownLine.blur();
  const lineY = async (): Promise<number> => (await readPriceScale(page, TOP, BOTTOM)).yOf(Number(price));
  await expect.poll(lineY).toBeLessThan(HEIGHT_PX - TIME_AXIS_PX);
  for (const inset of ON_LINE) {
    const y = await lineY();
    await page.evaluate(() => window.scrollTo(0, 0));
    await dragFinger(page, inset, y, y - 110);
    await expect.poll(() => page.evaluate(() => window.scrollY), { message: `inset ${inset}` }).toBeGreaterThan(40);
    // The page scrolls on after the finger is lifted.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(100);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }).toPass();
  }
  expect(await prices(page)).toEqual([price]);
  // A hold drags the tag, half the way to the market; nothing moves before the label is answered.
  await recordToasts(page);
  const isMoved = async (): Promise<boolean> => (await prices(page))[0] !== price;
  await expect(async () => {
    // The answer to the last try may have come late.
    if (await isMoved()) return;
    // A hold that was none has scrolled the page.
    await page.evaluate(() => window.scrollTo(0, 0));
    const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
    const scale = await readPriceScale(page, TOP, BOTTOM);
    const from = scale.yOf(Number(price));
    const to = (from + scale.yOf(Number(last))) / 2;
    await dragFinger(page, 24, from, to, HOLD_MS);
    expect(await prices(page)).toEqual([price]);
    await answerDrop(page, to, true);
    await expect.poll(isMoved, { timeout: 5_000 }).toBe(true);
  }).toPass({ timeout: 60_000 });
  await expectToast(page, /Undo$/);
  expect(Number((await prices(page))[0])).toBeGreaterThan(Number(price));
});

test('a tapped price of the small chart fills the form below it and sends nothing', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await fundContracts(page, '1000');
  await openTicket(page, `/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  const title = page.getByRole('heading', { name: /^At / });
  await tapAxis(page, 40, true);
  const price = /At ([\d,.]+)/.exec((await title.textContent())!)![1]!;
  await page.getByRole('button', { name: 'Short limit' }).click();
  await expect(title).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Short' })).toBeChecked();
  await expect(page.getByTestId('contract-price')).toHaveValue(price);
  expect(await call<{ list: unknown[] }>(page, '/coin/contract/order/list/active')).toMatchObject({ list: [] });
});

test('nothing moves while the chart loads and ticks, and the device remembers that it was folded', async ({ page }) => {
  await recordLayoutShifts(page);
  await register(page, fixture.exchange.url);
  await openTicket(page, `/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  const chart = page.getByTestId('chart');
  expect((await chart.boundingBox())?.height).toBe(HEIGHT_PX);
  expect(await layoutShifts(page)).toEqual([]);
  const fold = page.getByTestId('chart-fold');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await fold.tap();
  await expect(chart).toHaveCount(0);
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await page.goto(`${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  await expect(page.getByTestId('ticket-amount')).toBeVisible();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.tap();
  await expect(chart.locator('canvas')).toBeVisible();
});

test('a low screen shows the form first', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${fixture.exchange.url}/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  await expect(page.getByTestId('chart-fold')).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByTestId('contract-amount')).toBeInViewport({ ratio: 1 });
  // Its first row is one row: kind of contract and leverage.
  const topOf = async (button: Locator): Promise<number> => (await button.boundingBox())!.y;
  const kinds = page.getByRole('radio', { name: 'Seconds', exact: true });
  expect(Math.abs((await topOf(page.getByTestId('multiple'))) - (await topOf(kinds)))).toBeLessThan(8);
});
