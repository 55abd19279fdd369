// Orders: a lost response, amount from the book, closing positions, order details, prices without a socket.
import { createServer, request } from 'node:http';
import { type Page, expect, test } from '@playwright/test';
import { portOf } from '../../server/gateway/listen.ts';
import { fundContracts, submitOrder, typePrice } from './support/journey.ts';
import { NetworkLine } from './support/network-line.ts';
import { call, exchangeForRun, navigate, register, visit } from '../support/browser/visitor.ts';

const BTC = 2;
const [BTC_PERPETUAL, ETH_PERPETUAL] = [102, 103];
const EURO = 201;
/** Pages of figures, which a phone zoomed to 200 % shows whole. */
const INVITE = '/pages/invite/invite';
const ZOOMED = [
  '/pages/tabbar/home',
  '/pages/tabbar/list',
  '/pages/alert/index',
  '/pages/markets/index',
  '/pages/order/myOrder',
  '/pages/secondsContract/index?coinInfoId=2',
  '/pages/kline/kline?coinInfoId=2',
  INVITE,
  '/pages/status/feed',
];

const fixture = exchangeForRun();
test.afterEach(() =>
  expect(fixture.pageErrors.filter((fault) => !fault.includes('ERR_FAILED') && !fault.includes('WebSocket'))).toEqual(
    [],
  ),
);

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${fixture.exchange.url}${path}`);
};
const last = async (page: Page, coinInfoId: number): Promise<number> =>
  Number((await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(coinInfoId) })).last);

/** Open orders, beside the page's line. */
async function openOrdersOf(token: string): Promise<unknown[]> {
  const answer = await fetch(`${fixture.exchange.url}/mmtb-api/coin/order/list`, {
    method: 'POST',
    headers: { accesstoken: token, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'state=current',
  });
  return ((await answer.json()) as { data: { list: unknown[] } }).data.list;
}

test('an order whose response is lost is looked up, listed, and marked at its level of the book', async ({ page }) => {
  const line = await NetworkLine.open(fixture.exchange.url);
  await register(page, line.url);
  await page.goto(`${line.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  const token = await page.evaluate(() => localStorage.getItem('fxproUserToken') ?? '');
  await page.route('**/coin/order/add', async (route) => {
    // On a slow machine the line is still mute, and ends the request itself.
    await route.fetch().catch(() => undefined);
    await route.abort();
  });
  let isSeen = (): void => undefined;
  const seen = new Promise<void>((resolve) => (isSeen = resolve));
  // The order is looked up once it was seen that it is.
  await page.route('**/coin/order/query', async (route) => {
    await seen;
    await route.continue();
  });
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
  // Slightly below the best bid, so that it is among the rows of the grouped book.
  await typePrice(page, ((await last(page, BTC)) * 0.9988).toFixed(2));
  await page.getByTestId('ticket-amount').fill('0.01');
  // The order goes out on the socket, whose answer is lost with the line; so is the answer over HTTP that follows.
  line.mute();
  await submitOrder(page, 'ticket-submit');
  await expect.poll(() => openOrdersOf(token)).toHaveLength(1);
  line.resume();
  await expect(page.getByTestId('ticket-submit')).toHaveText('Checking the order');
  isSeen();
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  await page.getByTestId('order-row').getByRole('link').click();
  await expect(page.getByTestId('order-head')).toContainText('BTC/USDT');
  await expect(page.getByTestId('order-snippet')).toHaveAttribute('aria-label', /^BTC\/USDT from/);
  await page.goto(`${line.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await page.getByRole('button', { name: 'Group prices' }).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  // Rows below the screen are not drawn.
  await page.getByTestId('book-bids').evaluate((side) => {
    side.scrollIntoView({ block: 'end' });
  });
  await expect(page.getByTestId('own-level').locator('visible=true')).toHaveCount(1);
  await line.close();
});

test('a long press on a level of the book fills the amount up to that level', async ({ page }) => {
  await visit(page, `${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  const level = page.getByTestId('book-asks').locator('[data-row="2"]');
  await expect(level).toContainText('.');
  await expect(async () => {
    // A page that receives the press late receives its end at once: a short press, which fills in the price alone.
    await level.click({ delay: 700 });
    await expect(page.getByTestId('ticket-amount')).toHaveValue(/^0?\.?\d/, { timeout: 2_000 });
  }).toPass();
  await expect(page.getByTestId('ticket-price')).toHaveValue(/^6\d,\d{3}/);
});

test('contract orders are revoked, positions are shared and closed at once, and their details open', async ({
  page,
}) => {
  await register(page, fixture.exchange.url);
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
  await expect(page.getByTestId('position')).toHaveCount(2);
  await page.getByTestId('position-share').first().click();
  const [picture] = await Promise.all([page.waitForEvent('download'), page.getByTestId('poster-save').click()]);
  expect(picture.suggestedFilename()).toMatch(/^(BTC|ETH)USDT\.png$/);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /^Orders/ }).click();
  await page.getByTestId('revoke').click();
  await expect(page.getByTestId('contract-row')).toHaveCount(0);
  await page.getByRole('tab', { name: /^Positions/ }).click();
  await page.getByTestId('close-all').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close all' }).click();
  await expect(page.getByTestId('position')).toHaveCount(0);
  await navigate(page, '/pages/order/myOrder');
  await page.getByRole('tab', { name: 'Contract' }).click();
  await page.getByRole('radio', { name: 'History' }).click();
  await page.getByTestId('order-contract').first().getByRole('link').first().click();
  await expect(page.getByTestId('order-head')).toContainText('10x');
});

