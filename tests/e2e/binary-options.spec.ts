// Binary options: purchase, countdown, settlement, proof verified on the device, limits of the user.
import { readFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { confirmOrder, journey } from './support/journey.ts';
import { call, exchangeForFile, navigate, register } from '../support/browser/visitor.ts';

const BTC = 2;
const PERIOD_MS = 30_000;
/** The minutes of a settlement are signed within this time, in ms. */
const SIGNED_MS = 150_000;
const fixture = exchangeForFile();

test.setTimeout(300_000);

/** Stakes 50 USDT on a rise and waits for the result; returns the profit that is shown. */
async function buyAndWait(page: Page): Promise<string> {
  await page.goto(`${fixture.exchange.url}/pages/secondsContract/index?coinInfoId=${BTC}`);
  await page.getByTestId('seconds-amount').fill('50');
  await expect(page.getByTestId('seconds-return')).toHaveText('85.00');
  const up = page.getByTestId('buy-up');
  await expect(up).toHaveText(/Up.*50 USDT\s· 30\ss\s· get\s85\.00/);
  await up.click();
  await page.getByTestId('risk-yes').click();
  await up.click();
  await confirmOrder(page);
  await expect(page.getByTestId('running')).toContainText('Strike 6');
  const left = async (): Promise<number> => Number(await page.getByTestId('countdown').textContent({ timeout: 5_000 }));
  const before = await left();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThanOrEqual(PERIOD_MS / 1000);
  await expect.poll(left).toBeLessThan(before);
  const result = page.getByTestId('result');
  await expect(result).toBeVisible({ timeout: PERIOD_MS + 20_000 });
  const profit = /([+-][\d.]+) USDT/.exec((await result.textContent()) ?? '')?.[1] ?? '0.00';
  await page.getByRole('button', { name: 'Proof' }).click();
  return profit;
}

journey(
  'an option is bought, settled and verified; a proof with one changed character fails',
  async (page) => {
    await register(page, fixture.exchange.url);
    const profit = await buyAndWait(page);
    const verification = page.getByTestId('verdict');
    await expect(verification).toHaveText(/Verified on this device/, { timeout: SIGNED_MS });
    for (const step of [
      'form',
      'key',
      'order',
      'hash',
      'link',
      'instant',
      'cover',
      'signature',
      'strike',
      'exit',
      'result',
    ]) {
      await expect(page.getByTestId(`step-${step}`)).toHaveAttribute('data-state', 'ok');
    }
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('save-proof').click()]);
    const saved = readFileSync(await download.path(), 'utf8');

    await page.goto(`${fixture.exchange.url}/pages/secondsContract/record`);
    await expect(page.getByTestId('record')).toHaveCount(1);
    await expect(page.getByTestId('profit')).toHaveText(profit);
    await expect(page.getByTestId('totals')).toContainText('to break even');
    await page.getByTestId('proof').click();
    await expect(page.getByTestId('replay').getByRole('img')).toBeVisible();

    await page.goto(`${fixture.exchange.url}/pages/proof/index`);
    const check = async (text: string): Promise<void> => {
      await page.getByTestId('proof-text').fill(text);
      await page.getByTestId('proof-check').click();
    };
    await check(saved);
    await expect(verification).toHaveText(/Verified/);
    await check(saved.replace('"amount": "50"', '"amount": "51"'));
    await expect(verification).toHaveText(/Mismatch/);
    await expect(page.getByTestId('step-order')).toHaveAttribute('data-state', 'bad');
    await expect(page.getByTestId('step-hash')).toHaveAttribute('data-state', 'open');
    await expect(page.getByText('Send this to customer service')).toBeVisible();
    // One bit of a tick's hash is flipped.
    const hash = /"hash": "([0-9a-f])/.exec(saved);
    const flipped = (Number.parseInt(hash?.[1] ?? '0', 16) ^ 1).toString(16);
    await check(saved.replace(/"hash": "[0-9a-f]/, `"hash": "${flipped}`));
    await expect(verification).toHaveText(/Mismatch/);
    await check(saved.replace('"kind"', '"kinds"'));
    await expect(page.getByText('This is not a proof file')).toBeVisible();
    expect(fixture.pageErrors).toEqual([]);
  },
  { long: true },
);

test('S9: an exchange that hangs at an expiry settles by the ticks after it, with a valid proof', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await call(page, '/qt/contract/add', {
    coinInfoId: String(BTC),
    direction: 'down',
    period: '30',
    amount: '20',
    clientNo: 'stopped',
  });
  const order = async () =>
    (
      await call<{ list: { status: number; result: string; openTime: number; settleTime: number }[] }>(
        page,
        '/qt/contract/order/list',
      )
    ).list[0]!;
  const bought = await order();
  expect(bought.result).toBe('');
  // By the exchange's own clock, which is this machine's: a busy one takes a part of the period for the purchase.
  await page.waitForTimeout(Math.max(0, bought.openTime + 22_000 - Date.now()));
  fixture.exchange.signal('SIGSTOP');
  // From here on, since this process too may be late.
  await page.waitForTimeout(16_000);
  fixture.exchange.signal('SIGCONT');
  await expect.poll(async () => (await order()).result, { timeout: 40_000 }).toMatch(/^(win|lose|draw)$/);
  const { openTime, settleTime } = await order();
  // The missing seconds are appended: the option runs its whole period and is not refunded. Of the hang, the tick
  // under way at either end and the first one caught up do not count: up to three seconds.
  expect(settleTime - openTime).toBeGreaterThan(PERIOD_MS + 12_000);
  await page.goto(`${fixture.exchange.url}/pages/secondsContract/record`);
  await page.getByTestId('proof').click();
  await expect(page.getByTestId('verdict')).toHaveText(/Verified on this device/, { timeout: SIGNED_MS });
});

test('stricter limits of the user apply at once, looser ones a day later', async ({ page }) => {
  await register(page, fixture.exchange.url);
  await page.goto(`${fixture.exchange.url}/pages/set/limit`);
  await page.getByTestId('limit-stake').fill('40');
  await page.getByTestId('limit-save').click();
  await expect(page.getByText('Current: 40 USDT')).toBeVisible();
  await navigate(page, `/pages/secondsContract/index?coinInfoId=${BTC}`);
  await expect(page.getByText('Your own limit per order is 40 USDT')).toBeVisible();
  await expect(page.getByTestId('buy-up')).toBeDisabled();
  await page.getByTestId('seconds-amount').fill('40');
  await expect(page.getByTestId('buy-up')).toBeEnabled();
  await page.getByRole('link', { name: 'My limits' }).waitFor({ state: 'detached' });
  await navigate(page, '/pages/set/limit');
  await page.getByTestId('limit-stake').fill('400');
  await page.getByTestId('limit-save').click();
  await expect(page.getByText('The higher limits apply from')).toBeVisible();
  await expect(page.getByText('Current: 40 USDT')).toBeVisible();
  expect(fixture.pageErrors).toEqual([]);
});
