// A field that gets the focus is not under what stays at the edges, on a phone whose keyboard makes the page smaller.
import { expect, test } from '@playwright/test';
import { exchangeForRun, navigate, register } from '../../support/browser/visitor.ts';
import { fundContracts } from '../support/journey.ts';

const UPRIGHT = { width: 360, height: 360 };
const ON_ITS_SIDE = { width: 844, height: 190 };
test.use({ hasTouch: true, isMobile: true, viewport: UPRIGHT });
const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

/** Fields of the page that another element lies over, in part, once they have the focus, from the top. */
function coveredFields(): string[] {
  const fields = [...document.querySelectorAll<HTMLElement>('main input, main select, form input, form select')];
  return fields
    .filter((field) => field.checkVisibility() && !(field as HTMLInputElement).disabled)
    .filter((field) => {
      window.scrollTo(0, 0);
      field.focus();
      const { x, y, width, height } = field.getBoundingClientRect();
      return [1, 2, 3].some((quarter) => {
        const top = document.elementFromPoint(x + width / 2, y + (height * quarter) / 4);
        return !top || !(field.contains(top) || field.parentElement!.contains(top));
      });
    })
    .map((field) => field.dataset['testid'] ?? field.getAttribute('aria-label') ?? field.id);
}

test('the fields of tickets are seen while they are typed in', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('fxproSecondsRisk', '1'));
  await register(page, fixture.exchange.url);
  await fundContracts(page, '2000');
  await page.goto(`${fixture.exchange.url}/pages/tabbar/trade?coinInfoId=2`);
  // Else Android's keyboard lies over the button below the fields, and over the lower half of a sheet.
  await expect(page.locator('meta[name="viewport"]')).toHaveAttribute('content', /interactive-widget=resizes-content/);
  for (const [path, field] of [
    ['/pages/tabbar/trade?coinInfoId=2', 'ticket-amount'],
    ['/pages/tabbar/contracts?coinInfoId=102', 'contract-amount'],
    ['/pages/secondsContract/index?coinInfoId=2', 'seconds-amount'],
  ] as const) {
    await navigate(page, path);
    await expect(page.getByTestId(field), path).toBeVisible();
    for (const size of [UPRIGHT, ON_ITS_SIDE]) {
      await page.setViewportSize(size);
      await expect.poll(() => page.evaluate(coveredFields), { message: `${path} ${size.width}` }).toEqual([]);
    }
  }
});
