// The market worker that starts before the app runs once: one evaluation, one socket, one answer to every frame.
// Where none can be loaded, the page offers to try again.
import { expect, test } from '@playwright/test';
import { exchangeForRun, visit } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

test('chunks that the early worker loads do not evaluate it again', async ({ page }) => {
  // The app comes once the worker runs: on a slow line the worker is first by itself.
  await page.route('**/assets/index-*.js', async (route) => {
    await expect.poll(() => page.workers().length).toBe(1);
    await route.continue();
  });
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=2`);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
  const fetched = (): Promise<string[]> =>
    page.workers()[0]!.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  // The decoder and the indicators import what the worker's own chunk shares.
  await expect.poll(fetched).toEqual(expect.arrayContaining([expect.stringContaining('msgpack-decoder')]));
  await expect.poll(fetched).toEqual(expect.arrayContaining([expect.stringContaining('/assets/registry-')]));
  expect((await fetched()).filter((name) => name.includes('/market.worker-'))).toEqual([]);
  expect(page.workers()).toHaveLength(1);
});

test('a page whose worker cannot be loaded offers a reload', async ({ page }) => {
  const worker = '**/assets/market.worker-*.js';
  await page.route(worker, (route) => route.abort());
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=2`);
  const offer = page.getByRole('button', { name: 'Reload', exact: true });
  await expect(offer).toBeVisible();
  expect(fixture.pageErrors.splice(0).join()).toContain('market worker failed to load');
  await page.unroute(worker);
  await offer.click();
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
});
