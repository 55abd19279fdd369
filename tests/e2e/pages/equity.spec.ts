// The equity card: nothing below it moves while it loads, between its ranges, or when amounts are hidden.
import { type Page, type Route, expect, test } from '@playwright/test';
import { createBusyAccount } from '../../support/browser/busy-account.ts';
import { exchangeForRun } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Height of the card in px. */
const heightOf = (page: Page): Promise<number> =>
  page.getByTestId('equity').evaluate((card) => Math.round(card.getBoundingClientRect().height));

for (const size of SIZES)
  test(`the equity card has one height at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await createBusyAccount(page, fixture.exchange.url);
    const held: Route[] = [];
    await page.route('**/mmtb-api/user/profit', (route) => void held.push(route));
    const loading = page.getByTestId('equity').locator('[aria-busy="true"]');
    /** Height while the card loads, and once it has loaded. */
    const heights = async (): Promise<number[]> => {
      await expect(loading).toBeVisible();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      const before = await heightOf(page);
      for (const route of held.splice(0)) await route.continue();
      await expect(loading).toHaveCount(0);
      await expect(page.getByText('Daily PnL')).toBeVisible();
      return [before, await heightOf(page)];
    };
    await page.goto(`${fixture.exchange.url}/pages/tabbar/list`);
    const seen = await heights();
    for (const range of ['7 days', 'All']) {
      await page.getByRole('radio', { name: range }).click();
      seen.push(...(await heights()));
    }
    // The switch of the amounts is above the card; the row of the calendar stays.
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect(page.getByTestId('equity')).toContainText('••••••');
    seen.push(await heightOf(page));
    expect(new Set(seen).size, seen.join(' ')).toBe(1);
    // Its days open, without amounts.
    await page.getByText('Daily PnL').click();
    await expect(page.getByTestId('equity').getByRole('listitem').first()).toContainText('••••••');
  });
