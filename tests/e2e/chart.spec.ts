// The chart in a browser: rendering in worker and page, indicators, settings, drawings, full screen.
import { type Page, expect, test } from '@playwright/test';
import { INDICATOR_PARAMS } from '../../core/market-data/indicator-params.ts';
import { BROWSER_FLAGS, CHROMIUM, GL_FLAGS } from '../support/browser/browser-path.ts';
import { expectToast, recordToasts } from './support/toast-log.ts';
import { boxOf, collectPageErrors, exchangeForRun, visit } from '../support/browser/visitor.ts';

const BTC = 2;

const fixture = exchangeForRun();
test.afterEach(() => expect(fixture.pageErrors).toEqual([]));

const chart = (page: Page) => page.getByTestId('chart').locator('canvas');

async function open(page: Page, query = ''): Promise<void> {
  await visit(page, `${fixture.exchange.url}/pages/kline/kline?coinInfoId=${BTC}${query}`);
  await painted(page);
}

/** Waits for the performance mark of the first candle. */
async function painted(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('chart:first-candle').length))
    .toBeGreaterThan(0);
}

/** Drags the mouse by `dy` px. Repeat it until it has an effect: interactive tools load after first paint. */
async function drag(page: Page, x: number, y: number, dy: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + dy, { steps: 6 });
  await page.mouse.up();
}

/** Whether the canvas was transferred to the worker, after which the page gets no context for it. */
function isTransferred(page: Page): Promise<boolean> {
  return chart(page).evaluate((canvas: HTMLCanvasElement) => {
    try {
      canvas.getContext('2d');
      return false;
    } catch (cause) {
      return (cause as DOMException).name === 'InvalidStateError';
    }
  });
}

const stored = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), name);

async function picture(page: Page): Promise<Buffer> {
  await page.waitForTimeout(400);
  return page.getByTestId('chart').screenshot();
}

/** Whether the screenshot has more than 100 pixels of each colour of candles. */
async function hasCandles(page: Page): Promise<boolean> {
  const base64 = (await picture(page)).toString('base64');
  const [up, down] = await page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = Object.assign(document.createElement('canvas'), {
      width: image.width,
      height: image.height,
    }).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const count = (token: string): number => {
      const hex = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      let found = 0;
      for (let i = 0; i < data.length; i += 4)
        found += Number(data[i] === red && data[i + 1] === green && data[i + 2] === blue);
      return found;
    };
    return [count('--up-graphic'), count('--down-graphic')] as const;
  }, base64);
  return up > 100 && down > 100;
}

test('the worker draws the candles on a transferred canvas, which obeys keys and drags', async ({ page }) => {
  await open(page);
  expect(await isTransferred(page)).toBe(true);
  await expect.poll(() => hasCandles(page)).toBe(true);
  const box = await page.getByTestId('chart').boundingBox();
  expect(box!.height).toBeGreaterThanOrEqual(844 * 0.45);

  // The crosshair moves by keyboard and is announced.
  await expect(async () => {
    await chart(page).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByTestId('chart-voice')).toContainText(
      /open [\d,.]+, high [\d,.]+, low [\d,.]+, close [\d,.]+/,
      { timeout: 2_000 },
    );
  }).toPass();

  // A drag on the price axis fixes the range, and the corner button makes it automatic again.
  const corner = page.getByRole('button', { name: 'Automatic price range' });
  await expect(corner).toHaveAttribute('aria-pressed', 'true');
  await expect(async () => {
    const box = await boxOf(chart(page));
    await drag(page, box.x + box.width - 20, box.y + 120, 60);
    await expect(corner).toHaveAttribute('aria-pressed', 'false', { timeout: 2_000 });
  }).toPass();
  await corner.click();
  await expect(corner).toHaveAttribute('aria-pressed', 'true');
});

