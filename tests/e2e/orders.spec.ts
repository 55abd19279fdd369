// Orders by thumb: an answer that is cut on its way, a level of the book held, positions closed one by one and all at
// once, details of orders, and prices without a socket.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page, expect, test } from '@playwright/test';
import { send, typePrice } from './support/story.ts';
import { call, register, street, visit } from './support/visitor.ts';

const BTC = 2;
const [BTC_PERPETUAL, ETH_PERPETUAL] = [102, 103];
const EURO = 201;
/** What comes with the feed may take a while on a busy machine. */
const PATIENT = { timeout: 20_000 };

const here = street();
test.afterEach(() =>
  expect(here.faults.filter((fault) => !fault.includes('ERR_FAILED') && !fault.includes('WebSocket'))).toEqual([]),
);

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${here.exchange.url}${path}`);
};
const last = async (page: Page, coinInfoId: number): Promise<number> =>
  Number((await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(coinInfoId) })).last);

test('an answer that is cut is not called a failure: the order is looked for and found; its level is marked, its detail told', async ({
  page,
}) => {
  await register(page, here.exchange.url);
  await open(page, `/pages/tabbar/trade?coinInfoId=${BTC}`);
  await page.route('**/coin/order/add', async (route) => {
    await route.fetch();
    await route.abort();
  });
  // Not far below the best bid, within the rows of the chart's book once they are joined.
  await typePrice(page, ((await last(page, BTC)) * 0.9988).toFixed(2));
  await page.getByTestId('ticket-amount').fill('0.01');
  await send(page, 'ticket-submit');
  await expect(page.getByTestId('ticket-submit')).toHaveText('Checking what became of the order');
  await expect(page.getByTestId('order-row')).toHaveCount(1, PATIENT);
  await page.getByTestId('order-row').getByRole('link').click();
  await expect(page.getByTestId('order-head')).toContainText('BTC/USDT');
  await expect(page.getByTestId('order-snippet')).toHaveAttribute('aria-label', /^BTC\/USDT from/);
  await open(page, `/pages/kline/kline?coinInfoId=${BTC}`);
  await page.getByRole('button', { name: 'Join prices' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  // Rows below the screen are not drawn.
  await page.getByTestId('book-bids').evaluate((side) => {
    side.scrollIntoView({ block: 'end' });
  });
  await expect(page.getByTestId('own-level').locator('visible=true')).toHaveCount(1, PATIENT);
});

test('a level that is held fills the amount down to it', async ({ page }) => {
  await visit(page, `${here.exchange.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  const level = page.getByTestId('book-asks').locator('[data-row="2"]');
  await expect(level).toContainText('.');
  await level.click({ delay: 700 });
  await expect(page.getByTestId('ticket-amount')).toHaveValue(/^0?\.?\d/);
  await expect(page.getByTestId('ticket-price')).toHaveValue(/^6\d{4}/);
});

test('contracts are revoked, closed one by one and all at once, and their details are found', async ({ page }) => {
  await register(page, here.exchange.url);
  await call(page, '/coin/transfer', {
    coinInfoId: '1',
    type: 'transfer_to_contract',
    amount: '5000',
    clientNo: 'orders-1',
  });
  const add = (form: Record<string, string>): Promise<unknown> =>
    call(page, '/coin/contract/order/add', {
      direction: 'long',
      multiple: '10',
      ...form,
      clientNo: `orders-${form['coinInfoId']}-${form['orderType']}`,
    });
  await add({ coinInfoId: String(BTC_PERPETUAL), orderType: 'market', amount: '0.01' });
  await add({ coinInfoId: String(ETH_PERPETUAL), orderType: 'market', amount: '0.1' });
  await add({
    coinInfoId: String(BTC_PERPETUAL),
    orderType: 'limit',
    amount: '0.01',
    limitPrice: String(Math.floor((await last(page, BTC_PERPETUAL)) * 0.97)),
  });
  await open(page, `/pages/tabbar/contracts?coinInfoId=${BTC_PERPETUAL}`);
  await expect(page.getByTestId('position')).toHaveCount(2, PATIENT);
  await page.getByTestId('position-share').first().click();
  const [picture] = await Promise.all([page.waitForEvent('download'), page.getByTestId('poster-save').click()]);
  expect(picture.suggestedFilename()).toMatch(/^(BTC|ETH)USDT\.png$/);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /^Orders/ }).click();
  await page.getByTestId('revoke').click();
  await expect(page.getByTestId('contract-row')).toHaveCount(0, PATIENT);
  await page.getByRole('tab', { name: /^Positions/ }).click();
  await page.getByTestId('close-all').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close all' }).click();
  await expect(page.getByTestId('position')).toHaveCount(0, PATIENT);
  await open(page, '/pages/order/myOrder');
  await page.getByRole('tab', { name: 'Contract' }).click();
  await page.getByRole('radio', { name: 'History' }).click();
  await page.getByTestId('order-contract').first().getByRole('link').first().click();
  await expect(page.getByTestId('order-head')).toContainText('10x');
});

/** The exchange behind something that lets no socket through. */
async function withoutSockets(): Promise<{ url: string; close: () => void }> {
  const far = new URL(here.exchange.url);
  const proxy = createServer((asked, answer) => {
    const way = request(
      { host: far.hostname, port: far.port, path: asked.url, method: asked.method, headers: asked.headers },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      },
    );
    way.on('error', () => answer.destroy());
    asked.pipe(way);
  });
  proxy.on('upgrade', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://localhost:${(proxy.address() as AddressInfo).port}`, close: () => void proxy.close() };
}

test('where no socket can be had, prices and books come by calls, and are shown as old', async ({ page }) => {
  const wall = await withoutSockets();
  // Forex sleeps at weekends: its calls are heard, its book may be empty.
  const heard = ['books', 'ticker', 'last', 'trades'].map((what) =>
    page.waitForRequest(`**/forex/${what}`, { timeout: 40_000 }),
  );
  await visit(page, `${wall.url}/pages/kline/kline?coinInfoId=${EURO}`);
  await Promise.all(heard.slice(0, 2));
  await page.getByRole('tab', { name: 'Trades' }).click();
  await Promise.all(heard);
  await expect(page.getByTestId('feed-light')).not.toContainText(/\d ms|Live/);
  await page.goto(`${wall.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  await expect(page.getByTestId('book-bids')).toContainText(/6\d,\d{3}\.\d/, { timeout: 30_000 });
  wall.close();
});
