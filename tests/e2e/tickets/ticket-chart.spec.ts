// The chart above an order form of a phone: it scrolls the page, never trades by a swipe, and moves nothing.
import { type Page, expect, test } from '@playwright/test';
import { call, exchangeForWorker, register } from '../../support/browser/visitor.ts';
import { dragFinger } from '../support/finger.ts';
import { fundContracts } from '../support/journey.ts';

const [BTC, PERPETUAL] = [2, 102];
const HEIGHT_PX = 160;
/** Width of the price axis in CSS px; insets of an order's tag, handle, cross and label, and of the line alone. */
const AXIS_PX = 62;
const ON_LINE = [30, AXIS_PX + 10, AXIS_PX + 30, AXIS_PX + 60, 300];

test.use({ hasTouch: true, isMobile: true });
const fixture = exchangeForWorker();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

interface Order {
  price: string;
}
const prices = async (page: Page): Promise<string[]> =>
  (await call<{ list: Order[] }>(page, '/coin/order/list', { state: 'current' })).list.map(({ price }) => price);

async function openTicket(page: Page, path: string): Promise<void> {
  await page.goto(`${fixture.exchange.url}${path}`);
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('chart:first-candle').length), { timeout: 30_000 })
    .toBeGreaterThan(0);
}

test('swipes and taps over an order of the small chart scroll the page and never trade', async ({ page }) => {
  await register(page, fixture.exchange.url);
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
  // Below every candle in sight, and within the band of prices that are accepted.
  const { list } = await call<{ list: (string | number)[][] }>(page, '/coin/candles', {
    coinInfoId: String(BTC),
    period: '15m',
    limit: '80',
  });
  const lowest = Math.min(...list.map((candle) => Number(candle[3])));
  const price = Math.max(Math.min(Number(last) * 0.97, lowest * 0.997), Number(last) * 0.905).toFixed(2);
  await call(page, '/coin/order/add', {
    coinInfoId: String(BTC),
    side: 'buy',
    orderType: 'limit',
    price,
    amount: '0.002',
    clientNo: `ticket-chart-${Date.now()}`,
  });
  await openTicket(page, `/pages/tabbar/trade?coinInfoId=${BTC}`);
  // The lowest price in sight is the order's: its line lies above the time axis and the pane's margin.
  await expect(page.getByRole('button', { name: /^Buy 0\.002 · / })).toHaveCount(1, { timeout: 15_000 });
  const y = HEIGHT_PX - 24 - 10;
  for (const inset of ON_LINE) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await dragFinger(page, inset, y, y - 110);
    await expect.poll(() => page.evaluate(() => window.scrollY), { message: `inset ${inset}` }).toBeGreaterThan(40);
    // The page scrolls on after the finger is lifted.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.waitForTimeout(100);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    }).toPass({ timeout: 5_000 });
  }
  expect(await prices(page)).toEqual([price]);
});

test('a tapped price of the small chart fills the form below it and sends nothing', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await fundContracts(page, fixture.exchange.url, '1000');
  await openTicket(page, `/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  const title = page.getByRole('heading', { name: /^At / });
  const box = (await page.getByTestId('chart').locator('canvas').boundingBox())!;
  await expect(async () => {
    await page.touchscreen.tap(box.x + box.width - 24, box.y + 40);
    await expect(title).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  const price = /At ([\d,.]+)/.exec((await title.textContent())!)![1]!;
  await page.getByRole('button', { name: 'Short limit' }).click();
  await expect(title).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Short' })).toBeChecked();
  await expect(page.getByTestId('contract-price')).toHaveValue(price);
  expect(await call<{ list: unknown[] }>(page, '/coin/contract/order/list/active')).toMatchObject({ list: [] });
});

test('nothing moves while the chart loads and ticks, and the device remembers that it was folded', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      // A figure that grows by a digit moves sideways; what the chart would push moves down.
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { previousRect: DOMRect; currentRect: DOMRect }[];
      })[])
        if (!entry.hadRecentInput && entry.sources.some((at) => at.previousRect.y !== at.currentRect.y))
          shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await register(page, fixture.exchange.url);
  await openTicket(page, `/pages/tabbar/contracts?coinInfoId=${PERPETUAL}`);
  const chart = page.getByTestId('chart');
  expect((await chart.boundingBox())?.height).toBe(HEIGHT_PX);
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
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
});
