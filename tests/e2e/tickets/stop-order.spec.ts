// A stop order: from the ticket's third choice, refused on the wrong side, placed once, listed with its stop price.
import { type Page, expect, test } from '@playwright/test';
import { NetworkLine } from '../support/network-line.ts';
import { tapTwice } from '../support/journey.ts';
import { expectToast, recordToasts } from '../support/toast-log.ts';
import { call, exchangeForRun, register } from '../../support/browser/visitor.ts';

const BTC = 2;
const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

interface Placed {
  orderType: string;
  price: string;
  stopPrice: string;
  amount: string;
  total: string;
  status: number;
}

const placed = async (page: Page): Promise<Placed[]> =>
  (await call<{ list: Placed[] }>(page, '/coin/order/list', { state: 'current' })).list;

for (const [name, viewport] of [
  ['phone', { width: 360, height: 640 }],
  ['desktop', { width: 1440, height: 900 }],
] as const) {
  test.describe(name, () => {
    test.use({ viewport });
    test('a stop waits beside the book: a limit buy above the market, then one by its total', async ({ page }) => {
      await register(page, fixture.exchange.url);
      await page.goto(`${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
      await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
      const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
      const at = (share: number): string => String(Math.floor(Number(last) * share));
      // The ticket is complete: its order is not sent with the stop.
      await page.getByTestId('ticket-amount').fill('0.02');
      await expect(page.getByTestId('ticket-submit')).toBeEnabled();
      await page.getByRole('radio', { name: 'Stop', exact: true }).click();
      const sheet = page.getByRole('dialog');
      const submit = page.getByTestId('stop-submit');
      await expect(submit).toBeInViewport({ ratio: 1 });
      await expect(submit).toBeDisabled();
      await page.getByTestId('stop-price').fill(at(0.98));
      await page.getByTestId('stop-limit').fill(at(0.98));
      await page.getByTestId('stop-size').fill('0.01');
      // A buy below the market would be there already.
      await expect(submit).toBeDisabled();
      await expect(submit).toContainText('>');
      await page.getByTestId('stop-price').fill(at(1.05));
      await page.getByTestId('stop-limit').fill(at(1.06));
      await expect(submit).toHaveText('Buy 0.01 BTC');
      await tapTwice(submit);
      await expect(sheet).toHaveCount(0);
      await expect.poll(() => placed(page)).toMatchObject([{ orderType: 'stop_limit', status: 0, amount: '0.01000' }]);
      const row = page.getByTestId('order-row').first();
      await expect(row).toContainText('Stop price');
      await expect(row).toContainText('Pending order');
      await page.getByRole('radio', { name: 'Stop', exact: true }).click();
      // The sheet has risen: a tap while it moves may meet nothing.
      await expect(submit).toBeInViewport({ ratio: 1 });
      await sheet.getByRole('radio', { name: 'Market', exact: true }).click();
      await expect(page.getByTestId('stop-limit')).toHaveCount(0);
      await page.getByTestId('stop-price').fill(at(1.05));
      await page.getByTestId('stop-size').fill('20');
      await expect(submit).toHaveText('Buy BTC for 20 USDT');
      // The 20 USDT are not 20 BTC on the other side.
      await sheet.getByRole('radio', { name: 'Sell', exact: true }).click();
      await expect(page.getByTestId('stop-size')).toHaveValue('');
      await sheet.getByRole('radio', { name: 'Buy', exact: true }).click();
      await page.getByTestId('stop-size').fill('20');
      await submit.click();
      await expect(sheet).toHaveCount(0);
      await expect
        .poll(() => placed(page))
        .toMatchObject([{ orderType: 'stop_market', price: '0', total: '20', status: 0 }, { orderType: 'stop_limit' }]);
      await page.getByRole('radio', { name: 'Stop', exact: true }).click();
      await sheet.getByRole('radio', { name: 'OCO', exact: true }).click();
      await expect(submit).toBeInViewport({ ratio: 1 });
      await page.getByTestId('stop-size').fill('0.01');
      for (const [stop, limit, sign] of [
        [1.05, 1.02, '<'],
        [0.95, 0.98, '>'],
      ] as const) {
        await page.getByTestId('stop-price').fill(at(stop));
        await page.getByTestId('stop-limit').fill(at(limit));
        await expect(submit).toBeDisabled();
        await expect(submit).toContainText(sign);
      }
      await page.getByTestId('stop-price').fill(at(1.05));
      await expect(submit).toHaveText('Buy 0.01 BTC');
      await submit.click();
      await expect(sheet).toHaveCount(0);
      const oco = { orderType: 'oco', status: 1, amount: '0.01000' };
      await expect.poll(() => placed(page)).toMatchObject([oco, {}, {}]);
      const [sent] = await placed(page);
      expect([sent!.price, sent!.stopPrice].map(Number)).toEqual([at(0.98), at(1.05)].map(Number));
      await expect(page.getByTestId('order-row').first()).toContainText('Stop price');
    });
  });
}

test('a stop that was reached is shown on any page, and what became of its order', async ({ page }) => {
  await register(page, fixture.exchange.url);
  const place = (clientNo: string, form: Record<string, string>): Promise<unknown> =>
    call(page, '/coin/order/add', { coinInfoId: String(BTC), ...form, clientNo });
  await place('coins', { side: 'buy', orderType: 'market', total: '500' });
  await page.goto(`${fixture.exchange.url}/pages/tabbar/list`);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
  await recordToasts(page);
  // The market moves to the nearest one of them, wherever it goes.
  for (const step of [1, 3, 9]) {
    const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
    const at = (share: number): string => (Number(last) * share).toFixed(2);
    const away = step * 0.00003;
    await place(`buy-${step}`, { side: 'buy', orderType: 'stop_market', stopPrice: at(1 + away), total: '50' });
    await place(`sell-${step}`, { side: 'sell', orderType: 'stop_market', stopPrice: at(1 - away), amount: '0.001' });
  }
  // The notice goes again.
  await expectToast(page, /Stop order · Triggered · (Buy|Sell) BTC\/USDT · Filled/, 60_000);
});

test('a stop whose answer is late is not sent again by a sheet that is closed and opened meanwhile', async ({
  page,
}) => {
  const line = await NetworkLine.open(fixture.exchange.url);
  try {
    await register(page, line.url);
    await page.goto(`${line.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
    await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
    const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
    const above = String(Math.floor(Number(last) * 1.05));
    const typeStop = async (): Promise<void> => {
      await page.getByRole('radio', { name: 'Stop', exact: true }).click();
      for (const field of ['stop-price', 'stop-limit']) await page.getByTestId(field).fill(above);
      await page.getByTestId('stop-size').fill('0.01');
    };
    const submit = page.getByTestId('stop-submit');
    await typeStop();
    await expect(submit).toHaveText('Buy 0.01 BTC');
    line.mute();
    await submit.click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await typeStop();
    await submit.evaluate((button: HTMLElement) => button.click());
    line.release();
    await expect(page.getByTestId('order-row')).toHaveCount(1);
    // What was typed since is still there, and may be sent.
    await expect(page.getByTestId('stop-size')).toHaveValue('0.01');
    await expect(submit).toBeEnabled();
    expect(await placed(page)).toHaveLength(1);
  } finally {
    await line.close();
  }
});
