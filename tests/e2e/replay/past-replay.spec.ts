// The replay of a market's past: the book and the trades of that moment, no session, and the way back.
import { type Page, expect, test } from '@playwright/test';
import { call, exchangeForFile, register, visit } from '../../support/browser/visitor.ts';
import { tapTwice } from '../support/journey.ts';
import { shownPrice } from '../support/shown-price.ts';

// Its past is short: a replay reads all that was recorded after the moment.
const fixture = exchangeForFile();
const BTC = 2;

interface Book {
  asks: [string, string][];
  bids: [string, string][];
}

/** Null where it is refused: of that moment nothing is recorded. */
async function findBook(at: number): Promise<Book | null> {
  const answer = await fetch(`${fixture.exchange.url}/mmtb-api/coin/books`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `coinInfoId=${BTC}&depth=20&time=${at}`,
  });
  return ((await answer.json()) as { data: Book | null }).data;
}

async function pastBook(at: number): Promise<Book> {
  const book = await findBook(at);
  expect(book).not.toBeNull();
  return book!;
}

/** Returns a moment, a whole second, after which some seconds are recorded. */
async function recordedMoment(): Promise<number> {
  const at = Math.ceil(Date.now() / 1_000) * 1_000;
  await expect.poll(() => Date.now() - at).toBeGreaterThan(8_000);
  await expect.poll(async () => (await findBook(at))?.bids.length ?? 0).toBeGreaterThan(0);
  return at;
}

const bestShown = (page: Page, side: 'bids' | 'asks') => page.getByTestId(`book-${side}`).locator('[data-row="0"]');

async function expectBook(page: Page, { bids, asks }: Book): Promise<void> {
  await expect(bestShown(page, 'bids')).toContainText(shownPrice(bids[0]![0]));
  await expect(bestShown(page, 'asks')).toContainText(shownPrice(asks[0]![0]));
}

test('a chosen moment has its own book, moves by event and by candle, and is left for the live page', async ({
  page,
}) => {
  const at = await recordedMoment();
  const book = await pastBook(at);
  await visit(page, `${fixture.exchange.url}/replay`);
  await page.getByTestId('past-market').selectOption(String(BTC));
  const local = await page.evaluate((ms) => {
    const zoneMs = new Date(ms).getTimezoneOffset() * 60_000;
    return new Date(ms - zoneMs).toISOString().slice(0, 19);
  }, at);
  await page.getByTestId('past-moment').fill(local);
  await page.getByTestId('past-go').click();
  await expectBook(page, book);
  const bar = page.getByTestId('replay-bar');
  await expect(bar.getByRole('heading')).toContainText('Replay');
  await expect(page.getByTestId('chart')).toBeVisible();
  const best = book.bids[0]![0];
  // The live market moves on; the moment stays until it is moved.
  const bestNow = async (): Promise<string> => (await findBook(Date.now()))?.bids[0]?.[0] ?? best;
  await expect.poll(bestNow).not.toBe(best);
  await expectBook(page, book);
  const moment = bar.getByTestId('past-moment-text');
  await page.getByTestId('past-play').click();
  const started = await moment.textContent();
  await expect(moment).not.toHaveText(started!);
  await page.getByTestId('past-play').click();
  const paused = await moment.textContent();
  // While a step of the playing is still under way others are refused.
  await expect(async () => {
    await page.getByTestId('past-event').click();
    await page.getByTestId('past-bar').click();
    await expect(moment).not.toHaveText(paused!, { timeout: 5_000 });
  }).toPass();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByTestId('past-leave').click();
  await expect(page).toHaveURL(/\/pages\/kline\/kline\?coinInfoId=2/);
  await expect(page.getByTestId('replay-bar')).toHaveCount(0);
  await expect(page.getByTestId('feed-light').first()).toBeVisible();
  expect(fixture.pageErrors).toEqual([]);
});

