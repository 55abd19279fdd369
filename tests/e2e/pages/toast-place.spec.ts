// A toast on a phone covers neither the header with its back button nor the last price.
import { type Page, expect, test } from '@playwright/test';
import { exchangeForRun, visit } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const PAGES = [
  '/pages/kline/kline?coinInfoId=2',
  '/pages/secondsContract/index?coinInfoId=2',
  '/pages/tabbar/trade?coinInfoId=2',
  '/pages/tabbar/contracts?coinInfoId=102',
];
const TEXT = 'The order waits in the book until its price is reached';

/** Shows a toast as a tap on a shortened figure does. */
const showToast = (page: Page): Promise<void> =>
  page.evaluate((text) => {
    const figure = Object.assign(document.createElement('i'), { textContent: text });
    figure.dataset['exact'] = text;
    document.getElementById('page')!.append(figure);
    figure.click();
    figure.remove();
  }, TEXT);

interface Places {
  /** Lower edges of the header and of the price, which is the largest figure of the page, in px. */
  headerPx: number;
  pricePx: number;
  priceTopPx: number;
  /** Edges of the toast, and where the card with an order's result begins. */
  toastPx: [top: number, end: number];
  resultPx: number;
}

const places = (page: Page): Promise<Places> =>
  page.evaluate((text) => {
    const boxOf = (element: Element | undefined): DOMRect => element!.getBoundingClientRect();
    const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
    const [price] = [...document.querySelectorAll('#page *')]
      .filter((element) => element.childElementCount === 0 && /^\d[\d.,]{4,}$/.test(element.textContent))
      .toSorted((a, b) => size(b) - size(a));
    const regions = [...document.querySelectorAll('[role="status"]')].filter(
      (element) => getComputedStyle(element).position === 'fixed',
    );
    const toast = boxOf(regions.find(({ textContent }) => textContent.includes(text))!.firstElementChild!);
    return {
      headerPx: boxOf(document.querySelector('#page header')!).bottom,
      pricePx: boxOf(price).bottom,
      priceTopPx: boxOf(price).top,
      toastPx: [toast.top, toast.bottom],
      resultPx: Math.min(...regions.map((region) => boxOf(region).top)),
    };
  }, TEXT);

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
])
  test(`a toast leaves header and price in sight, ${viewport.width} px wide`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of PAGES) {
      await visit(page, fixture.exchange.url + path);
      await expect(page.locator('[data-shield="verified"]').first()).toBeVisible();
      await expect(page.getByText(/^\d\d,\d{3}\.\d+$/).first()).toBeVisible();
      // Taps are answered once the app has started wholly.
      let measured: Places | undefined;
      await expect(async () => {
        await showToast(page);
        await expect(page.getByRole('status').getByText(TEXT)).toBeVisible({ timeout: 1_000 });
        // On a busy machine it may be gone again.
        measured = await places(page);
      }).toPass();
      const { headerPx, pricePx, priceTopPx, toastPx, resultPx } = measured!;
      const [toastTop, toastEnd] = toastPx;
      expect(toastTop, path).toBeGreaterThanOrEqual(headerPx);
      expect(toastTop >= pricePx || toastEnd <= priceTopPx, `${path}: ${toastPx} over ${priceTopPx} ${pricePx}`).toBe(
        true,
      );
      // The card with an order's result begins where a toast does.
      expect(resultPx, path).toBeGreaterThanOrEqual(headerPx);
      if (priceTopPx < toastEnd) expect(resultPx, path).toBeGreaterThanOrEqual(pricePx);
    }
  });
