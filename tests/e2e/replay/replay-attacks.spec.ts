// Attacks on a replay: clocks, lines, tabs, languages and files around it change nothing of it, nor it of them.
import { type BrowserContext, type Page, expect, test } from '@playwright/test';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { replayFile } from '../../support/browser/handed-file.ts';
import { exchangeForRun, visit } from '../../support/browser/visitor.ts';
import { risen } from '../support/journey.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));
const BTC = 2;
const ETH = 3;

const price = (page: Page) => page.getByTestId('last-price').or(page.locator('#last-price')).first();
const momentOf = (page: Page) => page.getByTestId('past-moment-text');

/** A moment, a whole second, after which some seconds are recorded. */
async function recordedMoment(): Promise<number> {
  const at = Math.ceil(Date.now() / 1_000) * 1_000;
  await expect.poll(() => Date.now() - at).toBeGreaterThan(12_000);
  return at;
}

const replayAt = (page: Page, at: number, id = BTC): Promise<void> =>
  visit(page, `${fixture.exchange.url}/replay/market?coinInfoId=${id}&at=${at}`);

async function jump(page: Page, local: string | null): Promise<void> {
  await page.getByTestId('past-jump').click();
  await risen(page.getByTestId('past-go'));
  if (local !== null) await page.getByTestId('past-moment').fill(local);
  await page.getByTestId('past-go').click();
}

/** What this browser stores for all of its pages, but the prices of the live one. */
const storedBy = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const items: Record<string, string> = { ...localStorage };
    delete items['fxproSnapshot'];
    return items;
  });

