// The market worker that starts before the app runs once: one evaluation, one socket, one answer to every frame.
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
