// Life on a phone: a line that dies without a word, an exchange that hangs, a device without a network; what is old
// looks old, and what happened meanwhile is told.
import { type Page, expect, test } from '@playwright/test';
import { Line } from './support/network-line.ts';
import { typePrice } from './support/story.ts';
import { register, street } from './support/visitor.ts';
import { Watched } from './support/attribute-history.ts';
import { credited } from './support/whale.ts';

const BTC = 2;
const here = street();
let line: Line;

test.beforeAll(async () => {
  line = await Line.to(here.exchange.url);
});
test.afterAll(() => line.close());

interface Answer<T> {
  code: number;
  msg: string;
  data: T;
}

/** A call past the page, and past its line. */
async function past<T>(path: string, form: Record<string, string>, token = ''): Promise<T> {
  const answer = await fetch(`${here.exchange.url}/mmtb-api${path}`, {
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

/** Somebody else, with so much money that the book cannot stand in the way. */
async function whale(): Promise<string> {
  const email = `whale-${Date.now()}@example.com`;
  const { demoCode } = await past<{ demoCode: string }>('/common/code/send', { email, scene: 'register' });
  const { accesstoken } = await past<{ accesstoken: string }>('/user/register', {
    email,
    code: demoCode,
    password: 'correct-horse-9',
    rePassword: 'correct-horse-9',
  });
  const {
    user: { id },
  } = await past<{ user: { id: number } }>('/user/info', {}, accesstoken);
  await credited(here.exchange, id, '5000000');
  return accesstoken;
}

const price = async (): Promise<number> =>
  Number((await past<{ last: string }>('/coin/ticker', { coinInfoId: String(BTC) })).last);
const trade = async (page: Page): Promise<void> => {
  await page.goto(`${line.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified', { timeout: 20_000 });
};

test('an exchange that hangs: prices are grey after 2 s and hatched with their age after 5, money waits, and all comes back verified; a device without a network says so', async ({
  page,
  context,
}) => {
  await register(page, line.url);
  await trade(page);
  await typePrice(page, Math.floor((await price()) * 0.95).toString());
  await page.getByTestId('ticket-amount').fill('0.01');
  const zone = page.locator('[data-fresh]').first();
  const light = page.getByTestId('feed-light');
  const [fresh, shield] = [await Watched.over(zone, 'data-fresh'), await Watched.over(light, 'data-shield')];
  const stoppedMs = Date.now();
  here.exchange.signal('SIGSTOP');
  try {
    await expect(zone).toHaveAttribute('data-fresh', 'old', { timeout: 20_000 });
    const [stale, old] = await fresh.since(stoppedMs);
    const lateMs = await fresh.lateMs();
    expect([stale?.value, old?.value]).toEqual(['stale', 'old']);
    expect(stale!.atMs - stoppedMs).toBeLessThan(4_000 + lateMs);
    expect(old!.atMs - stale!.atMs).toBeLessThan(6_000 + lateMs);
    const said = (await shield.since(stoppedMs)).map(({ value }) => value);
    // What was on its way may still verify a book.
    expect(said[said[0] === 'verified' ? 1 : 0]).toBe('stale');
    await expect(zone).toHaveAttribute('data-age', /\d+ s old/);
    await expect(page.getByTestId('ticket-submit')).toBeDisabled();
    await expect(page.getByTestId('ticket-submit')).toContainText('Waiting for the connection');
  } finally {
    here.exchange.signal('SIGCONT');
  }
  await expect(light).toHaveAttribute('data-shield', 'verified', { timeout: 20_000 });
  await expect(page.getByTestId('pane-shield')).toHaveAttribute('data-shield', 'verified');
  await expect(zone).toHaveAttribute('data-fresh', 'live');
  await context.setOffline(true);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'offline');
  await context.setOffline(false);
  await expect(page.getByTestId('feed-light')).toHaveAttribute('data-shield', 'verified', { timeout: 20_000 });
});

test('a line that dies without a word is replaced, and what was filled and cancelled meanwhile is told with the way to it', async ({
  page,
}) => {
  await register(page, line.url);
  await trade(page);
  const token = await page.evaluate(() => localStorage.getItem('fxproUserToken') ?? '');
  const other = await whale();
  const at = await price();
  const rest = async (clientNo: string, ticks: number): Promise<number> =>
    (
      await past<{ id: number }>(
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
    (await past<{ list: { id: number }[] }>('/coin/order/list', { state: 'current' }, token)).list.map(({ id }) => id);
  let filled = NaN;
  // The market may come down to it while we still look on: then another one is set.
  await expect(async () => {
    if (!(await open()).includes(filled)) {
      const { bids } = await past<{ bids: [string, string][] }>('/coin/books', {
        coinInfoId: String(BTC),
        depth: '20',
      });
      filled = await rest(`away-${Date.now()}`, Number(bids[2]![0]) + 0.01);
    }
    await expect(page.getByTestId('order-row')).toHaveCount(2, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  line.die();
  expect(await open(), 'nothing may have happened before the line died').toContain(filled);
  await past('/coin/order/close', { id: String(cancelled) }, token);
  // The whale buys and sells until the second order is reached.
  await expect(async () => {
    await past(
      '/coin/order/add',
      { coinInfoId: String(BTC), side: 'buy', orderType: 'market', total: '300000', clientNo: `b${Date.now()}` },
      other,
    );
    const { assets } = await past<{ assets: { coinInfoId: number; balanceSpot: string }[] }>('/coin/assets', {}, other);
    const coins = Math.floor(Number(assets.find(({ coinInfoId }) => coinInfoId === BTC)!.balanceSpot) * 1e5) / 1e5;
    await past(
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
  line.revive();
  const told = page.getByRole('status').filter({ hasText: 'While you were away' });
  await expect(told).toContainText('orders filled: 1', { timeout: 30_000 });
  await expect(told).toContainText('orders cancelled: 1');
  await told.getByRole('button').click();
  await expect(page).toHaveURL(/order\/myOrder/);
});
