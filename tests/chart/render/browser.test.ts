// The chart in a real browser, both backends: pixels, rest when idle, one draw for many ticks, lost contexts.
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BACKEND_FLAGS, BROWSER_FLAGS, CHROMIUM, hasBrowser } from '../../support/browser/browser-path.ts';
import { chartPageForFile } from '../../support/browser/chart-page.ts';

const origin = chartPageForFile('tests/chart/page');
const BACKENDS = ['webgl', 'canvas2d'] as const;
type Backend = (typeof BACKENDS)[number];
/** One for each backend. */
const browsers = {} as Record<Backend, Browser>;
/** Pages that several tests use, one after another: to load one costs more than a test. */
const shared = {} as Record<Backend, Page>;

beforeAll(async () => {
  if (!hasBrowser) return;
  for (const backend of BACKENDS) {
    browsers[backend] = await chromium.launch({
      executablePath: CHROMIUM,
      args: [...BROWSER_FLAGS, ...BACKEND_FLAGS[backend]],
    });
    shared[backend] = await open('bars=500', backend);
  }
});

afterAll(async () => {
  for (const backend of BACKENDS) await browsers[backend]?.close();
});

/** `ownClock`: with `page.clock`, which goes on by itself until the test pauses it. */
async function open(query: string, backend: Backend, ownClock = false): Promise<Page> {
  const page = await browsers[backend].newPage({ viewport: { width: 390, height: 400 }, deviceScaleFactor: 2 });
  if (ownClock) await page.clock.install();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/pixi/i.test(message.text())) errors.push(message.text());
  });
  await page.goto(`${origin()}?backend=${backend}&${query}`);
  await page.waitForFunction(
    (kind) => window.manual?.chart.backend === kind && window.manual.chart.framesDrawn > 0,
    backend,
    { timeout: 30_000 },
  );
  await settle(page);
  expect(errors).toEqual([]);
  return page;
}

/** Waits until the interactive tools are loaded, whose arrival draws once, and ten frames pass without a draw. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => window.manual.toolsLoaded.then(() => undefined));
  for (let before = -1; before !== (await drawn(page));) {
    before = await drawn(page);
    await frames(page, 10);
  }
}

/** Lets `count` animation frames pass. */
function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (left) => {
    for (let at = 0; at < left; at += 1) await new Promise((done) => requestAnimationFrame(done));
  }, count);
}

const drawn = (page: Page): Promise<number> => page.evaluate(() => window.manual.chart.framesDrawn);

/** Pixels of the screenshot near each colour (sum of differences under 24). */
async function countColors(page: Page, colors: string[]): Promise<number[]> {
  const png = (await page.screenshot()).toString('base64');
  return page.evaluate(
    async ([data, wanted]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      return wanted.map((color) => {
        const value = Number.parseInt(color.slice(1), 16);
        let count = 0;
        for (let at = 0; at < pixels.length; at += 4) {
          const off =
            Math.abs(pixels[at]! - (value >> 16)) +
            Math.abs(pixels[at + 1]! - ((value >> 8) & 255)) +
            Math.abs(pixels[at + 2]! - (value & 255));
          if (off < 24) count += 1;
        }
        return count;
      });
    },
    [png, colors] as const,
  );
}

const DARK = {
  up: '#20c07a',
  down: '#f2495c',
  ma5: '#f3b13e',
  ma10: '#4d8dff',
  ma20: '#c061ff',
  axis: '#7d8ba0',
  bg: '#0b0f15',
};

