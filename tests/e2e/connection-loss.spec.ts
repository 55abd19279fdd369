// A stalled line, a hanging or killed exchange, an offline device: stale data is marked, missed events are reported.
import { type Page, expect, test } from '@playwright/test';
import { NetworkLine } from './support/network-line.ts';
import { submitOrder, typePrice } from './support/journey.ts';
import { exchangeForFile, register, spotBalance } from '../support/browser/visitor.ts';
import { textFaults } from '../support/browser/text-faults.ts';
import { AttributeHistory } from './support/attribute-history.ts';
import { creditSpot } from './support/credit-spot.ts';

const BTC = 2;
const USDT = 1;
const fixture = exchangeForFile();
let line: NetworkLine;

test.beforeAll(async () => {
  line = await NetworkLine.open(fixture.exchange.url);
});
test.afterAll(() => line.close());

interface Answer<T> {
  code: number;
  msg: string;
  data: T;
}

/** A call to the exchange that bypasses the page and its network line. */
async function callDirect<T>(path: string, form: Record<string, string>, token = ''): Promise<T> {
  const answer = await fetch(`${fixture.exchange.url}/mmtb-api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-requested-with': 'XMLHttpRequest',
      ...(token && { accesstoken: token }),
    },
    body: new URLSearchParams(form),
  });
  const { code, msg, data } = (await answer.json()) as Answer<T>;
  if (code !== 0) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

/** The session of another user with enough money to trade through the book. */
async function richUser(): Promise<string> {
  const email = `rich-${Date.now()}@example.com`;
  const { demoCode } = await callDirect<{ demoCode: string }>('/common/code/send', { email, scene: 'register' });
  const { accesstoken } = await callDirect<{ accesstoken: string }>('/user/register', {
    email,
    code: demoCode,
    password: 'correct-horse-9',
    rePassword: 'correct-horse-9',
  });
  const {
    user: { id },
  } = await callDirect<{ user: { id: number } }>('/user/info', {}, accesstoken);
  await creditSpot(fixture.exchange, id, '5000000');
  return accesstoken;
}

const price = async (): Promise<number> =>
  Number((await callDirect<{ last: string }>('/coin/ticker', { coinInfoId: String(BTC) })).last);
const trade = async (page: Page): Promise<void> => {
  await page.goto(`${line.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
};

test('prices of a hanging exchange are stale after 2 s and old after 5, orders wait, and an offline device is shown', async ({
  page,
  context,
}) => {
  await register(page, line.url);
  await trade(page);
  await typePrice(page, Math.floor((await price()) * 0.95).toString());
  await page.getByTestId('ticket-amount').fill('0.01');
  // The book's own: the chart above it comes at any time, with a zone that would be the page's first.
  const zone = page.locator('[data-fresh]').filter({ has: page.getByTestId('book-bids') });
  const light = page.getByTestId('feed-light');
  await expect(zone).toHaveAttribute('data-fresh', 'live');
  const [fresh, shield] = [
    await AttributeHistory.observe(zone, 'data-fresh'),
    await AttributeHistory.observe(light, 'data-shield'),
  ];
  const stoppedMs = Date.now();
  fixture.exchange.signal('SIGSTOP');
  try {
    await expect(zone).toHaveAttribute('data-fresh', 'old');
    const ages = await fresh.since(stoppedMs);
    // Messages in flight may still make it live, also from a pause of the page itself.
    const [stale, old] = ages.slice(ages.findLastIndex(({ value }) => value === 'live') + 1);
    const lateMs = await fresh.lateMs();
    expect([stale?.value, old?.value]).toEqual(['stale', 'old']);
    expect(stale!.atMs - stoppedMs).toBeLessThan(4_000 + lateMs);
    expect(old!.atMs - stale!.atMs).toBeLessThan(6_000 + lateMs);
    const shields = (await shield.since(stoppedMs)).map(({ value }) => value);
    // Messages in flight may still verify a book.
    expect(shields[shields.lastIndexOf('verified') + 1]).toBe('stale');
    await expect(zone).toHaveAttribute('data-age', /\d+ s old/);
    await expect(page.getByTestId('ticket-submit')).toBeDisabled();
    await expect(page.getByTestId('ticket-submit')).toContainText('Waiting for connection');
    await expect(page.getByTestId('ticket-submit')).toBeInViewport({ ratio: 1 });
  } finally {
    fixture.exchange.signal('SIGCONT');
  }
  await expect(light).toHaveAttribute('data-shield', 'verified');
  await expect(page.getByTestId('pane-shield')).toHaveAttribute('data-shield', 'verified');
  await expect(zone).toHaveAttribute('data-fresh', 'live');
  await context.setOffline(true);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'offline');
  expect((await textFaults(page)).filter((fault) => fault.includes('HEADER'))).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified');
});

test('a stalled connection is replaced, and fills and cancellations in between are reported with a link', async ({
  page,
}) => {
  await register(page, line.url);
  await trade(page);
  const token = await page.evaluate(() => localStorage.getItem('fxproUserToken') ?? '');
  const other = await richUser();
  const at = await price();
  const rest = async (clientNo: string, ticks: number): Promise<number> =>
    (
      await callDirect<{ id: number }>(
        '/coin/order/add',
        {
          coinInfoId: String(BTC),
          side: 'buy',
          orderType: 'limit',
          price: ticks.toFixed(2),
          amount: '0.01',
          clientNo,
        },
        token,
      )
    ).id;
  const cancelled = await rest('away-1', at * 0.94);
  const open = async (): Promise<number[]> =>
    (await callDirect<{ list: { id: number }[] }>('/coin/order/list', { state: 'current' }, token)).list.map(
      ({ id }) => id,
    );
  let filled = NaN;
  // The market may fill it before the line stalls: then the line goes on, and another one is placed.
  await expect(async () => {
    line.release();
    if (!(await open()).includes(filled)) {
      const { bids } = await callDirect<{ bids: [string, string][] }>('/coin/books', {
        coinInfoId: String(BTC),
        depth: '20',
      });
      filled = await rest(`away-${Date.now()}`, Number(bids[0]![0]));
    }
    await expect(page.getByTestId('order-row')).toHaveCount(2, { timeout: 3_000 });
    line.stall();
    expect(await open(), 'the order is filled only after the line stalls').toContain(filled);
  }).toPass({ timeout: 30_000 });
  await callDirect('/coin/order/close', { id: String(cancelled) }, token);
  // The rich user buys and sells until the second order is filled.
  await expect(async () => {
    await callDirect(
      '/coin/order/add',
      { coinInfoId: String(BTC), side: 'buy', orderType: 'market', total: '1000000', clientNo: `b${Date.now()}` },
      other,
    );
    const { assets } = await callDirect<{ assets: { coinInfoId: number; balanceSpot: string }[] }>(
      '/coin/assets',
      {},
      other,
    );
    const coins = Math.floor(Number(assets.find(({ coinInfoId }) => coinInfoId === BTC)!.balanceSpot) * 1e5) / 1e5;
    await callDirect(
      '/coin/order/add',
      {
        coinInfoId: String(BTC),
        side: 'sell',
        orderType: 'market',
        amount: coins.toFixed(5),
        clientNo: `s${Date.now()}`,
      },
      other,
    );
    expect(await open()).toEqual([]);
  }).toPass({ timeout: 40_000, intervals: [300] });
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'stale');
  await expect(page.getByTestId('order-row')).toHaveCount(2);
  line.resume();
  const notice = page.getByRole('status').filter({ hasText: 'While you were away' });
  await expect(notice).toContainText('orders filled: 1', { timeout: 30_000 });
  await expect(notice).toContainText('orders cancelled: 1');
  await notice.getByRole('button').click();
  await expect(page).toHaveURL(/order\/myOrder/);
});

