// The installed app: shortcuts of its icon lead to their pages; sharing; transitions without motion.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import { accountOf } from '../../support/browser/busy-account.ts';
import { RETURNING_VISITOR, exchangeForRun, register, visit } from '../../support/browser/visitor.ts';
import { ROOT } from '../../support/data/shared-file.ts';
import { expectToast, recordToasts } from '../support/toast-log.ts';

// An installed app runs under its service worker.
test.use({ serviceWorkers: 'allow' });
const fixture = exchangeForRun();

const { shortcuts } = JSON.parse(readFileSync(join(ROOT, 'public/manifest.webmanifest'), 'utf8')) as {
  shortcuts: { name: string; url: string }[];
};

test('each shortcut of the icon leads to its page', async ({ page }) => {
  expect(shortcuts.map(({ name }) => name)).toEqual(expect.arrayContaining(['Trade', 'Alerts']));
  await visit(page, `${fixture.exchange.url}/nowhere`);
  // The title is set after the page is shown, and once more when the exchange is known for a demo.
  await expect(page).toHaveTitle(/ · DeFi DEMO$/);
  const lost = await page.title();
  for (const { name, url } of shortcuts) {
    await page.goto(fixture.exchange.url + url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page, name).toHaveTitle(/ · DeFi DEMO$/);
    expect(await page.title(), name).not.toBe(lost);
    // The page of a market is named after the market.
    if (url !== '/pages/tabbar/trade' && url !== '/pages/tabbar/contracts')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  }
  expect(fixture.pageErrors).toEqual([]);
});

interface Shared {
  shared: ShareData[];
  copied: string[];
}

/** Records what the page shares and copies; with `sheet` false the device has no share sheet. */
async function recordShares(page: Page, sheet: boolean): Promise<() => Promise<Shared>> {
  await page.addInitScript((hasSheet) => {
    const seen: Shared = { shared: [], copied: [] };
    Object.assign(window, { seen });
    Object.defineProperty(navigator, 'share', {
      value: hasSheet
        ? ({ title = '', text = '', url = '' }: ShareData) => {
            if (!navigator.userActivation.isActive) return Promise.reject(new DOMException('', 'NotAllowedError'));
            seen.shared.push({ title, text, url });
            return Promise.resolve();
          }
        : undefined,
    });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void seen.copied.push(text)) },
    });
  }, sheet);
  return () => page.evaluate(() => (window as unknown as { seen: Shared }).seen);
}

for (const sheet of [true, false])
  test(`an invitation is ${sheet ? 'shared by the sheet of the device' : 'copied where there is no sheet'}`, async ({
    page,
  }) => {
    const seen = await recordShares(page, sheet);
    await register(page, fixture.exchange.url);
    await recordToasts(page);
    await page.goto(`${fixture.exchange.url}/pages/invite/invite`);
    const button = page.getByTestId('poster-share');
    await expect(button).toHaveText(sheet ? 'Share' : 'Copy');
    await button.click();
    if (sheet) {
      await expect.poll(async () => (await seen()).shared.length).toBe(1);
      const { shared, copied } = await seen();
      expect(shared[0]!.title).toBe('DeFi');
      expect(shared[0]!.text).toMatch(/\w/);
      expect(shared[0]!.url).toContain(`${fixture.exchange.url}/`);
      expect(shared[0]!.url).toMatch(/[?&]d=\w+/);
      expect(copied).toEqual([]);
    } else {
      await expect.poll(async () => (await seen()).copied.length).toBe(1);
      expect((await seen()).copied[0]).toMatch(/\w .*https?:\/\/.*[?&]d=\w+/);
      await expectToast(page, /Copied/);
    }
    expect(fixture.pageErrors).toEqual([]);
  });

/** Opens the detail page of an order from a list; returns the animations of view transitions meanwhile. */
async function animationsOfDetail(page: Page): Promise<number> {
  await page.goto(`${fixture.exchange.url}/pages/order/myOrder`);
  const card = page.locator('#page main a[href*="orderInfo"]').first();
  await expect(card).toBeVisible();
  await page.evaluate(() => {
    const seen = { finished: 0, animations: 0 };
    Object.assign(window, { seen });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        seen.animations += document
          .getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition')).length;
      });
      void transition.finished.then(() => (seen.finished += 1));
      return transition;
    };
  });
  await card.click();
  await expect(page).toHaveURL(/orderInfo/);
  const seen = (): Promise<{ finished: number; animations: number }> =>
    page.evaluate(() => (window as unknown as { seen: { finished: number; animations: number } }).seen);
  await expect.poll(async () => (await seen()).finished).toBe(1);
  return (await seen()).animations;
}

test('a list fades into its detail page, and not where reduced motion is preferred', async ({ page, browser }) => {
  const token = await accountOf(browser, fixture.exchange.url);
  await page.addInitScript(
    (items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    },
    { ...RETURNING_VISITOR, fxproLanguage: 'en-US', fxproUserToken: token },
  );
  expect(await animationsOfDetail(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animationsOfDetail(page)).toBe(0);
  expect(fixture.pageErrors).toEqual([]);
});
