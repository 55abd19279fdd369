// The heads of the trades beside the terminal's chart are one line each, in every language.
import { expect, test } from '@playwright/test';
import { LANGUAGES } from '../../../src/locales/languages.ts';
import { exchangeForRun, visit } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

/** The narrowest window with the pane of the book beside the chart, and the most frequent one. */
const WIDTHS = [1024, 1440];

test('no head of the trades wraps or runs into the next', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=2`);
  for (const language of Object.keys(LANGUAGES)) {
    await page.evaluate((name) => {
      localStorage.setItem('fxproLanguage', name);
      window.dispatchEvent(new StorageEvent('storage', { key: 'fxproLanguage' }));
    }, language);
    await expect(page.locator(`html[lang="${language}"]`)).toBeAttached();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const head = page.getByTestId('tape').locator('> :first-child');
      await expect(head).toBeVisible();
      // The panes take their new widths after the window has.
      await expect(async () => {
        const texts = await head.evaluate((element) =>
          [...element.children].map((cell) => {
            const text = document.createRange();
            text.selectNodeContents(cell);
            const { left, right, height } = text.getBoundingClientRect();
            return { words: cell.textContent, left, right, height };
          }),
        );
        const where = `${language}, ${width} px: ${texts.map(({ words }) => words).join(' | ')}`;
        for (const { height } of texts) expect(height, where).toBeLessThan(26);
        texts.sort((a, b) => a.left - b.left);
        for (const [at, { left }] of texts.slice(1).entries()) expect(left, where).toBeGreaterThan(texts[at]!.right);
      }).toPass();
    }
  }
});
