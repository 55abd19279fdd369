// A steady slow line: no price counts as live for too long, an order is sent once, no socket is replaced in vain.
import { type Page, expect, test } from '@playwright/test';
import { STALE_AFTER_MS } from '../../../core/worker-protocol/freshness.ts';
import { NetworkLine } from '../support/network-line.ts';
import { tapTwice, typePrice } from '../support/journey.ts';
import { call, exchangeForRun, register } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
const BTC = 2;
/** 400 kbit/s, of which the pages of a market use a part. */
const BYTES_PER_MS = 50;
/** How long prices are watched. */
const WATCH_MS = 8_000;
const POLL_MS = 1_000;
/** The exchange joins changes of a ticker into one message within this time. */
const JOINED_MS = 500;
/** Sockets that may be opened by a line that becomes slow: one that was thought dead, and one more. */
const MAX_SOCKETS = 2;
/** A round trip of a line that is not slow yet, also on a busy machine. */
const FAST_TRIP_MS = 200;

let line: NetworkLine;
test.beforeEach(async () => {
  test.slow();
  line = await NetworkLine.open(fixture.exchange.url);
});
test.afterEach(async () => {
  await line.close();
  expect(fixture.pageErrors).toEqual([]);
});

interface Seen {
  atMs: number;
  live: boolean;
  last: string;
}

/** Records in the page what its book shows as the last price, and whether as live, at each of its frames. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: Seen[] = [];
    const zone = document.querySelector('[data-testid="book-bids"]')!.closest('[data-fresh]')!;
    const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
    const [price] = [...zone.querySelectorAll('*')]
      .filter((element) => element.childElementCount === 0 && /^\d[\d.,]{4,}$/.test(element.textContent))
      .toSorted((a, b) => size(b) - size(a));
    const look = (): void => {
      const live = zone.getAttribute('data-fresh') === 'live';
      seen.push({ atMs: Date.now(), live, last: price!.textContent.replaceAll(',', '') });
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { seenPrices: seen });
  });

const seenBy = (page: Page): Promise<Seen[]> =>
  page.evaluate(() => (window as unknown as { seenPrices: Seen[] }).seenPrices);

const liveShareOf = (seen: readonly Seen[]): number => seen.filter(({ live }) => live).length / seen.length;

interface Trade {
  id: number;
  price: string;
  ts: number;
}

/** The exchange's trades until then, past the line, oldest first. */
async function recordTrades(untilMs: number): Promise<Trade[]> {
  const trades = new Map<number, Trade>();
  for (;;) {
    const answer = await fetch(`${fixture.exchange.url}/mmtb-api/coin/trades`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'XMLHttpRequest' },
      body: new URLSearchParams({ coinInfoId: String(BTC), limit: '200' }),
    });
    for (const trade of ((await answer.json()) as { data: { list: Trade[] } }).data.list) trades.set(trade.id, trade);
    if (Date.now() > untilMs) return [...trades.values()].toSorted((x, y) => x.id - y.id);
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
}

/** How long before `atMs` a price was last that of the newest trade, in ms. */
function ageOf(last: string, atMs: number, trades: readonly Trade[]): number {
  const at = trades.findLastIndex(({ price, ts }) => ts <= atMs && Number(price) === Number(last));
  return Math.max(0, atMs - (trades[at + 1]?.ts ?? Infinity));
}

async function openTicket(page: Page): Promise<void> {
  await register(page, line.url);
  await page.goto(`${line.url}/pages/tabbar/trade?coinInfoId=${BTC}`);
  const light = page.getByTestId('feed-light');
  await expect(light).toHaveAttribute('data-shield', 'verified');
  // Ages are too high by up to the fastest round trip so far, and the first one takes long while a page loads.
  await expect
    .poll(async () => Number(/\d+(?= ms)/.exec((await light.textContent()) ?? '')?.[0]))
    .toBeLessThan(FAST_TRIP_MS);
}

for (const [delayMs, isLive] of [
  [150, true],
  [800, true],
  // About the limit: what is shown as live changes to and fro.
  [1_800, null],
  [2_500, false],
] as const)
  test(`${delayMs} ms each way: what is shown as live is not too old, and the socket is kept`, async ({ page }) => {
    await openTicket(page);
    const before = line.sockets;
    line.pace = { delayMs, bytesPerMs: BYTES_PER_MS };
    const startMs = Date.now();
    await watch(page);
    const trades = await recordTrades(startMs + WATCH_MS);
    const seen = await seenBy(page);
    const lateMs = Math.max(...seen.slice(1).map(({ atMs }, at) => atMs - seen[at]!.atMs));
    const limitMs = STALE_AFTER_MS + lateMs + JOINED_MS;
    const tooOld = seen.filter(({ atMs, live, last }) => live && ageOf(last, atMs, trades) > limitMs);
    expect(tooOld).toEqual([]);

    // A page that was delayed notices the age of its prices later.
    const settledOf = (frames: readonly Seen[]): Seen[] =>
      frames.filter(({ atMs }) => atMs > startMs + WATCH_MS / 2 + lateMs);
    // A busy machine draws few frames.
    await expect.poll(async () => settledOf(await seenBy(page)).length, { timeout: 60_000 }).toBeGreaterThan(20);
    const settled = settledOf(await seenBy(page));
    if (isLive === false) expect(liveShareOf(settled)).toBe(0);
    if (isLive === true) {
      // A busy machine adds delays of its own to those of the line: what counts is that it becomes live and stays so.
      const recent = async (): Promise<Seen[]> =>
        (await seenBy(page)).filter(({ atMs }) => atMs > Date.now() - WATCH_MS / 2);
      await expect.poll(async () => liveShareOf(await recent()), { timeout: 60_000 }).toBeGreaterThan(0.9);
      expect(new Set((await seenBy(page)).map(({ last }) => last)).size, 'the price moves').toBeGreaterThan(1);
    }
    expect(line.sockets - before).toBeLessThanOrEqual(MAX_SOCKETS);
  });

test('an order sent over a slow line by a hasty thumb is placed once', async ({ page }) => {
  await openTicket(page);
  const { last } = await call<{ last: string }>(page, '/coin/ticker', { coinInfoId: String(BTC) });
  await typePrice(page, Math.floor(Number(last) * 0.95).toString());
  await page.getByTestId('ticket-amount').fill('0.01');
  line.pace = { delayMs: 800, bytesPerMs: BYTES_PER_MS };
  await page.getByTestId('ticket-submit').click();
  await tapTwice(page.getByTestId('confirm-order'), 300);
  // The ticket's own button, again and again until the answer is there.
  const submit = page.getByTestId('ticket-submit');
  for (let tap = 0; tap < 5; tap++) await submit.evaluate((button: HTMLElement) => button.click());
  await expect(page.getByTestId('order-row')).toHaveCount(1);
  line.pace = undefined;
  await page.waitForTimeout(2_000);
  const { list } = await call<{ list: unknown[] }>(page, '/coin/order/list', { state: 'current' });
  expect(list).toHaveLength(1);
});
