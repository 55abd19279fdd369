// The heat map of a chart that the page draws itself: what the worker draws beside it, in a replay as of its moment.
import { type Page, expect, test } from '@playwright/test';
import { exchangeForRun, visit } from '../../support/browser/visitor.ts';

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

/**
 * Share of the chart's px in the blues of the ramp's lower half, in a dark theme: most cells are there, whatever the
 * market does, and nothing else of a plot is blue.
 */
async function heatOf(page: Page): Promise<number> {
  const png = (await page.getByRole('application').screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width, height: image.height });
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data: px } = context.getImageData(0, 0, image.width, image.height);
    let found = 0;
    for (let at = 0; at < px.length; at += 4) {
      const [red, green, blue] = [px[at]!, px[at + 1]!, px[at + 2]!];
      if (blue > 40 && blue < 160 && blue - Math.max(red, green) > 25) found++;
    }
    return (found * 4) / px.length;
  }, png);
}

/** Twice what the legend of the ramp has. */
const SEEN = 0.006;

async function openHeat(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('mainInd', 'HEAT');
    localStorage.setItem('subInd', 'none');
  });
  await visit(page, fixture.exchange.url + path);
  await expect(page.getByRole('application')).toBeVisible();
}

async function withoutOffscreen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'OffscreenCanvas');
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  });
}

test('the heat map that the page draws is the one that the worker draws', async ({ page, context }) => {
  test.slow();
  const drawn = await context.newPage();
  await withoutOffscreen(drawn);
  await openHeat(page, '/pages/kline/kline?coinInfoId=2&interval=1s');
  await openHeat(drawn, '/pages/kline/kline?coinInfoId=2&interval=1s');
  // Both follow a market that goes on: alike, not equal.
  await expect
    .poll(
      async () => {
        const [inWorker, inPage] = await Promise.all([heatOf(page), heatOf(drawn)]);
        return Math.min(inWorker, inPage) > SEEN && Math.max(inWorker, inPage) / Math.min(inWorker, inPage) < 1.33;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
});

test('the page draws the heat map of a replay', async ({ page }) => {
  test.slow();
  const atMs = Math.ceil(Date.now() / 1_000) * 1_000;
  await expect.poll(() => Date.now() - atMs, { timeout: 60_000 }).toBeGreaterThan(40_000);
  await openHeat(page, `/replay/market?coinInfoId=2&at=${atMs + 5_000}&interval=1s`);
  await expect.poll(() => heatOf(page), { timeout: 60_000 }).toBeGreaterThan(SEEN);
});
