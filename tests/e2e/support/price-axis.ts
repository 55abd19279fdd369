// The price axis of a chart, read as a user reads it: a tap opens a sheet with the price at that height.
import { type Page, expect } from '@playwright/test';
import { boxOf } from '../../support/browser/visitor.ts';

/** Width of the price axis in CSS px; labels end at its left edge. */
export const AXIS_PX = 62;

/**
 * Taps the price axis until its sheet is open (interactive tools load after first paint) and returns its price. Closes
 * the sheet unless `staysOpen`. `y`: CSS px from the chart's top.
 */
export async function tapAxis(page: Page, y: number, staysOpen = false): Promise<string> {
  const box = await boxOf(page.getByTestId('chart').locator('canvas'));
  const title = page.getByRole('heading', { name: /^At / });
  let waitMs = 500;
  await expect(async () => {
    // A tap beside a sheet that opened late would close it.
    if (await title.isVisible()) return;
    await page.touchscreen.tap(box.x + box.width - 24, box.y + y);
    // Longer each time: on a slow machine a second tap would open the sheet again after it was closed.
    await expect(title).toBeVisible({ timeout: (waitMs *= 2) });
  }).toPass();
  const price = ((await title.textContent()) ?? '').replace(/[^\d.]/g, '');
  if (!staysOpen) {
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(title).toBeHidden();
  }
  return price;
}

/** Prices and heights of a chart's main pane. */
export interface PriceScale {
  priceAt: (y: number) => number;
  yOf: (price: number) => number;
}

/** The linear scale through the prices at two heights of the main pane. */
export async function readPriceScale(page: Page, topY: number, bottomY: number): Promise<PriceScale> {
  const top = Number(await tapAxis(page, topY));
  const bottom = Number(await tapAxis(page, bottomY));
  const pricePerPx = (bottom - top) / (bottomY - topY);
  return {
    priceAt: (y) => top + (y - topY) * pricePerPx,
    yOf: (price) => topY + (price - top) / pricePerPx,
  };
}

/** Taps Yes or No of the label that was dropped at `y`; both are drawn on the canvas, so they have no element. */
export async function answerDrop(page: Page, y: number, yes: boolean): Promise<void> {
  const box = await boxOf(page.getByTestId('chart').locator('canvas'));
  await page.waitForTimeout(600);
  await page.touchscreen.tap(box.x + box.width - AXIS_PX - (yes ? 96 : 44), box.y + y);
}
