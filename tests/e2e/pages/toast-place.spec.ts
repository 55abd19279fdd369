// A toast on a phone covers neither the header, nor the last price, nor the choice of a side, nor a chart's prices.
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
/** Least width of a chart's price axis. */
const AXIS_PX = 60;
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
  /** Where the first choice of a page begins, as that of buy and sell. */
  choicePx: number;
  /** Where the prices beside a chart begin from the left, and where the toast and the card end. */
  axisPx: number;
  toastRightPx: number;
  resultRightPx: number;
}

const places = (page: Page): Promise<Places> =>
  page.evaluate(
    ([text, axisPx]) => {
      const boxOf = (element: Element | undefined): DOMRect => element!.getBoundingClientRect();
      const size = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
      const [price] = [...document.querySelectorAll('#page *')]
        .filter((element) => element.childElementCount === 0 && /^\d[\d.,]{4,}$/.test(element.textContent))
        .toSorted((a, b) => size(b) - size(a));
      const regions = [...document.querySelectorAll('[role="status"]')].filter((element) =>
        ['fixed', 'sticky'].includes(getComputedStyle(element).position),
      );
      const chart = document.querySelector('[data-testid="chart"], [data-testid="ticket-chart"] > div')!;
      const card = regions.find((element) => getComputedStyle(element).position === 'fixed');
      const toast = boxOf(regions.find(({ textContent }) => textContent.includes(text))!.firstElementChild!);
      return {
        headerPx: boxOf(document.querySelector('#page header')!).bottom,
        pricePx: boxOf(price).bottom,
        priceTopPx: boxOf(price).top,
        toastPx: [toast.top, toast.bottom],
        choicePx: document.querySelector('#page [role="radiogroup"]')?.getBoundingClientRect().top ?? Infinity,
        resultPx: card ? boxOf(card).top : Infinity,
        axisPx: boxOf(chart).height > 0 ? boxOf(chart).right - axisPx : Infinity,
        toastRightPx: toast.right,
        resultRightPx: card ? boxOf(card).right - Number.parseFloat(getComputedStyle(card).paddingRight) : 0,
      };
    },
    [TEXT, AXIS_PX] as const,
  );

/** Shows a toast and measures it. `withCard`: the card with an order's result begins where it does. */
async function expectClear(page: Page, when: string, withCard: boolean): Promise<void> {
  // Taps are answered once the app has started wholly.
  let measured: Places | undefined;
  await expect(async () => {
    await showToast(page);
    await expect(page.getByRole('status').getByText(TEXT)).toBeVisible({ timeout: 1_000 });
    // On a busy machine it may be gone again.
    measured = await places(page);
  }).toPass();
  const { headerPx, pricePx, priceTopPx, toastPx, choicePx, resultPx, axisPx, toastRightPx, resultRightPx } = measured!;
  const [toastTop, toastEnd] = toastPx;
  expect(toastTop, when).toBeGreaterThanOrEqual(headerPx);
  expect(toastTop >= pricePx || toastEnd <= priceTopPx, `${when}: ${toastPx} over ${priceTopPx} ${pricePx}`).toBe(true);
  expect(toastRightPx, when).toBeLessThanOrEqual(axisPx);
  expect(resultRightPx, when).toBeLessThanOrEqual(axisPx);
  expect(toastEnd, when).toBeLessThanOrEqual(choicePx);
  if (!withCard) return;
  expect(resultPx, when).toBeGreaterThanOrEqual(headerPx);
  if (priceTopPx < toastEnd) expect(resultPx, when).toBeGreaterThanOrEqual(pricePx);
}

const SIZES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

test('a toast leaves header and price in sight, on both phones', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of PAGES) {
    await visit(page, fixture.exchange.url + path);
    await expect(page.locator('[data-shield="verified"]').first()).toBeVisible();
    await expect(page.getByText(/^\d\d,\d{3}\.\d+$/).first()).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectClear(page, `${path}, ${size.width} px wide`, true);
    }
    // A line above the page moves all of it down.
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectClear(page, `${path}, ${size.width} px wide, offline`, false);
    }
    await page.context().setOffline(false);
  }
  // What the browser logs of its own failed requests.
  fixture.pageErrors = fixture.pageErrors.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'));
});