test('the worker draws the candles with Pixi where 2D canvases go through GL', async ({ playwright }) => {
  const browser = await playwright.chromium.launch({ executablePath: CHROMIUM, args: [...BROWSER_FLAGS, ...GL_FLAGS] });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const errors = collectPageErrors(page);
  const pixi = page.waitForResponse(/\/assets\/pixi-.*\.js/);
  await open(page);
  expect((await pixi).ok()).toBe(true);
  expect(await isTransferred(page)).toBe(true);
  // Drawn without a GPU, on a busy machine a picture takes seconds.
  await expect.poll(() => hasCandles(page), { timeout: 60_000 }).toBe(true);
  expect(errors).toEqual([]);
  await browser.close();
});

test('the page draws where the browser has no OffscreenCanvas', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'OffscreenCanvas');
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  });
  await open(page);
  expect(await isTransferred(page)).toBe(false);
  await expect.poll(() => hasCandles(page)).toBe(true);
});

test('an interval, the height of a dragged pane and a drawing are restored after a reload', async ({ page }) => {
  await open(page);
  await expect(async () => {
    const box = await boxOf(chart(page));
    // By default the sub pane has 0.3 of the main pane's height; the time axis has 24 px.
    await drag(page, box.x + 100, box.y + (box.height - 24) / 1.3, -60);
    await expect.poll(() => stored(page, 'fxproChartPanes'), { timeout: 2_000 }).toContain('VOL');
  }).toPass();
  const { VOL } = JSON.parse((await stored(page, 'fxproChartPanes'))!) as { VOL: number };
  expect(VOL).toBeGreaterThan(0.3);

  await page.getByRole('button', { name: 'Draw on the chart' }).click();
  await page.getByRole('button', { name: 'Horizontal line' }).click();
  const drawings = (): Promise<string> =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => /draw/i.test(key))
        .map(([, value]) => String(value))
        .join(),
    );
  await expect(async () => {
    const box = await boxOf(chart(page));
    await page.mouse.click(box.x + 120, box.y + 150);
    await expect.poll(drawings, { timeout: 2_000 }).toContain('horizontal');
  }).toPass();
  const drawn = await drawings();

  const before = await picture(page);
  const hours = page.getByRole('button', { name: '1h', exact: true });
  await hours.click();
  await expect(page.getByRole('application')).toHaveAttribute('aria-label', /1h candles/);
  await expect.poll(async () => (await picture(page)).equals(before)).toBe(false);

  await page.reload();
  await painted(page);
  await expect(hours).toHaveAttribute('aria-pressed', 'true');
  expect(await drawings()).toBe(drawn);
  await page.waitForTimeout(500);
  expect(await drawings()).toBe(drawn);
  expect(JSON.parse((await stored(page, 'fxproChartPanes'))!)).toEqual({ VOL });
});

test('indicators are added, ordered, validated, edited and restored after a reload', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Main indicator BOLL' }).click();
  await page.getByRole('button', { name: 'Sub indicator MACD' }).click();
  await expect.poll(() => stored(page, 'mainInd')).toBe('MA,BOLL');
  await expect.poll(() => stored(page, 'subInd')).toBe('VOL,MACD');

  await page.getByRole('button', { name: 'Choose and edit indicators' }).click();
  const sheet = page.getByRole('dialog', { name: 'Indicators' });
  await expect(sheet.getByRole('switch')).toHaveCount(Object.keys(INDICATOR_PARAMS).length);
  await sheet.getByRole('button', { name: /^Move BOLL/ }).press('ArrowUp');
  await expect.poll(() => stored(page, 'mainInd')).toBe('BOLL,MA');

  await sheet.getByRole('button', { name: /^Edit MA,/ }).click();
  await page.getByTestId('param-1').fill('0');
  await expect(page.getByText('Enter a whole number from 1 to 1,000')).toBeVisible();
  await expect(page.getByTestId('indicator-apply')).toBeDisabled();
  await page.getByTestId('param-1').fill('5');
  await expect(page.getByText('Use different periods')).toBeVisible();
  await page.getByTestId('param-1').fill('7');
  await page.getByRole('button', { name: 'Remove line 4' }).click();
  await page.getByRole('button', { name: 'Color of Line 1' }).click();
  await page.getByRole('button', { name: 'Color 9' }).click();
  await page.getByTestId('indicator-apply').click();
  await expect.poll(() => stored(page, 'mainInd')).toBe('BOLL,MA(5,7,30;9,5,6)');

  await page.reload();
  await painted(page);
  await expect(page.getByRole('button', { name: 'Main indicator BOLL' })).toHaveAttribute('aria-pressed', 'true');
  expect(await stored(page, 'mainInd')).toBe('BOLL,MA(5,7,30;9,5,6)');

  // The name in the legend has a menu, by keyboard too.
  const named = page.getByRole('button', { name: /^BOLL: hide/ });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await named.press('Enter');
  await expect(item('Hide')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => stored(page, 'mainInd')).toBe('BOLL(20,2;;off),MA(5,7,30;9,5,6)');
  await named.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('indicator-apply')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await named.click();
  await item('Remove').click();
  await expect.poll(() => stored(page, 'mainInd')).toBe('MA(5,7,30;9,5,6)');
  await expect(named).toHaveCount(0);
});

