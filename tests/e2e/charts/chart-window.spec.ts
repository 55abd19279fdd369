// A chart in a window of its own: one socket for both windows, and what each shows when the other is gone.
import { type Page, expect, test } from '@playwright/test';
import { BROWSER_FLAGS, CHROMIUM, GL_FLAGS, OPENER_POLICY_FLAG } from '../../support/browser/browser-path.ts';
import { collectPageErrors, call, exchangeForFile, register, visit } from '../../support/browser/visitor.ts';
import { expectToast, recordToasts } from '../support/toast-log.ts';

const BTC = 2;
const TERMINAL = '/trade/BTC-USDT';

const ARGS = [...BROWSER_FLAGS, ...GL_FLAGS, '--disable-gpu-compositing', OPENER_POLICY_FLAG];
test.use({
  viewport: { width: 1440, height: 900 },
  launchOptions: { executablePath: CHROMIUM, args: ARGS },
});
// It counts the sockets of its exchange: those of other stories would be among them.
const fixture = exchangeForFile();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

async function popOut(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByTestId('pop-out').click();
  const popup = await opened;
  popupErrors = collectPageErrors(popup);
  await popup.waitForURL(/\/chart\?/);
  await painted(popup);
  return popup;
}

let popupErrors: string[] = [];
test.beforeEach(() => {
  // Two windows, each with its chart.
  test.slow();
  popupErrors = [];
});
test.afterEach(() => expect(popupErrors).toEqual([]));

async function painted(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('chart:first-candle').length), { timeout: 60_000 })
    .toBeGreaterThan(0);
}

async function openTerminal(page: Page): Promise<void> {
  await visit(page, fixture.exchange.url + TERMINAL);
  await painted(page);
}

/** Open connections of the feed, as the exchange counts them. */
async function sockets(): Promise<number> {
  const text = await (await fetch(`${fixture.exchange.url}/metrics`)).text();
  return Number(/^exchange_sockets (\d+)/m.exec(text)?.[1]);
}

/** Waits: a slow machine may replace a socket that it finds silent. */
const haveSockets = (count: number): Promise<void> => expect.poll(sockets, { timeout: 60_000 }).toBe(count);

/** Locks that windows and workers hold for each other. */
function sharedLocks(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    ((await navigator.locks.query()).held ?? [])
      .map(({ name }) => name ?? '')
      .filter((name) => name.includes('Window-')),
  );
}

const lastPrice = (page: Page): Promise<string> => page.locator('#last-price').innerText();

/** Waits until the price in the popup's title has changed `times` times: it is live. */
async function isLive(popup: Page, times = 3): Promise<void> {
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        const title = await popup.title();
        if (/^BTC\/USDT [\d,.]+$/.test(title)) seen.add(title);
        return seen.size;
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBeGreaterThan(times);
}

/** Waits until the chart's picture has changed. */
async function isDrawing(popup: Page): Promise<void> {
  const canvas = popup.getByTestId('chart').locator('canvas');
  const before = await canvas.screenshot();
  await expect.poll(async () => (await canvas.screenshot()).equals(before), { timeout: 60_000 }).toBe(false);
}

test('two windows have one socket and the same price; the chart goes on while its opener is hidden', async ({
  page,
}) => {
  await openTerminal(page);
  await haveSockets(1);
  const popup = await popOut(page);
  await isLive(popup);
  await haveSockets(1);
  await expect
    .poll(async () => (await popup.title()) === `BTC/USDT ${await lastPrice(page)}`, { timeout: 60_000 })
    .toBe(true);
  await expect(popup.getByRole('button', { name: 'Account and settings' })).toHaveCount(0);
  await expect(popup.getByTestId('pop-out')).toHaveCount(0);

  // One window a chart: the button leads to the one that is open.
  await popup.evaluate(() => Object.assign(window, { sameWindow: true }));
  await page.getByTestId('pop-out').dblclick();
  await expect.poll(() => popup.evaluate(() => 'sameWindow' in window)).toBe(true);
  expect(page.context().pages()).toHaveLength(2);

  // Hidden: no animation frames in the page nor in its worker.
  const [worker] = page.workers();
  await worker!.evaluate(() => {
    self.requestAnimationFrame = () => 0;
  });
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  // Longer than a hidden page keeps its markets.
  const hiddenMs = Date.now();
  await expect.poll(() => Date.now() - hiddenMs).toBeGreaterThan(11_000);
  await isLive(popup);
  await isDrawing(popup);
  await haveSockets(1);
});

test('ten windows that open and close leave nothing behind; reloaded, each still shares', async ({ page }) => {
  await openTerminal(page);
  for (let time = 0; time < 10; time++) {
    const popup = await popOut(page);
    await expect.poll(() => sharedLocks(page), { timeout: 60_000 }).toHaveLength(2);
    if (time === 0) {
      await popup.reload();
      await isLive(popup);
      await expect.poll(() => sharedLocks(page), { timeout: 60_000 }).toHaveLength(2);
    }
    await haveSockets(1);
    await popup.close();
    await expect.poll(() => sharedLocks(page), { timeout: 60_000 }).toHaveLength(0);
  }
  await haveSockets(1);
});