test('an address that a script changes leads to a live document as a link does', async ({ page }) => {
  await visit(page, `${fixture.exchange.url}/replay/market?coinInfoId=${BTC}`);
  await expect(page.getByTestId('replay-bar')).toBeVisible();
  await page.evaluate((id) => history.pushState({}, '', `/pages/kline/kline?coinInfoId=${id}`), BTC);
  await expect(page.locator('[data-testid="feed-light"][data-shield="verified"]').first()).toBeVisible();
  await expect(page.getByTestId('replay-bar')).toHaveCount(0);
});

test('a replay has no session, no orders and no alerts, and leaves no past price behind', async ({ page }) => {
  await register(page, fixture.exchange.url);
  const at = await recordedMoment();
  const snapshot = () => page.evaluate(() => localStorage.getItem('fxproSnapshot'));
  await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await page.getByTestId('replay-market').click();
  await expect(page).toHaveURL(/\/replay\/market\?coinInfoId=2/);
  const before = await snapshot();
  const tokens: string[] = [];
  const calls = new Set<string>();
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  page.on('request', (request) => {
    const token = request.headers()['accesstoken'];
    if (token) tokens.push(request.url());
    if (request.method() === 'POST') calls.add(new URL(request.url()).pathname.replace('/mmtb-api', ''));
  });
  await page.goto(`${fixture.exchange.url}/replay/market?coinInfoId=${BTC}&at=${at}`);
  await expectBook(page, await pastBook(at));
  for (const name of ['Buy', 'Sell', 'Long', 'Short'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.getByTestId('past-speed').selectOption('100');
  await page.getByTestId('past-play').click();
  await expect(page.getByText('End of the recording')).toBeVisible();
  expect(tokens).toEqual([]);
  expect(sockets).toEqual([]);
  for (const path of calls) expect(['/coin/events', '/coin/candles', '/coin/infos', '/forex/rate']).toContain(path);
  expect(await snapshot()).toBe(before);
  await page.getByTestId('past-leave').click();
  await expect(page).toHaveURL(/\/pages\/kline\/kline/);
  // The session was not ended by it.
  expect(await call(page, '/coin/assets')).toHaveProperty('assets');
  expect(fixture.pageErrors).toEqual([]);
});

test('a practice with a position or an order is not lost by a reload or a link without a question', async ({
  page,
}) => {
  const at = await recordedMoment();
  await visit(page, `${fixture.exchange.url}/replay/market?coinInfoId=${BTC}&at=${at}`);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const position = page.getByTestId('practice.position');
  const reload = (): Promise<void> => page.evaluate(() => setTimeout(() => window.location.reload()) && undefined);
  await page.getByTestId('practice-start').click();
  await page.getByTestId('practice-amount').fill('0.01');
  await page.getByTestId('practice-buy').click();
  await expect(position).toContainText('0.01');
  await reload();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.evaluate(() => setTimeout(() => window.location.assign('/pages/tabbar/list')) && undefined);
  await expect.poll(() => asked).toHaveLength(2);
  await expect(position).toContainText('0.01');
  // What rests is at stake too. A second tap too soon is none.
  const buy = page.getByTestId('practice-buy');
  await expect(buy).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByTestId('practice-close').click();
  await expect(position).not.toContainText('0.01');
  await expect(buy).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('radio', { name: 'Limit' }).click();
  await page.getByTestId('practice-price').fill('65000');
  await buy.click();
  await expect(page.getByTestId('practice-cancel')).toBeVisible();
  await reload();
  await expect.poll(() => asked).toHaveLength(3);
  // With nothing open, all that was done is in the journal.
  await page.getByTestId('practice-cancel').click();
  await expect(page.getByTestId('practice-cancel')).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('practice-start')).toBeEnabled();
  expect(asked).toHaveLength(3);
});

test('a practice goes on after a reload at the moment, with the position and the orders that it had', async ({
  page,
}) => {
  const at = await recordedMoment();
  await visit(page, `${fixture.exchange.url}/replay/market?coinInfoId=${BTC}&at=${at}`);
  page.on('dialog', (dialog) => void dialog.accept());
  const buy = page.getByTestId('practice-buy');
  const shown = (): Promise<string[]> =>
    Promise.all(
      ['past-moment-text', 'practice.position', 'practice.net'].map((id) => page.getByTestId(id).innerText()),
    );
  await page.getByTestId('past-event').click();
  await page.getByTestId('practice-start').click();
  await page.getByTestId('practice-amount').fill('0.01');
  await buy.click();
  await expect(page.getByTestId('practice.position')).toContainText('0.01');
  // So slowly that the recording does not end before it is paused.
  await page.getByTestId('past-speed').selectOption('0.1');
  await page.getByTestId('past-play').click();
  await expect(buy).not.toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('radio', { name: 'Limit' }).click();
  await page.getByTestId('practice-price').fill('65000');
  await buy.click();
  await expect(page.getByTestId('practice-cancel')).toBeVisible();
  await page.getByTestId('past-play').click();
  // Once nothing changes for a second: a step may be under way when it is paused.
  let before: string[] = [];
  await expect
    .poll(
      async () => {
        const last = before.join();
        before = await shown();
        return before.join() === last;
      },
      { intervals: [1_000] },
    )
    .toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Continue your practice' }).click();
  await expect(page.getByTestId('practice-cancel')).toBeVisible();
  await expect.poll(shown).toEqual(before);
  await page.getByTestId('practice-end').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End practice' }).click();
  await page.reload();
  await expect(page.getByTestId('practice-start')).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Continue your practice' })).toHaveCount(0);
  expect(fixture.pageErrors).toEqual([]);
});

test('a practice is kept in the journal, also when the browser had no space at first', async ({ page }) => {
  const at = await recordedMoment();
  await page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, names: string, mode: IDBTransactionMode) {
      if (mode === 'readwrite' && sessionStorage.getItem('full')) throw new DOMException('', 'QuotaExceededError');
      return transaction.call(this, names, mode);
    };
  });
  await visit(page, `${fixture.exchange.url}/replay/market?coinInfoId=${BTC}&at=${at}`);
  await page.evaluate(() => sessionStorage.setItem('full', '1'));
  await page.getByTestId('practice-start').click();
  await page.getByTestId('practice-amount').fill('0.01');
  // Two taps of a hasty thumb are one order.
  await tapTwice(page.getByTestId('practice-buy'));
  await expect(page.getByTestId('practice.position')).toContainText('0.01');
  await page.getByTestId('practice-end').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End practice' }).click();
  const result = page.getByTestId('practice-result');
  await result.getByTestId('practice-tags').fill('breakout, late');
  await result.getByTestId('practice-notes').fill('Bought the break of the hour.');
  await result.getByTestId('practice-save').click();
  await expect(result.getByRole('alert')).toContainText('no more space');
  await expect(result.getByTestId('practice-notes')).toHaveValue('Bought the break of the hour.');
  await page.evaluate(() => sessionStorage.removeItem('full'));
  await result.getByTestId('practice-save').click();
  await expect(result).toHaveCount(0);
  await page.getByTestId('journal-open').click();
  const journal = page.getByTestId('journal');
  await expect(journal.getByRole('row')).toHaveCount(3);
  await expect(journal.locator('summary')).toContainText('breakout, late');
  expect(fixture.pageErrors).toEqual([]);
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar-AE' });

  test('the date of the moment reads from the right', async ({ page }) => {
    const at = await recordedMoment();
    // In the browser's language: `visit` sets another.
    await page.goto(`${fixture.exchange.url}/replay/market?coinInfoId=${BTC}&at=${at}`);
    const moment = page.getByTestId('past-moment-text');
    const year = String(new Date(at).getFullYear());
    await expect(moment).toContainText(year);
    const places = await moment.evaluate((element, found) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let text = texts.nextNode() as Text;
      while (!text.data.includes(found)) text = texts.nextNode() as Text;
      return [0, text.data.indexOf(found)].map((from) => {
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, from + 1);
        return range.getBoundingClientRect().left;
      });
    }, year);
    expect(places[0]).toBeGreaterThan(places[1]!);
  });
});
