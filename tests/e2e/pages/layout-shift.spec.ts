// Nothing moves by itself on the pages that are opened most: with an account and without one.
import { type Page, expect, test } from '@playwright/test';
import { AFTER_START, chunkName } from '../../../src/lib/chunks.ts';
import { createBusyAccount } from '../../support/browser/busy-account.ts';
import { layoutShifts, recordLayoutShifts } from '../../support/browser/layout-shifts.ts';
import { NetworkLine } from '../support/network-line.ts';
import { exchangeForRun, navigate, visit } from '../../support/browser/visitor.ts';

/** Pages, and the changes of their text that are awaited once the feed is live: some tick ten times a second. */
const ROUTES: [path: string, changes: number][] = [
  ['/', 40],
  ['/pages/tabbar/trade?coinInfoId=2', 40],
  ['/pages/tabbar/contracts', 40],
  ['/pages/tabbar/contracts?coinInfoId=102', 40],
  ['/pages/kline/kline?coinInfoId=2', 40],
  ['/pages/markets/index', 40],
  ['/pages/secondsContract/index', 4],
  ['/pages/tabbar/list', 1],
];
/** JOURNEYS=full adds the most frequent phone, whose layout is that of the narrow one. */
const SIZES = [
  { width: 360, height: 640 },
  ...(process.env['JOURNEYS'] === 'full' ? [{ width: 390, height: 844 }] : []),
  { width: 1440, height: 900 },
];

// Long: its stories are shared out among the workers.
test.describe.configure({ mode: 'parallel' });
const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

/** Waits for the feed and all that loads, and then for changes of the page. */
async function watchLive(page: Page, changes: number): Promise<void> {
  await expect(page.locator('[data-testid="feed-light"][data-shield="verified"]').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => {
    const seen = { changes: 0 };
    Object.assign(window, { seen });
    new MutationObserver((records) => {
      seen.changes += records.length;
    }).observe(document.body, { subtree: true, characterData: true, childList: true });
  });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { seen: { changes: number } }).seen.changes))
    .toBeGreaterThanOrEqual(changes);
}

/** Heights of the first card with figures as each of these texts is all its figures. */
const heightsWith = (page: Page, figures: string[]): Promise<number[]> =>
  page.evaluate((texts) => {
    const card = document.querySelector('main dl')!.closest('section')!;
    return texts.map((text) => {
      for (const figure of card.querySelectorAll('dd > *')) figure.textContent = text;
      return card.offsetHeight;
    });
  }, figures);

for (const size of SIZES) {
  for (const who of ['a visitor', 'an account with an order and a position'])
    test(`nothing moves for ${who} at ${size.width}x${size.height}`, async ({ page }) => {
      await page.setViewportSize(size);
      if (who !== 'a visitor') await createBusyAccount(page, fixture.exchange.url);
      await recordLayoutShifts(page);
      for (const [route, changes] of ROUTES) {
        await visit(page, fixture.exchange.url + route);
        await watchLive(page, changes);
        expect(await layoutShifts(page), route).toEqual([]);
      }
      if (who === 'a visitor') return;
      // The last page, the assets: a long profit takes no more height than a short one.
      const [height, ...others] = await heightsWith(page, ['0', '+0.005', '+123.45', '-1,234,567.89']);
      expect(others).toEqual(others.map(() => height));
    });
}

test('nothing moves in the head of a ticket while its prices grow old', async ({ page }) => {
  const line = await NetworkLine.open(fixture.exchange.url);
  try {
    await page.setViewportSize(SIZES[0]!);
    await recordLayoutShifts(page);
    await visit(page, `${line.url}/pages/tabbar/trade?coinInfoId=2`);
    await watchLive(page, 1);
    // What the app loads after its start would be cut off with the line.
    await page.waitForFunction(
      (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
      chunkName(AFTER_START[0]),
    );
    await page.waitForLoadState('networkidle');
    const light = page.getByTestId('feed-light').first();
    await light.evaluate((element) => {
      const words: string[] = [];
      Object.assign(window, { words });
      new MutationObserver(() => words.push(element.textContent ?? '')).observe(element, {
        subtree: true,
        characterData: true,
        childList: true,
      });
    });
    line.stall();
    // Two digits: each number is shown for a second, which a look from outside may miss.
    await expect(light).toHaveText(/^\d\d s old$/);
    line.resume();
    await expect(light).toHaveAttribute('data-shield', 'verified');
    // Words of several lengths were shown.
    const words = await page.evaluate(() => (window as unknown as { words: string[] }).words);
    expect(new Set(words.map(({ length }) => length)).size).toBeGreaterThan(1);
    expect(await layoutShifts(page)).toEqual([]);
  } finally {
    await line.close();
  }
});

test('nothing moves when buying of seconds orders pauses', async ({ page }) => {
  const line = await NetworkLine.open(fixture.exchange.url);
  try {
    await page.setViewportSize(SIZES[0]!);
    await createBusyAccount(page, line.url);
    await recordLayoutShifts(page);
    await visit(page, `${line.url}/pages/secondsContract/index`);
    await watchLive(page, 4);
    line.stall();
    const note = page.locator('#seconds-objection');
    await expect(note).toBeVisible();
    // At the end of the page it covers no figure.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const last = page.locator('dl:has([data-testid="seconds-return"])');
    await expect
      .poll(
        async () => (await note.boundingBox())!.y - (await last.boundingBox())!.y - (await last.boundingBox())!.height,
      )
      .toBeGreaterThanOrEqual(0);
    line.resume();
    await expect(note).toHaveCount(0);
    expect(await layoutShifts(page)).toEqual([]);
  } finally {
    await line.close();
  }
});

const VERIFIED = '[data-testid="pane-shield"][data-shield="verified"]';
/** Pages of each width: the whole window, columns, one column, the terminal; the first has no navigation. */
const FRAMES: [path: string, shown: string][] = [
  ['/chart?coinInfoId=2&interval=15m', VERIFIED],
  ['/pages/markets/index', '[data-testid="market-search"]'],
  ['/pages/set/index', 'main'],
  ['/pages/kline/kline?coinInfoId=2', VERIFIED],
  ['/', '[data-testid="feed-light"]'],
];

for (const { width, height } of SIZES)
  test(`nothing moves when a page of another width follows at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await recordLayoutShifts(page);
    await visit(page, fixture.exchange.url + FRAMES[0]![0]);
    for (const [path, shown] of [...FRAMES, ...FRAMES]) {
      await navigate(page, path);
      await expect(page.locator(shown).filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await layoutShifts(page), path).toEqual([]);
    }
  });