describe.skipIf(!hasBrowser)('chart in a browser', () => {
  test.each(BACKENDS)('%s draws candles, lines and text', async (backend) => {
    const [up, down, ma5, ma10, ma20, axis, bg] = await countColors(shared[backend], Object.values(DARK));
    for (const count of [up, down]) expect(count).toBeGreaterThan(2000);
    for (const count of [ma5, ma10, ma20]) expect(count).toBeGreaterThan(500);
    expect(axis).toBeGreaterThan(200);
    expect(bg).toBeGreaterThan(100_000);
  });

  test('both backends paint the same candles', async () => {
    const counts = [];
    for (const backend of BACKENDS) counts.push(await countColors(shared[backend], [DARK.up, DARK.down]));
    for (const at of [0, 1]) expect(counts[0]![at]! / counts[1]![at]!).toBeCloseTo(1, 1);
  });

  test('that was hidden shows the same candles again', async () => {
    const page = shared.canvas2d;
    const seen = (): Promise<number[]> =>
      page.evaluate(async () => {
        const { time } = await window.manual.chart.candles();
        return [time.length, time[0]!];
      });
    const usual = await seen();
    await page.evaluate(() => {
      const { time } = window.manual.columns;
      window.manual.chart.showSpan({ fromMs: time[100]!, toMs: time[140]! });
    });
    await settle(page);
    const before = await seen();
    expect(before).not.toEqual(usual);
    for (const display of ['none', 'block']) {
      await page.evaluate((shown) => {
        document.querySelector<HTMLElement>('#host')!.style.display = shown;
      }, display);
      await frames(page, 5);
    }
    expect(await seen()).toEqual(before);
  });

  test.each(BACKENDS)('%s: no draw without a change, one draw for a thousand ticks', async (backend) => {
    const page = shared[backend];
    await page.evaluate(() => window.manual.chart.setStale(true));
    await frames(page, 2);
    const before = await drawn(page);
    await frames(page, 30);
    expect(await drawn(page)).toBe(before);
    await page.evaluate(() => window.manual.tick(1000));
    await frames(page, 5);
    expect(await drawn(page)).toBe(before + 1);
    await page.evaluate(() => {
      window.manual.chart.setVisible(false);
      window.manual.tick(10);
    });
    await frames(page, 5);
    expect(await drawn(page)).toBe(before + 1);
    await page.evaluate(() => window.manual.chart.setVisible(true));
    await frames(page, 3);
    expect(await drawn(page)).toBe(before + 2);
  });

  test('pan, wheel and keys work, and older candles are requested', async () => {
    const page = shared.canvas2d;
    const before = await countColors(page, [DARK.up, DARK.down]);
    await page.mouse.move(150, 120);
    await page.mouse.down();
    for (let at = 1; at <= 10; at += 1) await page.mouse.move(150 + at * 15, 120);
    await page.mouse.up();
    await expect.poll(() => countColors(page, [DARK.up, DARK.down])).not.toEqual(before);
    await page.locator('canvas').press('Home');
    await expect.poll(() => page.evaluate(() => window.manual.olderRequests)).toBeGreaterThan(0);
    await page.mouse.wheel(0, 400);
    await page.mouse.wheel(120, 0);
    await frames(page, 3);
    await page.locator('canvas').press('End');
    await frames(page, 3);
  });

  test('dispose restores the canvas and stops all timers', async () => {
    const page = shared.webgl;
    const left = await page.evaluate(async () => {
      const { chart } = window.manual;
      const drawnBefore = chart.framesDrawn;
      chart.dispose();
      chart.resetView();
      await new Promise((done) => setTimeout(done, 100));
      return { canvases: document.querySelectorAll('canvas').length, more: chart.framesDrawn - drawnBefore };
    });
    expect(left).toEqual({ canvases: 1, more: 0 });
  });

  test('the countdown draws once a second', async () => {
    // On a busy machine's own clock a late draw and the next one come within a second.
    const page = await open('bars=500', 'canvas2d', true);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(2000);
    const before = await drawn(page);
    await page.clock.runFor(10_000);
    expect((await drawn(page)) - before).toBe(10);
    await page.close();
  });

  test('a lost context is restored with its picture; after three losses Canvas2D replaces WebGL', async () => {
    const page = await open('bars=500', 'webgl');
    // Candles, and the texts of the axes.
    const painted = (): Promise<number[]> => countColors(page, [DARK.up, DARK.axis]);
    const before = await painted();
    const loseAndRestore = (): Promise<void> =>
      page.evaluate(async () => {
        const canvas = document.querySelector('canvas')!;
        const extension = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
        const wait = (): Promise<unknown> => new Promise((done) => setTimeout(done, 100));
        const event = (name: string): Promise<unknown> =>
          new Promise((done) => canvas.addEventListener(name, done, { once: true }));
        const lost = event('webglcontextlost');
        extension.loseContext();
        await lost;
        window.manual.tick(3);
        await wait();
        const restored = event('webglcontextrestored');
        extension.restoreContext();
        await restored;
        await wait();
      });
    const isRestored = (): Promise<void> =>
      expect
        .poll(async () => (await painted()).every((count, at) => Math.abs(count / before[at]! - 1) < 0.05))
        .toBe(true);
    await loseAndRestore();
    await isRestored();
    expect(await page.evaluate(() => window.manual.chart.backend)).toBe('webgl');
    await loseAndRestore();
    await page.evaluate(() =>
      document.querySelector('canvas')!.getContext('webgl2')!.getExtension('WEBGL_lose_context')!.loseContext(),
    );
    await page.waitForFunction(() => window.manual.chart.backend === 'canvas2d');
    await isRestored();
    await page.close();
  });

  test('webgl: after a change of size everything is where it is in a chart of that size', async () => {
    const page = await open('bars=500', 'webgl');
    const painted = async (): Promise<number[]> => {
      await settle(page);
      return countColors(page, [DARK.up, DARK.axis]);
    };
    await page.setViewportSize({ width: 340, height: 300 });
    const resized = await painted();
    await page.reload();
    await page.waitForFunction(() => window.manual?.chart.backend === 'webgl' && window.manual.chart.framesDrawn > 0);
    const fresh = await painted();
    for (const at of [0, 1]) expect(resized[at]! / fresh[at]!).toBeCloseTo(1, 1);
    await page.close();
  });

  test('software WebGL is used only where 2D canvases use it too', async () => {
    const chosen = async (on: Browser, isWebgl: boolean): Promise<string> => {
      const page = await on.newPage({ viewport: { width: 390, height: 400 } });
      await page.goto(`${origin()}?backend=auto`);
      await page.waitForFunction(() => window.manual?.chart.framesDrawn > 0);
      // Trial and start of Pixi.
      const webgl = await page
        .waitForFunction(() => window.manual.chart.backend === 'webgl', null, {
          timeout: isWebgl ? 15_000 : 4_000,
          polling: 100,
        })
        .catch(() => null);
      await page.close();
      return webgl === null ? 'canvas2d' : 'webgl';
    };
    // The trial of a busy machine may be slow one way or both, and does not show the difference then.
    for (const name of ['canvas2d', 'webgl'] as const) {
      let [found, tries] = ['', 0];
      for (; found !== name && tries < 4; tries += 1) found = await chosen(browsers[name], name === 'webgl');
      expect(found).toBe(name);
    }
  });

  test('touch: a long press shows the crosshair, a pinch zooms, a vertical swipe scrolls the page', async () => {
    const context = await browsers.canvas2d.newContext({ viewport: { width: 390, height: 400 }, hasTouch: true });
    const page = await context.newPage();
    await page.goto(`${origin()}?backend=canvas2d&bars=400`);
    await page.waitForFunction(() => window.manual?.chart.framesDrawn > 0);
    await settle(page);
    const cdp = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]): Promise<unknown> =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const crosshairTime = (): Promise<number | null> => page.evaluate(() => window.manual.crosshairTime);
    await touch('touchStart', [200, 150]);
    await expect.poll(crosshairTime).not.toBe(null);
    await touch('touchMove', [120, 170]);
    await touch('touchEnd');
    await frames(page, 3);
    const row = await page.evaluate(() => window.manual.columns.time.indexOf(window.manual.crosshairTime!));
    expect(row).toBeGreaterThan(300);
    await page.touchscreen.tap(50, 50);
    await expect.poll(crosshairTime).toBe(null);
    const [before] = await countColors(page, ['#4d8dff']);
    // Fingers that move on at once, before the page has answered: with a pause they would press.
    const swipe = (...way: [number, number][][]): Promise<unknown> =>
      Promise.all([
        ...way.map((points, at) => touch(at === 0 ? 'touchStart' : 'touchMove', ...points)),
        touch('touchEnd'),
      ]);
    const steps = Array.from({ length: 9 }, (_, step) => step);
    await swipe(
      ...steps.map((step): [number, number][] => [
        [150 - step * 8, 150],
        [200 + step * 8, 150],
      ]),
    );
    await expect.poll(async () => (await countColors(page, ['#4d8dff']))[0]).not.toBe(before);
    // No countdown runs.
    await page.evaluate(() => window.manual.chart.setStale(true));
    await settle(page);
    const still = await drawn(page);
    await swipe(...steps.map((step): [number, number][] => [[150, 100 + step * 12]]));
    await frames(page, 5);
    expect((await drawn(page)) - still).toBeLessThanOrEqual(2);
    await context.close();
  });

  test.each(BACKENDS)('a worker draws with %s, receives pointers and returns a snapshot', async (backend) => {
    const page = await open('bars=500&host=worker', backend);
    const [up, down, ma5] = await countColors(page, [DARK.up, DARK.down, DARK.ma5]);
    expect(Math.min(up!, down!)).toBeGreaterThan(2000);
    expect(ma5).toBeGreaterThan(500);
    expect(
      await page
        .evaluate(() => document.querySelector('canvas')!.getContext('2d') ?? 'handed over')
        .catch(() => 'handed over'),
    ).toBe('handed over');
    await page.mouse.move(200, 150);
    await page.waitForFunction(() => window.manual.crosshairTime !== null);
    const size = await page.evaluate(async () => {
      const picture = await createImageBitmap(await window.manual.chart.snapshot());
      return [picture.width, picture.height];
    });
    expect(size).toEqual([780, 800]);
    await page.close();
  });

  test('moves back to Canvas2D once, however often the heat map is shown and hidden meanwhile', async () => {
    const page = await open('bars=500&host=worker', 'webgl');
    await page.evaluate(() => {
      window.manual.showHeatMap(true, false, true);
      // The page gives the worker no other canvas meanwhile.
      for (const end = performance.now() + 200; performance.now() < end;);
    });
    await page.waitForFunction(() => window.manual.chart.backend === 'canvas2d');
    await settle(page);
    const [up, down] = await countColors(page, [DARK.up, DARK.down]);
    expect(Math.min(up!, down!)).toBeGreaterThan(2000);
    await page.close();
  });

  test.each(BACKENDS)('%s: a picture of a hidden chart shows what it is now', async (backend) => {
    const page = await open('bars=500', backend);
    const candles = await page.evaluate(async (up) => {
      const { chart } = window.manual;
      const countOf = async (): Promise<number> => {
        const picture = await createImageBitmap(await chart.snapshot());
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
        context.drawImage(picture, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
        return pixels.filter((pixel) => pixel === up).length;
      };
      chart.setVisible(false);
      // WebGL has lost its picture by then.
      for (let at = 0; at < 3; at += 1) await new Promise((done) => requestAnimationFrame(done));
      const before = await countOf();
      chart.setStyle({ candles: 'line', axis: 'linear', inverted: false, autoScale: true, timeZone: '' });
      return [before, await countOf()];
    }, 0xff7ac020);
    expect(candles[0]).toBeGreaterThan(2000);
    expect(candles[1]).toBeLessThan(0.8 * candles[0]!);
    await page.close();
  });

  test('a worker draws while the page is busy', async () => {
    const page = await open('bars=500&host=worker', 'canvas2d');
    const framesMeanwhile = await page.evaluate(async () => {
      const { manual } = window;
      manual.tick(60);
      await new Promise((done) => setTimeout(done, 1100));
      const before = manual.chart.framesDrawn;
      manual.tick(240);
      const end = performance.now() + 3_800;
      while (performance.now() < end);
      await new Promise((done) => setTimeout(done, 1200));
      return manual.chart.framesDrawn - before;
    });
    // 240 ticks in 3 840 ms, nearly all while the page is busy: a chart on the main thread would draw twice, a worker
    // on a busy machine a dozen times.
    expect(framesMeanwhile).toBeGreaterThan(5);
    await page.close();
  });
});
