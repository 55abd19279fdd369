// Settings: onboarding shown once, language, theme and currency, invited friends, price alerts.
import { type Page, expect, test } from '@playwright/test';
import { call, register, registerByForm, exchangeForRun, visit } from '../support/browser/visitor.ts';

const BTC = 2;

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const html = (page: Page) => page.locator('html');

test('a newcomer chooses the price colours once, at home, and sees the hints of a page once', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${fixture.exchange.url}/pages/tabbar/contracts?coinInfoId=102`);
  await expect(html(page)).toHaveAttribute('lang', 'en-US');
  await expect(page.getByTestId('hint')).toContainText('1 of 3');
  await expect(page.locator('[data-hinted]')).toHaveAttribute('data-testid', 'multiple');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByTestId('hint')).toHaveCount(0);
  await expect(page.locator('[data-hinted]')).toHaveCount(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByTestId('look-red-up').click();
  await expect(html(page)).toHaveAttribute('data-updown', 'red-up');
  await expect(page.getByTestId('first-question')).toHaveCount(0);
  await page.goto(`${fixture.exchange.url}/pages/tabbar/contracts?coinInfoId=102`);
  await expect(page.getByTestId('multiple')).toBeVisible();
  await expect(page.getByTestId('hint')).toHaveCount(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByTestId('market-BTC').first()).toBeVisible();
  await expect(page.getByTestId('first-question')).toHaveCount(0);
  // The default language, once chosen, is not replaced by the browser's again.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByText('繁體中文', { exact: true }).last().click();
  await expect(html(page)).toHaveAttribute('lang', 'zh-TW');
  await page.reload();
  await expect(html(page)).toHaveAttribute('lang', 'zh-TW');
  await context.close();
});

test('language, theme and currency change at once in every tab', async ({ page, context }) => {
  await visit(page, `${fixture.exchange.url}/pages/set/lang`);
  const other = await context.newPage();
  await other.goto(`${fixture.exchange.url}/pages/markets/index`);
  await page.getByTestId('choice-ar-AE').click();
  await expect(html(page)).toHaveAttribute('dir', 'rtl');
  await page.getByTestId('choice-de-DE').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sprache');
  await expect(html(page)).toHaveAttribute('dir', 'ltr');
  await page.getByTestId('choice-en-US').click();
  const navigate = (path: string): Promise<void> => page.evaluate((to) => history.pushState({}, '', to), path);
  await navigate('/pages/set/display');
  await page.getByRole('radio', { name: 'Light' }).click();
  for (const tab of [page, other]) await expect(html(tab)).toHaveAttribute('data-theme', 'light');
  await navigate('/pages/set/currency');
  const row = other.getByTestId('market-BTC').first();
  await expect(row).toContainText('.');
  await expect(row).not.toContainText('$'); // The price is in USDT already.
  await page.getByTestId('choice-EUR').click();
  await expect(row).toContainText('€');
  await other.close();
});

test('a friend who registers by an invitation link is listed', async ({ page, browser }) => {
  await register(page, fixture.exchange.url);
  await page.goto(`${fixture.exchange.url}/pages/invite/invite`);
  const code = await page.getByTestId('invite-code').innerText();
  await expect(page.getByRole('img', { name: new RegExp(code) })).toBeVisible();
  const context = await browser.newContext();
  const friend = await context.newPage();
  await visit(friend, `${fixture.exchange.url}/?d=${code}`);
  await friend.waitForFunction((wanted) => localStorage.getItem('fxproInviteCode') === wanted, code);
  await registerByForm(friend, fixture.exchange.url);
  await context.close();
  await page.reload();
  await expect(page.getByText('vi***@')).toBeVisible();
});

test('an alert is announced once, for visitors and for accounts', async ({ page }) => {
  const price = page.getByLabel('New alert', { exact: true }).locator('p').first();
  const lines = page.getByTestId('alert-line');
  /** Records what a screen reader is given to announce and matches: what the pattern captures, from now on. */
  const recordToasts = (pattern: string): Promise<void> =>
    page.evaluate((source) => {
      const texts: string[] = [];
      Object.assign(window, { toasts: texts });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) {
            const isHidden = (node as Element).getAttribute('aria-hidden') === 'true';
            const match = isHidden ? null : new RegExp(source).exec(node.textContent ?? '');
            if (match) texts.push(match[1]!);
          }
      }).observe(document.querySelector('[role="status"][aria-live="polite"]')!, { childList: true });
    }, pattern);
  const announced = async (): Promise<string[]> =>
    (await page.evaluate(() => (window as unknown as { toasts: string[] }).toasts)).toSorted();
  /** Sets alerts at the last price, each at another price, until the market reaches one of them. */
  const setAtMarket = async (): Promise<void> => {
    const prices = new Set<string>();
    await expect(async () => {
      if ((await announced()).length > 0) return;
      const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
      expect(prices).not.toContain(last);
      prices.add(last);
      await page.getByTestId('alert-value').fill(last);
      await page.getByTestId('alert-set').click();
      await expect.poll(async () => (await announced()).length, { timeout: 6_000 }).toBeGreaterThan(0);
    }).toPass({ timeout: 45_000 });
  };
  /** Waits for trades, each of which could announce again what was announced. */
  const waitForTrades = async (): Promise<void> => {
    for (let trade = 0; trade < 3; trade += 1) await expect(price).not.toHaveText(await price.innerText());
  };

  await visit(page, `${fixture.exchange.url}/pages/alert/index`);
  await page.getByTestId('alert-value').waitFor();
  await recordToasts(' reached ([\\d,.]+)');
  await setAtMarket();
  await waitForTrades();
  const once = await announced();
  expect(once).toEqual([...new Set(once)]);
  for (const reached of once) await expect(lines.filter({ hasText: reached })).toHaveCount(0);
  // An account would take over what waits. An alert may be reached before it is removed.
  await expect(async () => {
    await lines.getByRole('button').evaluateAll((buttons: HTMLElement[]) => {
      for (const remove of buttons) remove.click();
    });
    await expect(lines).toHaveCount(0, { timeout: 1_000 });
  }).toPass();

  await registerByForm(page, fixture.exchange.url);
  await page.goto(`${fixture.exchange.url}/pages/alert/index`);
  await expect(page.getByText('No alerts yet')).toBeVisible();
  await recordToasts('Price alert: (BTC/USDT [≥≤] [\\d,.]+)');
  await setAtMarket();
  const triggered = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Triggered' }) });
  await expect(triggered).toBeVisible();
  await waitForTrades();
  const conditions = await announced();
  expect(conditions).toEqual([...new Set(conditions)]);
  for (const reached of conditions)
    await expect(triggered.getByTestId('alert-line').filter({ hasText: reached })).toHaveCount(1);
});
