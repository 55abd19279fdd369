// Journeys of a trader: from the first visit to a trade, an order taken back, contracts that end by their triggers and
// by force, a session that is lost.
import { type Page, expect, test } from '@playwright/test';
import { fundContracts, journey, send, typePrice } from './support/story.ts';
import { call, register, street } from './support/visitor.ts';
import { credited } from './support/whale.ts';

const BTC = 2;
const ETH_PERPETUAL = 103;
const XRP = 6;
const XRP_PERPETUAL = 106;
/** How a contract ended (docs/api.md 2.13). */
const LIQUIDATED = 5;

interface Contract {
  closeType: number;
  closePrice: string;
}
interface Market {
  last: string;
  mark?: string;
}

const here = street();
test.afterEach(() => expect(here.faults).toEqual([]));

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${here.exchange.url}${path}`);
};
const market = (page: Page, coinInfoId: number): Promise<Market> =>
  call<Market>(page, '/coin/ticker', { coinInfoId: String(coinInfoId) });
const ended = async (page: Page): Promise<Contract[]> =>
  (await call<{ list: Contract[] }>(page, '/coin/contract/order/list')).list;

async function chooseMultiple(page: Page, multiple: number): Promise<void> {
  await page.getByTestId('multiple').click();
  await page.getByRole('radio', { name: `${multiple}x`, exact: true }).click();
  await expect(page.getByTestId('multiple')).toHaveText(`${multiple}x`);
}

journey('a first visit ends in a first trade within a minute', async (page) => {
  const began = Date.now();
  await open(page, '/');
  // A first visit is in the house's own language; the drawer leads to others.
  await page.locator('header button').first().click();
  await page.getByRole('button', { name: /^語言/ }).click();
  await page.getByText('English', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByTestId('email').fill(`first-${began}@example.com`);
  await page.getByTestId('send-code').click();
  await expect(page.getByTestId('code-note')).toContainText('sends no mail');
  await page.getByTestId('password').fill('correct-horse-9');
  await page.getByTestId('re-password').fill('correct-horse-9');
  await page.getByTestId('terms').check();
  await page.getByTestId('submit').click();
  await page.getByTestId('market-BTC').first().click();
  await page
    .getByRole('button', { name: 'Buy', exact: true })
    .or(page.getByRole('link', { name: 'Buy', exact: true }))
    .first()
    .click();
  await page.getByText('Market', { exact: true }).first().click();
  await page.getByTestId('ticket-total').fill('100');
  await send(page, 'ticket-submit');
  await expect
    .poll(async () => (await call<{ list: unknown[] }>(page, '/coin/order/list', { state: 'history' })).list.length)
    .toBe(1);
  expect(Date.now() - began).toBeLessThan(60_000);
});

journey('a limit order is placed, seen and taken back', async (page) => {
  await register(page, here.exchange.url);
  await open(page, `/pages/tabbar/trade?coinInfoId=${BTC}`);
  const price = Math.floor(Number((await market(page, BTC)).last) * 0.97);
  await typePrice(page, String(price));
  await page.getByTestId('ticket-amount').fill('0.01');
  await send(page, 'ticket-submit');
  const row = page.getByTestId('order-row');
  await expect(row).toContainText(price.toLocaleString('en-US'));
  await row.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /cancel/i })
    .last()
    .click();
  await expect(row).toHaveCount(0);
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByTestId('order-row').first()).toContainText('Cancelled');
});

journey(
  'a long is opened, given its triggers, and ends by one of them',
  async (page) => {
    await register(page, here.exchange.url);
    await fundContracts(page, here.exchange.url, '2000');
    await open(page, `/pages/tabbar/contracts?coinInfoId=${ETH_PERPETUAL}`);
    await page.getByText('Market', { exact: true }).first().click();
    await page.getByTestId('contract-amount').fill('1');
    await send(page, 'contract-submit');
    const card = page.getByTestId('position');
    await expect(card).toBeVisible();
    await page.getByTestId('position-triggers').click();
    // Close to the mark on either side: whichever way the market goes, one is hit. Where it went there already while we
    // wrote, it is written anew.
    const save = page.getByTestId('save-triggers');
    await expect(save).toBeVisible();
    await expect(async () => {
      if ((await save.count()) === 0) return;
      const mark = Number(
        (await call<{ list: { markPrice: string }[] }>(page, '/coin/contract/order/list/active')).list[0]!.markPrice,
      );
      await page.getByTestId('set-profit').fill((mark * 1.0003).toFixed(2), { timeout: 2_000 });
      await page.getByTestId('set-loss').fill((mark * 0.9997).toFixed(2), { timeout: 2_000 });
      await save.click({ timeout: 2_000 });
      await expect(save).toHaveCount(0, { timeout: 4_000 });
    }).toPass({ timeout: 60_000 });
    await expect(card).toHaveCount(0, { timeout: 60_000 });
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByTestId('contract-row')).toContainText(/Take-profit|Stop-loss/);
    expect([2, 3]).toContain((await ended(page))[0]?.closeType);
  },
  { long: true },
);

journey(
  'a liquidation is seen',
  async (page) => {
    const { url } = here.exchange;
    await register(page, url);
    await fundContracts(page, url, '9000');
    await open(page, `/pages/tabbar/contracts?coinInfoId=${XRP_PERPETUAL}`);
    await page.getByText('Market', { exact: true }).first().click();
    await chooseMultiple(page, 50);
    await page.getByTestId('contract-amount').fill('1000');
    await page.getByText('Short', { exact: true }).first().click();
    await page.getByTestId('contract-submit').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByTestId('position')).toHaveCount(1);
    // The price that decides moves only with the whole book of the coin: somebody buys all of it and stands above it
    // with as much again.
    const whale = await page.context().browser()!.newPage();
    await register(whale, url);
    const {
      user: { id },
    } = await call<{ user: { id: number } }>(whale, '/user/info');
    await credited(here.exchange, id, '900000000');
    const price = Number((await market(page, XRP)).last) * 1.03;
    const order = (side: string, at: number, amount: string) =>
      call(whale, '/coin/order/add', {
        coinInfoId: String(XRP),
        side,
        orderType: 'limit',
        price: at.toFixed(4),
        amount,
        clientNo: `whale-${Math.random().toString(36).slice(2)}`,
      });
    for (let at = 0; at < 40; at += 1) await order('buy', price, '5000000');
    await order('sell', price + 0.001, '1000000');
    await expect.poll(async () => (await ended(page))[0]?.closeType, { timeout: 30_000 }).toBe(LIQUIDATED);
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByTestId('contract-row').first()).toContainText('Liquidation');
    await whale.context().close();
  },
  { long: true },
);

journey('a lost session leads to login, and back to the same screen with the same draft', async (page) => {
  const { email, password } = await register(page, here.exchange.url);
  await open(page, `/pages/tabbar/trade?coinInfoId=${BTC}`);
  const price = String(Math.floor(Number((await market(page, BTC)).last) * 0.98));
  await typePrice(page, price);
  await page.getByTestId('ticket-amount').fill('0.012');
  // Ended elsewhere, as by its owner on another device: the exchange says so, and nothing has to be tapped.
  await call(page, '/user/info', { logout: '1' });
  await expect(page).toHaveURL(/common\/login/);
  await expect(page.getByTestId('email')).toHaveValue(email);
  await page.getByTestId('password').fill(password);
  await page.getByTestId('submit').click();
  await expect(page).toHaveURL(new RegExp(`tabbar/trade\\?coinInfoId=${BTC}`));
  await expect(page.getByTestId('ticket-price')).toHaveValue(price);
  await expect(page.getByTestId('ticket-amount')).toHaveValue('0.012');
});
