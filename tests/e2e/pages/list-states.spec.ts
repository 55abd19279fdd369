// Lists that cannot be fetched: they say so with a retry, and never that there is nothing.
import { expect, test } from '@playwright/test';
import { accountOf } from '../../support/browser/busy-account.ts';
import { RETURNING_VISITOR, exchangeForRun } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();

/** Calls of the user's lists. */
const LISTS =
  /\/mmtb-api\/(qt\/contract\/order\/list|coin\/(contract\/)?order\/list(\/active)?|user\/(point\/change\/log|notice)|common\/notice|coin\/(recharge|withdraw)\/order)$/;

/** Pages with lists, and the tabs to open; '': what is there first. */
const PAGES: [path: string, tabs: string[]][] = [
  ['/pages/secondsContract/record', ['', 'Open']],
  ['/pages/order/myOrder', ['', 'History']],
  ['/pages/wallet/record?type=0', ['']],
  ['/pages/wallet/recharge', ['']],
  ['/pages/wallet/withdraw', ['']],
  ['/pages/notice/noticeList', ['System', 'Personal']],
  ['/pages/tabbar/trade?coinInfoId=2', ['', 'History']],
  ['/pages/tabbar/contracts?coinInfoId=102', ['', 'History']],
];
/** Texts of empty lists. */
const EMPTY = /No data|No more data|No orders yet|No open orders|No positions|No alerts yet/;

test('a list that cannot be fetched says so with a retry, and not that it is empty', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const token = await accountOf(browser, fixture.exchange.url);
  await page.addInitScript(
    (items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    },
    { ...RETURNING_VISITOR, fxproLanguage: 'en-US', fxproUserToken: token },
  );
  const faults: string[] = [];
  const failed = page.locator('#page').getByRole('alert').filter({ hasText: 'This could not be loaded' }).first();
  const retry = failed.getByRole('button', { name: 'Retry' });
  for (const [path, tabs] of PAGES) {
    for (const tab of tabs) {
      await page.route(LISTS, (route) => route.abort('connectionfailed'));
      // For each tab: while the list of the one before came back, that of the next may have come too.
      await page.goto(fixture.exchange.url + path);
      if (tab)
        await page
          .locator('#page')
          .getByText(new RegExp(`^${tab}( \\(\\d+\\))?$`))
          .first()
          .click();
      const name = `${path} ${tab}`;
      await failed.waitFor().catch(() => faults.push(`${name}: no failure is shown`));
      const text = (await page.locator('#page').textContent()) ?? '';
      if (EMPTY.test(text)) faults.push(`${name}: says "${EMPTY.exec(text)![0]}"`);
      await page.unroute(LISTS);
      await expect(async () => {
        if ((await retry.count()) > 0) await retry.click({ timeout: 1_000 });
        await expect(failed, name).toBeHidden({ timeout: 1_000 });
      }).toPass();
    }
  }
  expect(faults).toEqual([]);
});
