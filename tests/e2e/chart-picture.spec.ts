// A picture of the chart with a title line, shared where the device shares files, else saved.
import { readFileSync } from 'node:fs';
import { type Page, expect, test } from '@playwright/test';
import { boxOf, exchangeForRun, visit } from '../support/browser/visitor.ts';

const BTC = 2;
/** Height of the title line above the chart, in CSS px. */
const LINE_PX = 36;
const fixture = exchangeForRun();

/** Opens the chart and waits for its candles. */
async function openChart(page: Page): Promise<void> {
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}&interval=5m`);
  await page.waitForFunction(() => performance.getEntriesByName('chart:first-candle').length > 0);
}

test('the picture is saved as a PNG with a title line above the chart', async ({ page }) => {
  await openChart(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^BTC-USDT-5m-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.png$/);
  const png = readFileSync(await file.path());
  const box = await boxOf(page.getByTestId('chart').locator('canvas'));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    Math.round(box.width),
    Math.round(box.height) + LINE_PX,
  ]);
  // Letters on the left (market, interval) and on the right (time), nothing between.
  const inkCounts = await page.evaluate(
    async ([base64, linePx]) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]),
      );
      const canvas = new OffscreenCanvas(bitmap.width, linePx);
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const ink = (from: number, to: number): number => {
        const { data } = context.getImageData(
          Math.round(from * bitmap.width),
          0,
          Math.round((to - from) * bitmap.width),
          linePx,
        );
        return data.filter((value, at) => at % 4 === 1 && value > 100).length;
      };
      return [ink(0, 0.3), ink(0.34, 0.4), ink(0.5, 1)];
    },
    [png.toString('base64'), LINE_PX] as const,
  );
  expect(inkCounts[0]).toBeGreaterThan(100);
  expect(inkCounts[1]).toBe(0);
  expect(inkCounts[2]).toBeGreaterThan(100);
});

test('the picture is shared where the device shares files, and a cancelled share saves nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: object[] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files, title }: { files: File[]; title: string }) => {
        shared.push({
          title,
          names: files.map(({ name, type }) => `${type} ${name.slice(0, 11)}`),
          isFull: files.every(({ size }) => size > 3000),
        });
        throw new DOMException('the user changed their mind', 'AbortError');
      },
    });
  });
  let saved = 0;
  page.on('download', () => {
    saved += 1;
  });
  await openChart(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: object[] }).shared))
    .toEqual([{ title: 'Chart of BTC/USDT, 5m', names: ['image/png BTC-USDT-5m'], isFull: true }]);
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeEnabled();
  expect(saved).toBe(0);
});
