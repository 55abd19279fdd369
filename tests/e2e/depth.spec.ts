// The depth chart and the one-second interval, against the real exchange.
import { type Page, expect, test } from '@playwright/test';
import { exchangeForRun, visit } from '../support/browser/visitor.ts';
import { NetworkLine } from './support/network-line.ts';

const BTC = 2;
const fixture = exchangeForRun();

/** Whether the depth canvas shows a clear green and a clear red. */
async function colorsOf(page: Page): Promise<{ green: boolean; red: boolean }> {
  return page
    .getByTestId('depth')
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const seen = { green: false, red: false };
      for (let at = 0; at < data.length; at += 4) {
        const [red, green] = [data[at]!, data[at + 1]!];
        if (data[at + 3]! < 255) continue;
        seen.green ||= green > red + 80;
        seen.red ||= red > green + 80;
      }
      return seen;
    });
}

const numbers = (text: string | null): number[] =>
  (text ?? '').match(/[\d,]+\.?\d*/g)?.map((each) => Number(each.replaceAll(',', ''))) ?? [];

test('depth chart: areas, crosshair readings, cost estimates, greyed without a feed', async ({ page }) => {
  const line = await NetworkLine.open(fixture.exchange.url);
  await visit(page, `${line.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await page.getByRole('tab', { name: 'Depth' }).click();
  const depth = page.getByTestId('depth');
  await expect(depth.locator('canvas')).toHaveAttribute('aria-label', /Depth of BTC\/USDT within .* of the mid price/);
  await depth.scrollIntoViewIfNeeded();
  await expect.poll(() => colorsOf(page), { timeout: 30_000 }).toEqual({ green: true, red: true });

  const before = await depth.locator('canvas').getAttribute('aria-label');
  await expect.poll(() => depth.locator('canvas').getAttribute('aria-label')).not.toBe(before);

  await depth.locator('canvas').focus();
  for (let i = 0; i < 8; i += 1) await page.keyboard.press('ArrowRight');
  const reading = page.getByTestId('depth-reading');
  await expect(reading).toBeVisible();
  // All values in one read, because the book changes between reads.
  const [price, sum, value, average, percent] = (await reading.locator('dd').allTextContents()).map(
    (text) => numbers(text)[0]!,
  );
  // The value is written to a cent, the average to a tick.
  expect(Math.abs(value! - sum! * average!)).toBeLessThan(0.01 + sum! * 0.01);
  expect(price!).toBeGreaterThanOrEqual(average!);
  expect(percent!).toBeGreaterThanOrEqual(0);

  const range = await depth.getByRole('group', { name: 'Price range' }).textContent();
  await depth.getByRole('button', { name: 'Narrower price range' }).click();
  await expect(depth.getByRole('group', { name: 'Price range' })).not.toHaveText(range!);

  await page.getByTestId('depth-given').fill('0.5');
  await expect
    .poll(async () => numbers(await page.getByTestId('depth-cost-asks').locator('dd').nth(2).textContent())[0])
    .toBeGreaterThan(0);

  expect(fixture.pageErrors).toEqual([]);
  line.stall();
  await expect.poll(() => colorsOf(page)).toEqual({ green: false, red: false });
  line.resume();
  await expect.poll(() => colorsOf(page), { timeout: 30_000 }).toEqual({ green: true, red: true });
  // The browser logs failed connections itself; the page adds no error of its own.
  expect(fixture.pageErrors.filter((fault) => !/ERR_|WebSocket connection|fetching the script/.test(fault))).toEqual(
    [],
  );
  await line.close();
});

test('one-second candles are chosen by the URL, built from trades and selected again after a reload', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/candles')) requests.push(request.postData() ?? '');
  });
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}&interval=1s`);
  await expect(page.getByRole('button', { name: /^1s Live/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
  await expect(page.getByTestId('chart').locator('[data-phase]')).toHaveCount(0);
  await page.goto(`${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}`);
  await expect(page.getByRole('button', { name: /^1s Live/ })).toHaveAttribute('aria-pressed', 'true');
  expect(requests.filter((form) => form.includes('period=1s'))).toEqual([]);
  await page.getByRole('button', { name: '1h', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: '1h', exact: true })).toHaveAttribute('aria-pressed', 'true');
  expect(fixture.pageErrors).toEqual([]);
});
