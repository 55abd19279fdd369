// Both backends paint the same picture in every style: pixels compared one by one.
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChartStyle, DEFAULT_STYLE } from '../../../chart/api.ts';
import type { MainThreadChart } from '../../../chart/hosts/main-thread-chart.ts';
import { BACKEND_FLAGS, BROWSER_FLAGS, CHROMIUM, hasBrowser } from '../../support/browser/browser-path.ts';
import { chartPageForFile } from '../../support/browser/chart-page.ts';

/**
 * Edges of text and slanted lines are smoothed in two ways, so a pixel counts as different when no similar one (`NEAR`
 * in the sum of its colours) is within a pixel of it; this share of them may.
 */
const MAX_APART = 0.0003;
const NEAR = 140;
/**
 * Zoomed out, where rows are buckets, WebGL draws each from its minimum to its maximum, and Canvas2D as columns of
 * whole pixels.
 */
const MAX_APART_FAR = 0.01;

const origin = chartPageForFile('tests/chart/page');
const browsers: Browser[] = [];
const pages: Partial<Record<'webgl' | 'canvas2d', Page>> = {};

beforeAll(async () => {
  if (!hasBrowser) return;
  for (const backend of ['webgl', 'canvas2d'] as const) {
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [...BROWSER_FLAGS, ...BACKEND_FLAGS[backend]],
    });
    browsers.push(browser);
    const page = await browser.newPage({ viewport: { width: 390, height: 500 }, deviceScaleFactor: 2 });
    await page.goto(`${origin()}?backend=${backend}&bars=1200`);
    await page.waitForFunction(
      (kind) => window.manual?.chart.backend === kind && window.manual.chart.framesDrawn > 0,
      backend,
      { timeout: 30_000 },
    );
    await page.evaluate(() => window.manual.toolsLoaded.then(() => undefined));
    pages[backend] = page;
  }
});

afterAll(async () => {
  for (const browser of browsers) await browser.close();
});

/** Styles the chart and returns its picture as PNG. The feed is stale, so that no countdown runs. */
async function picture(page: Page, style: ChartStyle, far: boolean): Promise<string> {
  await page.evaluate(
    async ([wanted, out]) => {
      const { chart, columns } = window.manual;
      const made = (by: (row: number) => number): Float64Array =>
        new Float64Array(columns.close.length).map((_, row) => (row < columns.length ? by(row) : NaN));
      chart.setStale(true);
      chart.setStyle(wanted);
      (chart as MainThreadChart).setIndicators([
        {
          name: 'SAR',
          pane: 'main',
          lines: [
            {
              title: 'SAR',
              type: 'circle',
              color: 'line-1',
              values: made((row) => (row % 40 < 20 ? columns.low[row]! - 30 : columns.high[row]! + 30)),
            },
          ],
        },
        {
          name: 'MACD',
          pane: 'sub',
          lines: [
            { title: 'DIF', type: 'line', color: 'line-2', values: made((row) => 40 * Math.sin(row / 9)) },
            { title: 'MACD', type: 'bar', color: 'up', values: made((row) => 60 * Math.sin(row / 7)) },
          ],
        },
      ]);
      const last = columns.length - 1;
      chart.setTradeLines([
        {
          id: '1',
          kind: 'order',
          side: 'buy',
          price: columns.close[last - 10]!,
          label: '',
          movable: false,
          pending: true,
        },
      ]);
      chart.setDrawings([
        {
          id: 'a',
          kind: 'trend',
          text: '',
          color: 'accent',
          locked: false,
          hidden: false,
          anchors: [
            { time: columns.time[last - 40]!, price: columns.low[last - 40]! },
            { time: columns.time[last - 5]!, price: columns.high[last - 5]! },
          ],
        },
        {
          id: 'b',
          kind: 'rectangle',
          text: '',
          color: 'warn',
          locked: false,
          hidden: false,
          anchors: [
            { time: columns.time[last - 30]!, price: columns.low[last - 30]! },
            { time: columns.time[last - 20]!, price: columns.high[last - 20]! + 50 },
          ],
        },
      ]);
      chart.resetView();
      await new Promise((done) => setTimeout(done, 100));
      const canvas = document.querySelector('canvas')!;
      if (out)
        for (let at = 0; at < 12; at += 1)
          canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 400, clientX: 200, clientY: 100, cancelable: true }));
      // Panned for some frames: what is cached between frames must move along.
      for (let at = 0; at < 6; at += 1) {
        canvas.dispatchEvent(new WheelEvent('wheel', { deltaX: -11, clientX: 200, clientY: 100, cancelable: true }));
        await new Promise((done) => requestAnimationFrame(done));
      }
      for (let at = 0; at < 3; at += 1) await new Promise((done) => requestAnimationFrame(done));
    },
    [style, far] as const,
  );
  return (await page.screenshot()).toString('base64');
}