/** A proxy of the exchange that refuses WebSockets. */
async function withoutSockets(): Promise<{ url: string; close: () => void }> {
  const far = new URL(fixture.exchange.url);
  const proxy = createServer((incoming, outgoing) => {
    const upstream = request(
      { host: far.hostname, port: far.port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  proxy.on('upgrade', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://localhost:${portOf(proxy)}`, close: () => void proxy.close() };
}

test('without a socket prices and books come by REST and are shown as stale', async ({ page }) => {
  const proxy = await withoutSockets();
  // At the weekend forex is closed and its book may be empty: only the calls are checked.
  const calls = ['books', 'ticker', 'last', 'trades'].map((what) =>
    page.waitForRequest(`**/forex/${what}`, { timeout: 40_000 }),
  );
  await visit(page, `${proxy.url}/pages/kline/kline?coinInfoId=${EURO}`);
  await Promise.all(calls.slice(0, 2));
  await page.getByRole('tab', { name: 'Trades' }).click();
  await Promise.all(calls);
  await expect(page.getByTestId('feed-light')).not.toContainText(/\d ms|Live/);
  await page.goto(`${proxy.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  await expect(page.getByTestId('book-bids')).toContainText(/6\d,\d{3}\.\d/, { timeout: 30_000 });
  proxy.close();
});

/** Top of the submit button in px; fails when any part of it is hidden or covered. */
async function submitTop(page: Page, testId: string, state: string): Promise<number> {
  const button = page.getByTestId(testId);
  await expect(button, state).toBeInViewport({ ratio: 1 });
  return button.evaluate((element, name) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    for (const y of [top + 2, bottom - 2])
      if (!element.contains(document.elementFromPoint((left + right) / 2, y))) throw new Error(`covered: ${name}`);
    return top;
  }, state);
}

test('at 360 x 640 the submit button is on the screen and at one place in every state of a ticket', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const tickets = [
    ['/pages/tabbar/trade?coinInfoId=2', 'ticket-submit', 'ticket'],
    ['/pages/tabbar/contracts?coinInfoId=102', 'contract-submit', 'contract'],
  ] as const;
  const tops = new Map<string, number[]>(tickets.map(([path]) => [path, []]));
  const record = async (path: string, testId: string, state: string): Promise<void> => {
    tops.get(path)!.push(await submitTop(page, testId, `${path} ${state}`));
  };
  /** The first is loaded, the second is another page of the same app. */
  const openTicket = (at: number, path: string): Promise<void> =>
    at === 0 ? page.goto(fixture.exchange.url + path).then(() => undefined) : navigate(page, path);
  await page.addInitScript(() => {
    localStorage.setItem('fxproLanguage', 'en-US');
    // Each language begins with empty tickets.
    sessionStorage.removeItem('fxproDrafts');
  });
  for (const [at, [path, testId]] of tickets.entries()) {
    await openTicket(at, path);
    await record(path, testId, 'visitor');
  }
  await register(page, fixture.exchange.url);
  for (const language of ['en-US', 'de-DE']) {
    await page.addInitScript((code) => localStorage.setItem('fxproLanguage', code), language);
    for (const [at, [path, testId, name]] of tickets.entries()) {
      await openTicket(at, path);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await record(path, testId, `${language} without an amount, or without money`);
      await page.getByTestId(`${name}-amount`).fill('499');
      await record(path, testId, `${language} more than there is`);
      await page.getByTestId(`${name}-price`).fill('1');
      await record(path, testId, `${language} far from the market`);
      if (name === 'contract') {
        await page.getByTestId('contract-profit').fill('1');
        await page.getByTestId('contract-loss').fill('999999');
        await record(path, testId, `${language} with triggers`);
      }
      await page
        .getByRole('radiogroup')
        .nth(name === 'contract' ? 2 : 1)
        .getByRole('radio')
        .nth(1)
        .click();
      await record(path, testId, `${language} market`);
    }
    if (language === 'en-US') await fundContracts(page, '2000');
  }
  for (const [path, list] of tops) expect(new Set(list.map(Math.round)), path).toHaveProperty('size', 1);
  // The same phone zoomed to 200 %: the button stays, and no field is drawn over the book or off the screen.
  await page.setViewportSize({ width: 180, height: 320 });
  for (const [path, testId] of tickets) {
    await navigate(page, path);
    await submitTop(page, testId, `${path} zoomed`);
    const form = page.locator('form').filter({ has: page.getByTestId(testId) });
    expect(await form.evaluate(({ scrollWidth }) => scrollWidth), path).toBeLessThanOrEqual(180);
  }
  for (const path of ZOOMED) {
    await navigate(page, path);
    await expect(page.locator('#page main, #page section').first(), path).toBeVisible();
    const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, { message: path }).toBeLessThanOrEqual(180);
    if (path !== INVITE) continue;
    // A random code has any width: the widest one.
    await page.getByTestId('invite-code').evaluate((code) => (code.firstChild!.nodeValue = 'WWWWWWWW'));
    await expect.poll(width, { message: 'wide code' }).toBeLessThanOrEqual(180);
  }
});
