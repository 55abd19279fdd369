// Recorded files that tabs hand to their charts: each keeps its own, also when it is loaded again.
import { type Page, expect, test } from '@playwright/test';
import { DAY_MS } from '../../../core/units/durations.ts';
import { replayFile } from '../../support/browser/handed-file.ts';
import { exchangeForRun } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const FIRST_DAY = Date.UTC(2025, 3, 5, 9);
const moment = (page: Page) => page.getByTestId('past-moment-text');
const handOver = (page: Page, day: number): Promise<void> =>
  replayFile(page, fixture.exchange.url, FIRST_DAY + day * DAY_MS, 10);
const dayText = (day: number): RegExp => new RegExp(`^Apr ${5 + day}, 2025`);

test('a tab plays its own file after others were handed over, until it is no longer kept', async ({
  page,
  context,
}) => {
  test.slow();
  await handOver(page, 0);
  const second = await context.newPage();
  await handOver(second, 1);
  await page.reload();
  await expect(moment(page)).toHaveText(dayText(0));
  await second.reload();
  await expect(moment(second)).toHaveText(dayText(1));
  // A third and a fourth leave both; the fifth takes the place of the first.
  for (const day of [2, 3]) await handOver(second, day);
  await page.reload();
  await expect(moment(page)).toHaveText(dayText(0));
  await handOver(second, 4);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('no longer has this recording');
  await expect(page.getByTestId('last-price')).toHaveCount(0);
  await second.goBack();
  await second.goBack();
  await expect(moment(second)).toHaveText(dayText(3));
});

test('where there is no room for several files the last one is kept alone', async ({ page, context }) => {
  await handOver(page, 0);
  const first = page.url();
  // The disk is full for a transaction that leaves a second file in the store.
  await context.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function open(this: IDBDatabase, names: string, mode?: IDBTransactionMode) {
      const opened = transaction.call(this, names, mode);
      if (this.name !== 'recording' || mode !== 'readwrite') return opened;
      const check = (timesLeft: number): void =>
        opened
          .objectStore(names)
          .count()
          .addEventListener('success', ({ target }) => {
            if ((target as IDBRequest<number>).result > 1) opened.abort();
            else if (timesLeft > 0) check(timesLeft - 1);
          });
      // As long as it writes.
      check(10);
      return opened;
    } as typeof transaction;
  });
  const second = await context.newPage();
  await handOver(second, 1);
  await expect(moment(second)).toHaveText(dayText(1));
  await second.goto(first);
  await expect(second.getByRole('alert')).toContainText('no longer has this recording');
});

test('an address with a key of no file has no file, and one without a number is the past of the exchange', async ({
  page,
}) => {
  await page.goto(`${fixture.exchange.url}/replay/market?file=1`);
  await expect(page.getByRole('alert')).toContainText('no longer has this recording');
  await page.goto(`${fixture.exchange.url}/replay/market?file=x`);
  await expect(page.getByTestId('replay-bar')).toBeVisible();
});