/** Runs in the page: each candle has the same few lots at both ends. */
function showFootprints(): void {
  const { chart, columns } = window.manual;
  const { length, time, low, high } = columns;
  const level = Math.max(1, Math.floor(high[0]! - low[0]!));
  const rows = Array.from({ length }, (_, row) => row);
  const shown = chart as MainThreadChart;
  shown.setIndicators([{ name: 'FOOTPRINT', pane: 'main', params: [300, 3, 200], lines: [] }]);
  shown.setOrderFlow({
    length,
    time,
    firstLevel: Float64Array.from(rows, (row) => Math.floor(low[row]! / level)),
    levelCount: Uint32Array.from(rows, () => 2),
    firstCell: Uint32Array.from(rows, (row) => 2 * row),
    part: new Uint8Array(length),
    sold: Float64Array.from({ length: 2 * length }, (_, cell) => 1 + (cell % 2)),
    bought: Float64Array.from({ length: 2 * length }, () => 1),
    levelPrice: level,
    tickPrice: level / 100,
    lotCoins: 1,
    revision: 1,
    pastRevision: 1,
  });
}

/** Share of the pixels of one picture without a similar pixel within a distance of one in the other. */
function apart(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async ([first, second, near]) => {
      const pixels = async (png: string): Promise<ImageData> => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const [{ data: a, width, height }, { data: b }] = await Promise.all([pixels(first), pixels(second)]);
      const alike = (at: number, to: number): boolean =>
        Math.abs(a[at]! - b[to]!) + Math.abs(a[at + 1]! - b[to + 1]!) + Math.abs(a[at + 2]! - b[to + 2]!) <= near;
      let count = 0;
      for (let y = 1; y < height - 1; y += 1) {
        for (let x = 1; x < width - 1; x += 1) {
          const at = (y * width + x) * 4;
          let found = alike(at, at);
          for (let step = 0; step < 9 && !found; step += 1)
            found = alike(at, at + ((Math.floor(step / 3) - 1) * width + (step % 3) - 1) * 4);
          if (!found) count += 1;
        }
      }
      return count / (width * height);
    },
    [one, other, NEAR] as const,
  );
}

describe.skipIf(!hasBrowser)('both backends', () => {
  const styles: [string, Partial<ChartStyle>, boolean][] = [
    ['solid', {}, false],
    ['hollow', { candles: 'hollow' }, false],
    ['OHLC', { candles: 'ohlc' }, false],
    ['line', { candles: 'line' }, false],
    ['area', { candles: 'area' }, false],
    ['Heikin-Ashi on a percent axis', { candles: 'heikin-ashi', axis: 'percent' }, false],
    ['hollow on an inverted log axis', { candles: 'hollow', axis: 'log', inverted: true }, false],
    ['solid from far', {}, true],
    ['area from far', { candles: 'area' }, true],
  ];
  test.each(styles)('%s', async (_, style, far) => {
    const { webgl, canvas2d } = pages;
    const wanted = { ...DEFAULT_STYLE, ...style };
    // Again where a busy machine had not drawn it all.
    await expect
      .poll(async () => apart(canvas2d!, await picture(webgl!, wanted, far), await picture(canvas2d!, wanted, far)))
      .toBeLessThan(far ? MAX_APART_FAR : MAX_APART);
  });

  test('footprints take the place of the candles', async () => {
    const { webgl, canvas2d } = pages;
    const one = await picture(canvas2d!, DEFAULT_STYLE, false);
    await picture(webgl!, DEFAULT_STYLE, false);
    for (const page of [webgl!, canvas2d!]) await page.evaluate(showFootprints);
    const shot = async (page: Page): Promise<string> => (await page.screenshot()).toString('base64');
    // They are loaded when they are first shown.
    for (const page of [webgl!, canvas2d!])
      await expect.poll(async () => apart(canvas2d!, one, await shot(page))).toBeGreaterThan(10 * MAX_APART);
    await expect.poll(async () => apart(canvas2d!, await shot(webgl!), await shot(canvas2d!))).toBeLessThan(MAX_APART);
  });

  test('a style that changes the picture changes it', async () => {
    const { canvas2d } = pages;
    const one = await picture(canvas2d!, DEFAULT_STYLE, false);
    await expect
      .poll(async () => apart(canvas2d!, one, await picture(canvas2d!, { ...DEFAULT_STYLE, candles: 'hollow' }, false)))
      .toBeGreaterThan(3 * MAX_APART);
  });
});