test('a stored indicator list with unknown names and bad parameters is read; a ninth pane is refused with a reason', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('mainInd', '');
    localStorage.setItem('subInd', 'VOL,NOSUCH(3),RSI(0),MACD,KDJ,BIAS,BRAR,CCI,DMI');
  });
  await recordToasts(page);
  await open(page);
  await expect(page.getByRole('button', { name: 'Main indicator MA', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(page.getByRole('button', { name: 'Sub indicator RSI' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Sub indicator CR' }).click();
  await expectToast(page, 'Up to 8 at a time');
  expect(await stored(page, 'subInd')).toBe('VOL,NOSUCH(3),RSI(0),MACD,KDJ,BIAS,BRAR,CCI,DMI');
});

test('chart settings apply at once, are stored and can be reset', async ({ page }) => {
  await open(page);
  const before = await picture(page);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'Chart settings' });
  await sheet.getByRole('radio', { name: 'Line', exact: true }).click();
  await sheet.getByRole('radio', { name: 'Percent' }).click();
  await sheet.getByRole('switch', { name: 'Inverted price axis' }).click();
  await sheet.getByLabel('Time zone').selectOption('Asia/Tokyo');
  const address = page.url();
  await page.goBack();
  await expect(sheet).toBeHidden();
  expect(page.url()).toBe(address);
  await expect.poll(async () => (await picture(page)).equals(before)).toBe(false);
  expect(JSON.parse((await stored(page, 'fxproChartStyle'))!)).toMatchObject({
    candles: 'line',
    axis: 'percent',
    inverted: true,
    timeZone: 'Asia/Tokyo',
  });
  await page.reload();
  await painted(page);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await expect(sheet.getByRole('radio', { name: 'Line', exact: true })).toBeChecked();
  await sheet.getByRole('button', { name: 'Reset chart settings' }).click();
  await expect.poll(() => stored(page, 'fxproChartStyle')).toBeNull();
});

test('full screen shows the chart with a ticket, and leaving it restores the page', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
  await expect
    .poll(async () => {
      const box = await chart(page).boundingBox();
      return box !== null && box.height > 200 && box.y < 60;
    })
    .toBe(true);
  await expect(
    page.getByRole('complementary', { name: 'Trade' }).getByRole('button', { name: 'Log in to trade' }),
  ).toBeInViewport();
  // A price tapped on the axis prefills that ticket and opens no other page.
  const sell = page.getByRole('dialog').getByRole('button', { name: /^Sell/ });
  let waitMs = 500;
  await expect(async () => {
    // A click beside a sheet that opened late would close it.
    if (await sell.isVisible()) return;
    const box = await boxOf(chart(page));
    await page.mouse.click(box.x + box.width - 24, box.y + 60);
    // Longer each time: on a slow machine a second click would open the sheet again after it was closed.
    await expect(sell).toBeVisible({ timeout: (waitMs *= 2) });
  }).toPass();
  await sell.click();
  const ticket = page.getByRole('complementary', { name: 'Trade' });
  await expect(ticket.getByRole('radio', { name: 'Sell' })).toBeChecked();
  await expect(ticket.getByTestId('ticket-price')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Exit full screen' }).click();
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => document.fullscreenElement === null && document.documentElement.style.overflow === ''),
    )
    .toBe(true);
  await expect(page.getByText('24h High')).toBeVisible();
});
