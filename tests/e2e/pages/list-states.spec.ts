// Lists that cannot be fetched: they say so with a retry, and never that there is nothing; too many requests are
// waited out.
import { type Browser, type Page, expect, test } from '@playwright/test';
import { createBusyAccount } from '../../support/browser/busy-account.ts';
import { RETURNING_VISITOR, exchangeForFile } from '../../support/browser/visitor.ts';

const fixture = exchangeForFile({ RATE_LIMIT: 'on' });

/** Calls of the user's lists. */
const LISTS =
  /\/mmtb-api\/(qt\/contract\/order\/list|coin\/(contract\/)?order\/list(\/active)?|user\/(point\/change\/log|notice)|common\/notice|coin\/(recharge|withdraw)\/order)$/;

/** Pages with lists, and the tab to open. */
const PAGES: [path: string, tab?: string][] = [
  ['/pages/secondsContract/record'],
  ['/pages/secondsContract/record', 'Open'],
  ['/pages/order/myOrder'],
  ['/pages/order/myOrder', 'History'],
  ['/pages/wallet/record?type=0'],
  ['/pages/wallet/recharge'],
  ['/pages/wallet/withdraw'],
  ['/pages/notice/noticeList', 'System'],
  ['/pages/notice/noticeList', 'Personal'],
  ['/pages/tabbar/trade?coinInfoId=2'],
  ['/pages/tabbar/trade?coinInfoId=2', 'History'],
  ['/pages/tabbar/contracts?coinInfoId=102'],
  ['/pages/tabbar/contracts?coinInfoId=102', 'History'],
];
/** Texts of empty lists. */
const EMPTY = /No data|No more data|No orders yet|No open orders|No positions|No alerts yet/;

/** Token of one account for all tests: codes are sent once a minute. */
let account: Promise<string> | undefined;

/** Makes a page and its siblings that of an account. */
async function openAs(page: Page, browser: Browser): Promise<void> {
  account ??= browser.newPage().then((other) => createBusyAccount(other, fixture.exchange.url));
  const token = await account;
  await page.context().addInitScript(
    (items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    },
    { ...RETURNING_VISITOR, fxproLanguage: 'en-US', fxproUserToken: token },
  );
}

test('a list that cannot be fetched says so with a retry, and not that it is empty', async ({ page, browser }) => {
  test.setTimeout(240_000);
  await openAs(page, browser);
  const faults: string[] = [];
  for (const [path, tab] of PAGES) {
    await page.route(LISTS, (route) => route.abort('connectionfailed'));
    await page.goto(fixture.exchange.url + path);
    if (tab)
      await page
        .locator('#page')
        .getByText(new RegExp(`^${tab}( \\(\\d+\\))?$`))
        .first()
        .click();
    const failed = page.locator('#page').getByRole('alert').filter({ hasText: 'This could not be loaded' }).first();
    const name = `${path} ${tab ?? ''}`;
    await failed.waitFor({ timeout: 10_000 }).catch(() => faults.push(`${name}: no failure is shown`));
    const text = (await page.locator('#page').textContent()) ?? '';
    if (EMPTY.test(text)) faults.push(`${name}: says "${EMPTY.exec(text)![0]}"`);
    await page.unroute(LISTS);
    const retry = failed.getByRole('button', { name: 'Retry' });
    await expect(async () => {
      if ((await retry.count()) > 0) await retry.click({ timeout: 1_000 });
      await expect(failed, name).toBeHidden({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
  }
  expect(faults).toEqual([]);
});

test('reads that are refused for too many requests come again after the wait, and nothing stays empty', async ({
  page,
  browser,
}) => {
  await openAs(page, browser);
  let refused = 0;
  page.on('response', async (response) => {
    if (!response.url().includes('/mmtb-api/')) return;
    const answer = (await response.json().catch(() => null)) as { code?: number } | null;
    if (answer?.code === 1429) refused += 1;
  });
  // Another tab of the account reads faster than it may.
  const greedy = await page.context().newPage();
  await greedy.goto(`${fixture.exchange.url}/404`);
  await greedy.evaluate(() => {
    setInterval(() => {
      void fetch('/mmtb-api/coin/assets', {
        method: 'POST',
        headers: { accesstoken: localStorage.getItem('fxproUserToken') ?? '' },
      });
    }, 15);
  });
  await page.goto(`${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=2`);
  await expect.poll(() => refused).toBeGreaterThan(0);
  await greedy.close();
  await expect(page.getByTestId('order-row').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('#page').getByText(EMPTY)).toHaveCount(0);
  await expect(page.locator('#page').getByRole('alert')).toHaveCount(0);
  await page.goto(`${fixture.exchange.url}/pages/wallet/record?type=0`);
  await expect(page.getByTestId('record').first()).toBeVisible();
});