test('a file leaves no market, price or alert of its own to live pages', async ({ page, context }) => {
  const live = await context.newPage();
  await visit(live, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await expect(price(live)).toContainText(/\.\d\d$/);
  await expect.poll(async () => (await storedBy(live))['coinList'] ?? '').toContain('BTC/USDT');
  // The file's prices are below this one, and no live one is.
  const alert = JSON.stringify([{ coinInfoId: BTC, priceTicks: 1_100, above: false }]);
  await live.evaluate((text) => localStorage.setItem('fxproAlerts', text), alert);
  const before = await storedBy(live);
  await replayFile(page, fixture.exchange.url, Date.UTC(2025, 3, 5, 9), 200);
  await expect(price(page)).toHaveText(/^1,00\d$/);
  await page.getByTestId('past-speed').selectOption('500');
  await page.getByTestId('past-play').click();
  await expect(page.getByText('End of the recording')).toBeVisible({ timeout: 60_000 });
  await expect(price(page)).toHaveText('1,199');
  expect(await storedBy(page)).toEqual(before);
  await expect(page.locator('[aria-live="polite"]').first()).toBeEmpty();
  expect(await page.title()).not.toContain('1,199');
  await expect(price(live)).toContainText(/\.\d\d$/);
  expect(await live.title()).not.toContain('1,199');
  // The next live page begins with the exchange's own grid.
  await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await expect(price(page)).toContainText(/\.\d\d$/);
});

test.describe('where clocks are set back', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('a moment of the hour that comes twice is reached, kept, and a day has the same time', async ({ page }) => {
    // 2 November 2025: 01:30 is 05:30 and 06:30 of UTC. The file begins the day before at 00:00.
    const zero = Date.UTC(2025, 10, 1, 4);
    const minuteOf = (ms: number): string => (1_000 + (ms - zero) / MINUTE_MS).toLocaleString('en-US');
    await replayFile(page, fixture.exchange.url, zero, 4 * 1_440);
    await jump(page, '2025-11-02T01:30:00');
    await expect(price(page)).toHaveText(minuteOf(Date.UTC(2025, 10, 2, 5, 30)));
    await expect(momentOf(page)).toHaveText(/ 01:30:00 GMT-4$/);
    const way = async (name: string): Promise<void> => {
      await page.getByTestId('past-jump').click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await way('1 hour ahead');
    await expect(price(page)).toHaveText(minuteOf(Date.UTC(2025, 10, 2, 6, 30)));
    await expect(momentOf(page)).toHaveText(/ 01:30:00 GMT-5$/);
    // Unchanged, and a quarter of an hour on: the second hour stays the second.
    await jump(page, null);
    await expect(price(page)).toHaveText(minuteOf(Date.UTC(2025, 10, 2, 6, 30)));
    await jump(page, '2025-11-02T01:45:00');
    await expect(price(page)).toHaveText(minuteOf(Date.UTC(2025, 10, 2, 6, 45)));
    // This day has 25 hours.
    await jump(page, '2025-11-01T12:00:00');
    await expect(price(page)).toHaveText(minuteOf(Date.UTC(2025, 10, 1, 16)));
    await way('1 day ahead');
    await expect(price(page)).toHaveText(minuteOf(Date.UTC(2025, 10, 2, 17)));
    await expect(momentOf(page)).toHaveText(/ 12:00:00$/);
    await way('1 day back');
    await expect(price(page)).toHaveText(minuteOf(Date.UTC(2025, 10, 1, 16)));
  });
});

test('a page that was hidden goes on where it was, and does not run ahead', async ({ page }) => {
  // A hidden page is given no frames.
  await page.addInitScript(() => {
    const [request, cancel] = [window.requestAnimationFrame.bind(window), window.cancelAnimationFrame.bind(window)];
    const held = new Map<number, FrameRequestCallback>();
    /** Requests of the browser for what was held, by the number that the page has. */
    const shown = new Map<number, number>();
    let isHidden = false;
    let last = 1e9;
    window.requestAnimationFrame = (run) => {
      if (!isHidden) return request(run);
      held.set((last += 1), run);
      return last;
    };
    window.cancelAnimationFrame = (id) => {
      held.delete(id);
      cancel(shown.get(id) ?? id);
    };
    Object.assign(window, {
      setHidden(hidden: boolean) {
        isHidden = hidden;
        Object.defineProperty(document, 'visibilityState', {
          value: hidden ? 'hidden' : 'visible',
          configurable: true,
        });
        document.dispatchEvent(new Event('visibilitychange'));
        if (hidden) return;
        for (const [id, run] of held) shown.set(id, request(run));
        held.clear();
      },
    });
  });
  const setHidden = (hidden: boolean): Promise<void> =>
    page.evaluate((now) => (window as unknown as { setHidden(hidden: boolean): void }).setHidden(now), hidden);
  await replayFile(page, fixture.exchange.url, Date.UTC(2025, 3, 5, 9), 1_000);
  await page.getByTestId('past-speed').selectOption('10');
  await page.getByTestId('past-play').click();
  const secondsOf = async (): Promise<number> => Date.parse((await momentOf(page).textContent())!) / 1_000;
  const begun = await secondsOf();
  await expect.poll(secondsOf).toBeGreaterThan(begun + 5);
  await setHidden(true);
  const left = await secondsOf();
  await page.waitForTimeout(5_000);
  expect((await secondsOf()) - left).toBeLessThanOrEqual(5);
  const shownMs = Date.now();
  await setHidden(false);
  await expect.poll(secondsOf).toBeGreaterThan(left + 6);
  // Ten times the hidden time would be 50 s more than ten times the time that it is shown again.
  const playedMs = ((await secondsOf()) - left) * 1_000;
  expect(playedMs - 10 * (Date.now() - shownMs)).toBeLessThan(45_000);
  await expect(page.getByTestId('past-play')).toHaveAccessibleName('Pause');
});

test('another language, another theme and a lost line leave a practice, its orders and its moment alone', async ({
  page,
  context,
}) => {
  const at = await recordedMoment();
  await replayAt(page, at);
  await page.getByTestId('practice-start').click();
  await page.getByTestId('practice-amount').fill('0.01');
  await page.getByTestId('practice-buy').click();
  await expect(page.getByTestId('practice.position')).toContainText('0.01');
  const moment = (await momentOf(page).textContent())!;
  // In another tab; on a page without the app.
  const other = await context.newPage();
  await other.goto(`${fixture.exchange.url}/icon.svg`);
  await other.evaluate(() => {
    localStorage.setItem('fxproTheme', 'light');
    localStorage.setItem('fxproLanguage', 'de-DE');
  });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(page.getByTestId('practice.position')).toContainText(/0[.,]01/);
  const month = new Date(at).toLocaleDateString('de-DE', { month: 'short' });
  await expect(momentOf(page)).toContainText(`. ${month}`);
  await other.evaluate(() => localStorage.setItem('fxproLanguage', 'en-US'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await expect(momentOf(page)).toHaveText(moment);
  // What is loaded is played without a line; a jump is refused, and what was shown is played on.
  await context.setOffline(true);
  await page.getByTestId('past-event').click();
  await page.getByTestId('practice-end').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End practice' }).click();
  await expect(page.getByTestId('practice-result')).toContainText('1');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('practice-result')).toHaveCount(0);
  const before = await price(page).textContent();
  await jump(page, null);
  await expect(page.getByTestId('replay-bar').getByRole('status')).toContainText(/reached/);
  expect(await price(page).textContent()).toBe(before);
  await page.getByTestId('past-event').click();
  await expect(page.getByTestId('replay-bar').getByRole('status')).not.toContainText(/reached/);
  await context.setOffline(false);
  await jump(page, null);
  await expect(page.getByTestId('past-play')).toBeEnabled();
  await expect(page.getByTestId('replay-bar').getByRole('status')).not.toContainText(/reached/);
  fixture.pageErrors = fixture.pageErrors.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'));
});

/** Practises with one order of this amount; the trade ends with the practice. */
async function practise(page: Page, amount: string): Promise<void> {
  await page.getByTestId('practice-start').click();
  await page.getByTestId('practice-amount').fill(amount);
  await page.getByTestId('practice-buy').click();
  await expect(page.getByTestId('practice.position')).toContainText(amount);
}

async function endPractice(page: Page, tag: string): Promise<void> {
  await page.getByTestId('practice-end').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End practice' }).click();
  await page.getByTestId('practice-tags').fill(tag);
  await page.getByTestId('practice-save').click();
  await expect(page.getByTestId('practice-result')).toHaveCount(0);
}

async function journalOf(context: BrowserContext, at: number): Promise<string[]> {
  const page = await context.newPage();
  await replayAt(page, at);
  await page.getByTestId('journal-open').click();
  const entries = page.getByTestId('journal').locator('summary');
  await expect(entries.first()).toBeVisible();
  const texts = await entries.allTextContents();
  await page.close();
  return texts;
}

test('two tabs that practise at once have their own orders and results, and both are in the journal', async ({
  page,
  context,
}) => {
  const at = await recordedMoment();
  const second = await context.newPage();
  await Promise.all([replayAt(page, at), replayAt(second, at, ETH)]);
  await Promise.all([practise(page, '0.01'), practise(second, '0.2')]);
  await expect(page.getByTestId('practice.position')).not.toContainText('0.2');
  // Both save at once, with their tags.
  await Promise.all([endPractice(page, 'first tab'), endPractice(second, 'second tab')]);
  const texts = await journalOf(context, at);
  expect(texts).toHaveLength(2);
  expect(texts.some((text) => text.includes('BTC/USDT') && text.includes('first tab'))).toBe(true);
  expect(texts.some((text) => text.includes('ETH/USDT') && text.includes('second tab'))).toBe(true);
});

test('a chart in a window of its own stays live while the window that opened it shows the past', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `${fixture.exchange.url}/trade/BTC-USDT`);
  const opened = page.waitForEvent('popup');
  await page.getByTestId('pop-out').click();
  const popup = await opened;
  await popup.waitForURL(/\/chart\?/);
  let live = '';
  await expect.poll(async () => (live = await popup.title()), { timeout: 60_000 }).toMatch(/^BTC\/USDT [\d,.]+$/);
  const liveDigits = live.split('.')[0]!.length;
  await replayFile(page, fixture.exchange.url, Date.UTC(2025, 3, 5, 9), 200);
  await page.getByTestId('past-play').click();
  const titles = new Set<string>();
  await expect
    .poll(
      async () => {
        titles.add(await popup.title());
        return titles.size;
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBeGreaterThan(3);
  const prices = [...titles].filter((title) => /[\d,.]+$/.test(title));
  for (const title of prices) expect(title.split('.')[0]).toHaveLength(liveDigits);
  // There is no way out of the replay's own document into a window that shares its market.
  await expect(page.getByTestId('pop-out')).toHaveCount(0);
});