test('the page shows a killed exchange within a second and recovers by itself', async ({ page }) => {
  await register(page, line.url);
  await trade(page);
  await expect(page.getByTestId('feed-light')).toContainText(/ms|Live/);
  await typePrice(page, Math.floor((await price()) * 0.95).toString());
  await page.getByTestId('ticket-amount').fill('0.01');
  await submitOrder(page, 'ticket-submit');
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  const before = await spotBalance(page, USDT);

  const light = page.getByTestId('feed-light');
  await expect(light).toHaveAttribute('data-shield', 'verified');
  const shield = await AttributeHistory.observe(light, 'data-shield');
  const killingMs = Date.now();
  await fixture.exchange.kill();
  const killedMs = Date.now();
  await expect(light).not.toContainText(/\d ms|Live/);
  const shields = await shield.since(killingMs);
  // The last messages may still verify a book.
  const lost = shields[shields.findLastIndex(({ value }) => value === 'verified') + 1];
  expect(lost!.atMs - killedMs).toBeLessThan(1_000 + (await shield.lateMs()));
  await fixture.exchange.launch();
  await expect(page.getByTestId('feed-light')).toContainText(/\d ms|Live/);
  const bids = page.getByTestId('book-bids');
  const shown = await bids.textContent();
  await expect.poll(() => bids.textContent()).not.toBe(shown);
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  expect(await spotBalance(page, USDT)).toEqual(before);
});