test('a window whose opener closes goes on with a socket of its own', async ({ page }) => {
  await openTerminal(page);
  const popup = await popOut(page);
  await isLive(popup);
  await page.close();
  await isLive(popup);
  await isDrawing(popup);
  await haveSockets(1);
  await popup.close();
});

test('a window whose opener reloads goes on, and so does the opener', async ({ page }) => {
  await openTerminal(page);
  const popup = await popOut(page);
  await isLive(popup);
  await page.reload();
  await painted(page);
  await isLive(popup);
  await haveSockets(2);
  await popup.close();
  await haveSockets(1);
});

test('where no worker can be started after the opener, the price is not shown as live', async ({ page }) => {
  await openTerminal(page);
  const popup = await popOut(page);
  await isLive(popup);
  await page.context().route(/market\.worker/, (route) => route.abort());
  await page.close();
  await expect(popup).toHaveTitle(/^BTC\/USDT · /);
  // The pair with its price, and the chart.
  const shields = popup.getByTestId('pane-shield');
  await expect(shields).toHaveCount(2);
  for (const shield of await shields.all()) {
    await expect(shield).toBeVisible();
    await expect(shield).not.toHaveAttribute('data-shield', 'verified');
  }
  await expect(popup.locator('[data-fresh]').filter({ hasText: 'BTC/USDT' })).not.toHaveAttribute('data-fresh', 'live');
  // The worker is requested again and again: a closed window reports no more errors of that.
  await popup.close();
  popupErrors.length = 0;
});

test('theme, language, indicators and drawings are those of the opener at once, and intervals their own', async ({
  page,
}) => {
  await openTerminal(page);
  const popup = await popOut(page);
  const pressed = (at: Page, interval: string) => at.locator(`[data-interval="${interval}"]`).first();
  await popup.locator('[data-interval="1h"]').first().click();
  await expect(pressed(popup, '1h')).toHaveAttribute('aria-pressed', 'true');
  await expect(popup).toHaveURL(/interval=1h/);
  await expect(pressed(page, '15m')).toHaveAttribute('aria-pressed', 'true');
  await isLive(popup);

  const rsi = popup.getByRole('button', { name: 'Sub indicator RSI' });
  await expect(rsi).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Sub indicator RSI' }).click();
  await expect(rsi).toHaveAttribute('aria-pressed', 'true');
  const drawing = {
    id: 'd1',
    kind: 'horizontal',
    color: 'accent',
    at: [Date.now(), Number((await lastPrice(page)).replaceAll(',', ''))],
  };
  const before = await popup.getByTestId('chart').screenshot();
  await page.evaluate(
    ([key, text]) => localStorage.setItem(key!, text!),
    [`fxproDrawings:${BTC}`, JSON.stringify({ version: 1, drawings: [drawing] })],
  );
  await expect
    .poll(async () => (await popup.getByTestId('chart').screenshot()).equals(before), { timeout: 60_000 })
    .toBe(false);
  const go = (path: string): Promise<void> => page.evaluate((to) => history.pushState({}, '', to), path);
  await go('/pages/set/display');
  await page.getByRole('radio', { name: 'Light' }).click();
  await expect(popup.locator('html')).toHaveAttribute('data-theme', 'light');
  await go('/pages/set/lang');
  await page.getByTestId('choice-ar-AE').click();
  await expect(popup.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByTestId('choice-de-DE').click();
  await expect(popup.locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(popup.getByRole('button', { name: 'Vollbild' })).toBeVisible();
  // The opener is at another page of the app: its market is still shared.
  await isLive(popup);
  await haveSockets(1);
});

test('a session that ends in the opener takes its lines from the chart', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await openTerminal(page);
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
  const { id } = await call<{ id: number }>(page, '/coin/order/add', {
    coinInfoId: String(BTC),
    side: 'buy',
    orderType: 'limit',
    price: String(Math.floor(Number(last) * 0.97)),
    amount: '0.01',
    clientNo: 'e2e-chart-window',
  });
  expect(id).toBeGreaterThan(0);
  const popup = await popOut(page);
  const own = popup.getByRole('group', { name: 'My orders and positions' });
  await expect(own).toBeAttached();
  await page.getByRole('button', { name: 'Account and settings' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(own).toHaveCount(0);
  await expect(popup).toHaveURL(/\/chart\?/);
  await isLive(popup);
});

test('a blocked window is explained in the language of the user, and a narrow one has no button', async ({ page }) => {
  await openTerminal(page);
  await page.evaluate(() => {
    history.pushState({}, '', '/pages/set/lang');
    window.open = () => null;
  });
  await page.getByTestId('choice-de-DE').click();
  // Its words are loaded first, and a message has those of its moment.
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await page.goBack();
  await recordToasts(page);
  await page.getByTestId('pop-out').click();
  await expectToast(page, /Der Browser hat das neue Fenster blockiert\./);
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(page.getByTestId('full-screen')).toBeVisible();
  await expect(page.getByTestId('pop-out')).toHaveCount(0);
});
