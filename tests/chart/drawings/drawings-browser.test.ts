// Drawing by touch in a real browser, on the main thread and in a worker: placed, dragged, undone, and the page still
// pans.
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_FLAGS, CHROMIUM, hasBrowser } from '../../support/browser/browser-path.ts';
import { chartPageForFile } from '../../support/browser/chart-page.ts';

const origin = chartPageForFile('tests/chart/page');
let browser: Browser;

beforeAll(async () => {
  if (!hasBrowser) return;
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: BROWSER_FLAGS,
  });
});

afterAll(async () => {
  await browser?.close();
});

type Point = [x: number, y: number];

type SendTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: Point[]) => Promise<unknown>;

class Finger {
  readonly #page: Page;
  readonly #send: SendTouch;

  private constructor(page: Page, send: SendTouch) {
    this.#page = page;
    this.#send = send;
  }

  static async on(page: Page): Promise<Finger> {
    const session = await page.context().newCDPSession(page);
    return new Finger(page, (type, at) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y]) => ({ x, y })) }),
    );
  }

  /** Moves on at once, before the chart's thread has answered that it drags: the browser must not scroll instead. */
  async drag(...way: Point[]): Promise<void> {
    await Promise.all([
      ...way.map((point, at) => this.#send(at === 0 ? 'touchStart' : 'touchMove', [point])),
      this.#send('touchEnd', []),
    ]);
    await settle(this.#page);
  }

  tap(...at: Point): Promise<void> {
    return this.drag(at);
  }
}

/** Waits until a call has reached the chart's thread, was drawn, and its result has arrived. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(120);
}

const eventCount = (page: Page, kind: string): Promise<number> =>
  page.evaluate((wanted) => window.manual.events.filter((each) => each === wanted).length, kind);

/** Pixels of a screenshot in the default colour of drawings. */
async function painted(page: Page): Promise<number> {
  const png = (await page.screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (Math.abs(pixels[at]! - 0x4d) + Math.abs(pixels[at + 1]! - 0x8d) + Math.abs(pixels[at + 2]! - 0xff) < 24)
        count += 1;
    return count;
  }, png);
}

describe.skipIf(!hasBrowser)('drawing by touch', () => {
  test.each(['page', 'worker'])(
    'in the %s',
    async (host) => {
      const page = await browser.newPage({
        viewport: { width: 390, height: 400 },
        deviceScaleFactor: 2,
        hasTouch: true,
      });
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${origin()}?backend=canvas2d&bars=500&host=${host}`);
      await page.waitForFunction(() => window.manual?.chart.framesDrawn > 0, null, { timeout: 30_000 });
      await page.evaluate(() => window.manual.chart.pickTool('horizontal'));
      await page.waitForFunction(() => window.manual.events.includes('drawingState'), null, { timeout: 30_000 });
      const finger = await Finger.on(page);
      const empty = await painted(page);

      await finger.tap(150, 120);
      await expect.poll(() => eventCount(page, 'drawings')).toBe(1);
      await expect.poll(() => eventCount(page, 'haptic')).toBe(1);
      await expect.poll(() => painted(page)).toBeGreaterThan(empty + 1000);

      await finger.drag([40, 118], [40, 140], [40, 170], [40, 200]);
      await expect.poll(() => eventCount(page, 'drawings')).toBe(2);
      await page.evaluate(() => window.manual.chart.undoDrawing());
      await page.evaluate(() => window.manual.chart.undoDrawing());
      await settle(page);
      await expect.poll(() => eventCount(page, 'drawings')).toBe(4);
      await expect.poll(async () => Math.abs((await painted(page)) - empty)).toBeLessThan(100);

      await page.evaluate(() => window.manual.chart.pickTool('brush'));
      await finger.drag([60, 80], [90, 100], [120, 80], [150, 100]);
      await expect.poll(() => eventCount(page, 'drawings')).toBe(5);
      await page.evaluate(() => window.manual.chart.pickTool(null));
      await settle(page);
      await finger.drag([90, 100], [130, 100], [180, 100]);
      await expect.poll(() => eventCount(page, 'drawings')).toBe(5);
      expect(errors).toEqual([]);
      await page.close();
    },
    60_000,
  );
});
