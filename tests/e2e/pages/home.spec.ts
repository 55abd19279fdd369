// The home page: profit of the day, assets in bitcoin, top movers, search; nothing moves while they load.
import { type Page, expect, test } from '@playwright/test';
import { accountOf } from '../../support/browser/busy-account.ts';
import { RETURNING_VISITOR, call, exchangeForRun } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();

/** Opens home at 360 x 640 px, for an account or a visitor, and records layout shifts from the first paint on. */
async function openHome(page: Page, token: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(
    (items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    },
    { ...RETURNING_VISITOR, fxproLanguage: 'en-US', fxproUserToken: token },
  );
  await page.goto(fixture.exchange.url);
  await expect(page.getByRole('list', { name: 'Top movers' }).getByRole('link')).toHaveCount(3);
  await expect(page.getByTestId('market-BTC')).toContainText(/\d\.\d\d/);
}

const shifts = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { shifts: number }).shifts);

const numberOf = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''));

test('an account sees the profit of the day and its assets in bitcoin', async ({ page, browser }) => {
  const profits: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/user/profit')) return;
    profits.push(((await response.json()) as { data: { profitToday: string } }).data.profitToday);
  });
  await openHome(page, await accountOf(browser, fixture.exchange.url));
  const line = page.getByTestId('day-line');
  await expect(line).toHaveText(/^Today[-+]?\$[\d,]+\.\d\d \([-+]?\d+\.\d\d%\)≈ \d\.\d{5} BTC$/);
  // The profit is the exchange's, cut to cents: fees of the first orders make it a loss or a small profit.
  const shown = (await line.textContent())!.replace('$', '');
  // The page may have read the answer before the test has.
  await expect
    .poll(() => profits.map((profit) => Math.trunc(Number(profit) * 100) / 100))
    .toContain(numberOf(/^Today([-+\d,.]+)/.exec(shown)![1]!));
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: '2' });
  const bitcoin = numberOf(/≈ ([\d.]+)/.exec((await line.textContent())!)![1]!);
  const card = page.getByRole('region', { name: 'Total assets' });
  const total = numberOf(/\$[\d,.]+/.exec((await card.textContent())!)![0]);
  expect(bitcoin / (total / Number(last))).toBeCloseTo(1, 2);
  expect(await shifts(page)).toBe(0);
  // Hidden amounts are hidden here as well.
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect(line).toHaveText(/^Today•+$/);
  expect(fixture.pageErrors).toEqual([]);
});

test('a visitor sees what moved most, a demo account in one tap, and a search', async ({ page }) => {
  await openHome(page, '');
  await expect(page.getByRole('button', { name: 'Start with 10,000 demo USDT' })).toBeVisible();
  expect(await shifts(page)).toBe(0);
  const mover = page.getByRole('list', { name: 'Top movers' }).getByRole('link').first();
  await expect(mover).toContainText(/[-+]\d+\.\d\d%/);
  // A longer figure moves nothing.
  const lines = await mover.evaluate((tile) =>
    ['+0.01%', '+9.99%', '-10.00%', '+100.00%'].map((text) => {
      tile.querySelector('span')!.textContent = text;
      return [tile.querySelector('svg')!.getBoundingClientRect().toJSON(), tile.scrollWidth - tile.clientWidth];
    }),
  );
  expect(lines).toEqual(lines.map(() => [lines[0]![0], 0]));
  // A long name takes its room from the line: it is not drawn over it.
  await page.setViewportSize({ width: 360, height: 640 });
  const overlap = await mover.evaluate((tile) => {
    const [name, line] = [tile.querySelector('b')!, tile.querySelector('svg')!];
    name.textContent = 'DOGEUSDT';
    const text = document.createRange();
    text.selectNodeContents(name);
    return text.getBoundingClientRect().right - line.getBoundingClientRect().left;
  });
  expect(overlap).toBeLessThanOrEqual(0.5);
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(page.getByTestId('market-search')).toBeVisible();
  await page.goBack();
  await mover.click();
  await expect(page).toHaveURL(/kline\?coinInfoId=\d+/);
  expect(fixture.pageErrors).toEqual([]);
});
