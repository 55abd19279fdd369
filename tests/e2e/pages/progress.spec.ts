// What takes long shows a progress bar: an export, a picture on its way.
import { type Page, type Route, expect, test } from '@playwright/test';
import { accountOf } from '../../support/browser/busy-account.ts';
import { RETURNING_VISITOR, exchangeForRun, navigate } from '../../support/browser/visitor.ts';
import { photograph } from '../support/journey.ts';

const fixture = exchangeForRun();

/** Holds requests to `path` back; returns the function that lets them go. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(path, async (route: Route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('exports and pictures show their progress while they take long', async ({ page, browser }) => {
  const token = await accountOf(browser, fixture.exchange.url);
  await page.addInitScript(
    (items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    },
    { ...RETURNING_VISITOR, fxproLanguage: 'en-US', fxproUserToken: token },
  );
  const bar = page.getByRole('progressbar');

  await page.goto(`${fixture.exchange.url}/pages/order/myOrder`);
  await page.getByText('History', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeVisible();
  const list = await holdBack(page, '**/mmtb-api/coin/order/list');
  const top = (await page.getByTestId('csv').boundingBox())!.y;
  await page.getByTestId('csv').click();
  await expect(bar).toHaveAttribute('aria-label', 'Save as CSV');
  expect((await page.getByTestId('csv').boundingBox())!.y).toBe(top);
  const saved = page.waitForEvent('download');
  list();
  expect((await saved).suggestedFilename()).toBe('spot-orders.csv');
  await expect(bar).toHaveCount(0);

  await navigate(page, '/pages/wallet/recharge');
  await page.getByTestId('generate').click();
  await page.getByText('Deposit request', { exact: true }).click();
  await page.getByTestId('apply-amount').fill('100');
  await page.getByLabel('Payment screenshot').setInputFiles(await photograph(page));
  const upload = await holdBack(page, '**/mmtb-api/coin/recharge/add');
  await page.getByTestId('apply').click();
  await expect(bar).toBeVisible();
  upload();
  await expect(bar).toHaveCount(0);
  expect(fixture.pageErrors).toEqual([]);
});
