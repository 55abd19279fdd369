// A person makes the app theirs: looks asked once, language, theme and currency that change at once; a friend who was
// invited is counted; an alert is told once.
import { type Page, expect, test } from '@playwright/test';
import { call, register, street, visit } from './support/visitor.ts';

const BTC = 2;

const here = street();
test.afterEach(() => expect(here.faults).toEqual([]));

const html = (page: Page) => page.locator('html');

test('a newcomer is asked once how prices look, and is shown a desk once', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('fxproLanguage', 'en-US'));
  await page.goto(`${here.exchange.url}/pages/tabbar/contracts?coinInfoId=102`);
  await page.getByTestId('look-red-up').click();
  await expect(html(page)).toHaveAttribute('data-updown', 'red-up');
  await expect(page.getByTestId('first-question')).toHaveCount(0);
  await expect(page.getByTestId('hint')).toContainText('1 of 3');
  await expect(page.locator('[data-hinted]')).toHaveAttribute('data-testid', 'multiple');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByTestId('hint')).toHaveCount(0);
  await expect(page.locator('[data-hinted]')).toHaveCount(0);
  // The next visit, on a desk that was not met: its hints, and no question.
  await page.goto(`${here.exchange.url}/pages/tabbar/trade?coinInfoId=2`);
  await expect(page.getByTestId('hint')).toContainText('Tap a price');
  await expect(page.getByTestId('first-question')).toHaveCount(0);
  await page.evaluate(() => history.pushState({}, '', '/pages/tabbar/contracts?coinInfoId=102'));
  await expect(page).toHaveURL(/contracts/);
  await expect(page.getByTestId('hint')).toHaveCount(0);
  await context.close();
});

test('language, theme and currency change on screen at once, in every tab', async ({ page, context }) => {
  await visit(page, `${here.exchange.url}/pages/set/lang`);
  const other = await context.newPage();
  await other.goto(`${here.exchange.url}/pages/markets/index`);
  await page.getByTestId('choice-ar-AE').click();
  await expect(html(page)).toHaveAttribute('dir', 'rtl');
  await page.getByTestId('choice-de-DE').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sprache');
  await expect(html(page)).toHaveAttribute('dir', 'ltr');
  await page.getByTestId('choice-en-US').click();
  const go = (path: string): Promise<void> => page.evaluate((to) => history.pushState({}, '', to), path);
  await go('/pages/set/display');
  await page.getByRole('radio', { name: 'Light' }).click();
  for (const tab of [page, other]) await expect(html(tab)).toHaveAttribute('data-theme', 'light');
  await go('/pages/set/currency');
  const row = other.getByTestId('market-BTC').first();
  await expect(row).toContainText('$');
  await page.getByTestId('choice-EUR').click();
  await expect(row).toContainText('€');
  await other.close();
});

test('a friend comes by my link, and is counted', async ({ page, browser }) => {
  await register(page, here.exchange.url);
  await page.goto(`${here.exchange.url}/pages/invite/invite`);
  const code = await page.getByTestId('invite-code').innerText();
  await expect(page.getByRole('img', { name: new RegExp(code) })).toBeVisible();
  const context = await browser.newContext();
  const friend = await context.newPage();
  await visit(friend, `${here.exchange.url}/?d=${code}`);
  await friend.waitForFunction((kept) => localStorage.getItem('fxproInviteCode') === kept, code);
  await register(friend, here.exchange.url);
  await context.close();
  await page.reload();
  await expect(page.getByText('vi***@')).toBeVisible();
});

test("an alert is set, crossed and told once; a visitor's too", async ({ page }) => {
  /** How often a line over the page said so. */
  const told = (words: string): Promise<void> =>
    page.evaluate((text) => {
      const lines = window as unknown as { told: number };
      lines.told = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) if (node.textContent?.includes(text)) lines.told += 1;
      }).observe(document.querySelector('[role="status"][aria-live="polite"]')!, { childList: true });
    }, words);
  const count = (): Promise<number> => page.evaluate(() => (window as unknown as { told: number }).told);
  /** Where the market is, until it is there: what walked away meanwhile is taken back and set anew. */
  const setHere = async (): Promise<void> => {
    await expect(async () => {
      // It may have been told between two looks.
      if ((await count()) > 0) return;
      for (const remove of await page.getByRole('button', { name: 'Remove' }).all()) await remove.click();
      const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
      await page.getByTestId('alert-value').fill(last);
      await page.getByTestId('alert-set').click();
      await expect.poll(count, { timeout: 6_000 }).toBe(1);
    }).toPass({ timeout: 45_000 });
  };
  await visit(page, `${here.exchange.url}/pages/alert/index`);
  await page.getByTestId('alert-value').waitFor();
  await told('has reached');
  await setHere();
  await expect(page.getByTestId('alert-line')).toHaveCount(0);

  await register(page, here.exchange.url);
  await page.goto(`${here.exchange.url}/pages/alert/index`);
  await expect(page.getByText('No alerts yet')).toBeVisible();
  await told('Price alert: BTC/USDT');
  await setHere();
  await expect(page.getByRole('heading', { name: 'Told' })).toBeVisible();
  await page.waitForTimeout(1_500);
  expect(await count()).toBe(1);
});
