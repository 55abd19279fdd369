// Chromium as a phone with a device scale factor of 3, and the harness page in it.
import { randomUUID } from 'node:crypto';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM } from '../../tests/support/browser/browser-path.ts';
import type { Mounted, Setting, Harness } from './page/harness.ts';
import { processWith, pssMiB, renderers, treePids } from './process-tree.ts';
import { jsCpuMs } from './trace.ts';

/**
 * software: nothing draws but the CPU. gpu: compositing and rasterisation through GL by SwiftShader. vulkan, gl: the
 * same through the machine's own driver. vulkan-software: SwiftShader as a Vulkan device, which WebGPU asks for.
 */
export type Compositing = 'software' | 'gpu' | 'vulkan' | 'vulkan-software' | 'gl';

/** CSS px, and device px a CSS px. */
export interface Screen {
  width: number;
  height: number;
  ratio: number;
}
export const PHONE: Screen = { width: 390, height: 844, ratio: 3 };

const COMMON = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--expose-gc',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];
const DRAWN_BY_GPU = ['--ignore-gpu-blocklist', '--enable-gpu-rasterization'];
const VULKAN = ['--enable-features=Vulkan', '--enable-unsafe-webgpu'];
const COMPOSITING: Record<Compositing, string[]> = {
  software: ['--disable-gpu'],
  gpu: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', ...DRAWN_BY_GPU],
  vulkan: ['--use-angle=vulkan', '--disable-vulkan-surface', ...VULKAN, ...DRAWN_BY_GPU],
  'vulkan-software': [
    '--use-angle=swiftshader',
    '--use-vulkan=swiftshader',
    '--use-webgpu-adapter=swiftshader',
    '--enable-unsafe-swiftshader',
    ...VULKAN,
    ...DRAWN_BY_GPU,
  ],
  gl: ['--use-angle=gl-egl', ...DRAWN_BY_GPU],
};
/** No more than is read: every event costs the traced thread some us. */
const TRACE = ['-*', 'devtools.timeline', 'blink.user_timing'];

/** Libraries whose price axis is a canvas of its own have a widest one that is narrower than the page. */
const MIN_WIDTH = 0.75;
/** Sum of the closes of each source of candles, as the first that showed it has it. */
const closeSums = new Map<number | string, number>();

declare global {
  interface Window {
    harness: Harness;
  }
}

/** Where the time of a run went: seconds in cells of each subject. */
export const spentSeconds = new Map<string, number>();

/** A fresh browser with one page, so that no cell of the table inherits anything from another. */
export class Cell {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly #browser: Browser;

  readonly #root: number;
  readonly #screen: Screen;
  readonly #fromMs = performance.now();
  #subject = '';

  private constructor(browser: Browser, root: number, page: Page, cdp: CDPSession, screen: Screen) {
    this.#browser = browser;
    this.#root = root;
    this.#screen = screen;
    this.page = page;
    this.cdp = cdp;
  }

  static async open(url: string, compositing: Compositing, screen = PHONE): Promise<Cell> {
    // Chromium passes over a flag it does not know; /proc shows it.
    const name = `--bench-cell=${randomUUID()}`;
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        ...COMMON,
        // An emulated factor would not reach `device-pixel-content-box`: libraries that ask there would draw a ninth of
        // the pixels.
        `--force-device-scale-factor=${screen.ratio}`,
        ...COMPOSITING[compositing],
        name,
      ],
    });
    const context = await browser.newContext({ viewport: null });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`  page: ${error.message}`));
    page.on('crash', () => console.error('  page: crashed'));
    const cdp = await context.newCDPSession(page);
    const { width, height } = screen;
    await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 0, mobile: false });
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url);
    const ratio = await page.evaluate(() => devicePixelRatio);
    if (ratio !== screen.ratio) throw new Error(`the page has ${ratio} device px a CSS px, not ${screen.ratio}`);
    return new Cell(browser, processWith(name), page, cdp, screen);
  }

  /** Mounts a chart; throws when it did not draw at full resolution. */
  async mount(setting: Setting): Promise<Mounted & { mainCpuMs: number }> {
    this.#subject = setting.subject;
    await this.page.evaluate((wanted) => window.harness.prepare(wanted), setting);
    await this.collectGarbage();
    const before = await this.mainCpuMs();
    const mounted = await this.page.evaluate(() => window.harness.mount());
    const mainCpuMs = (await this.mainCpuMs()) - before;
    if (setting.subject !== 'nothing') await this.#checkDrawn(setting);
    return { ...mounted, mainCpuMs };
  }

  /** CPU time of the page's main thread so far. */
  async mainCpuMs(): Promise<number> {
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  }

  async heapMiB(): Promise<number> {
    await this.collectGarbage();
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20;
  }

  /**
   * Memory of the page's process with its part of what it shares; typed columns and canvases are in it, unlike in the
   * heap.
   */
  memoryMiB(): number {
    const known = renderers(this.pids()).map(pssMiB);
    return known.length > 0 ? Math.max(...known) : NaN;
  }

  async collectGarbage(): Promise<void> {
    await this.cdp.send('HeapProfiler.collectGarbage');
  }

  /** CPU time that the page's scripts took between its marks 'scene-from' and 'scene-to'. */
  async traceJs<T>(play: () => Promise<T>): Promise<{ result: T; jsMs: number }> {
    await this.#browser.startTracing(this.page, { categories: TRACE });
    const result = await play();
    const { traceEvents } = JSON.parse((await this.#browser.stopTracing()).toString('utf8')) as {
      traceEvents: never[];
    };
    return { result, jsMs: jsCpuMs(traceEvents) };
  }

  /** Processes of this browser. */
  pids(): number[] {
    return treePids(this.#root);
  }

  close(): Promise<void> {
    const spent = (performance.now() - this.#fromMs) / 1000;
    spentSeconds.set(this.#subject, (spentSeconds.get(this.#subject) ?? 0) + spent);
    return this.#browser.close();
  }

  /** In device px, and the same candles as everybody else. */
  async #checkDrawn({ subject, candles }: Setting): Promise<void> {
    const { widthPx, closeSum } = await this.page.evaluate(() => ({
      widthPx: window.harness.widestCanvasPx(),
      closeSum: window.harness.closeSum,
    }));
    if (widthPx < this.#screen.width * this.#screen.ratio * MIN_WIDTH)
      throw new Error(`${subject}: its widest canvas has ${widthPx} device px`);
    const others = closeSums.get(candles) ?? closeSum;
    if (closeSum !== others) throw new Error(`${subject}: shows other candles than the rest`);
    closeSums.set(candles, closeSum);
  }
}
