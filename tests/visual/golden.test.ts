// Compares pictures of the chart with golden ones: candle types, themes, scales, indicators, drawings, depth.
// UPDATE_GOLDEN=1 stores the pictures of this run instead; review them before the commit.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_FLAGS, CHROMIUM, hasBrowser } from '../support/browser/browser-path.ts';
import { chartPageForFile } from '../support/browser/chart-page.ts';
import { ROOT } from '../support/data/shared-file.ts';
import { DEPTHS, PICTURES } from './pictures.ts';

const UPDATE = process.env['UPDATE_GOLDEN'] === '1';
const GOLDEN = resolve(ROOT, 'tests/visual/golden');
/** Where a picture that differs is written. */
const DIFFERING = '/tmp/pictures';
/** Largest share of differing pixels. Edges of letters differ by machine; the plot has few. */
const MAX_DIFFERING = { whole: 0.03, plot: 0.002 };
/** The same for the plot of a picture with high and low markers or drawing labels, which are text. */
const MAX_WITH_WORDS = 0.01;

const origin = chartPageForFile('tests/visual/page');
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!hasBrowser) return;
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...BROWSER_FLAGS, '--disable-gpu', '--force-color-profile=srgb'],
  });
  page = await browser.newPage({ viewport: { width: 400, height: 440 } });
  await page.goto(origin());
  await page.waitForFunction(() => typeof window.drawPicture === 'function');
});

afterAll(async () => {
  await browser?.close();
});

function writePicture(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** Compares with the golden picture of that name; a picture that differs is written to `DIFFERING`. */
async function compare(name: string, drawn: string, ratio: number): Promise<void> {
  const path = resolve(GOLDEN, `${name}.png`);
  const bytes = Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64');
  if (UPDATE) writePicture(path, bytes);
  const golden = `data:image/png;base64,${readFileSync(path).toString('base64')}`;
  const off = await page.evaluate(([one, other, at]) => window.compare(one, other, at), [
    drawn,
    golden,
    ratio,
  ] as const);
  if (off.whole > MAX_DIFFERING.whole || off.plot > MAX_WITH_WORDS) {
    writePicture(resolve(DIFFERING, `${name}.png`), bytes);
  }
  expect(off.whole, 'share of differing pixels').toBeLessThan(MAX_DIFFERING.whole);
  expect(off.plot, 'share of differing pixels in the plot').toBeLessThan(MAX_WITH_WORDS);
}

describe.skipIf(!hasBrowser)('pictures of the chart', () => {
  test.each(PICTURES.map((spec) => [spec.name, spec] as const))('%s', async (name, spec) => {
    await compare(name, await page.evaluate((wanted) => window.drawPicture(wanted), spec), spec.ratio);
  });

  test.each(DEPTHS.map((spec) => [spec.name, spec] as const))('%s', async (name, spec) => {
    await compare(name, await page.evaluate((wanted) => window.drawDepth(wanted), spec), 1);
  });

  test('the comparison finds another theme and another candle type', async () => {
    const url = (name: string): string =>
      `data:image/png;base64,${readFileSync(resolve(GOLDEN, `${name}.png`)).toString('base64')}`;
    const off = (one: string, other: string): Promise<{ whole: number; plot: number }> =>
      page.evaluate(([a, b]) => window.compare(a, b, 1), [url(one), url(other)] as const);
    expect((await off('candle-types/solid-dark', 'candle-types/solid-light')).whole).toBeGreaterThan(0.5);
    expect((await off('depth/depth-dark', 'depth/depth-light')).whole).toBeGreaterThan(0.5);
    expect((await off('depth/depth-dark', 'depth/depth-stale')).plot).toBeGreaterThan(MAX_WITH_WORDS);
    expect((await off('candle-types/solid-dark', 'candle-types/hollow-dark')).plot).toBeGreaterThan(MAX_WITH_WORDS);
    expect((await off('candle-types/solid-dark', 'candle-types/heikin-ashi-dark')).plot).toBeGreaterThan(
      MAX_WITH_WORDS,
    );
    expect((await off('candle-types/solid-dark', 'views/log')).whole).toBeLessThan(MAX_DIFFERING.whole * 2);
  });
});
