// Frame times of the chart on the machine's own GPU, on a phone's and on a desktop's screen.
// What Pixi draws is also, as an experiment, drawn through WebGPU.
import { setTimeout as delay } from 'node:timers/promises';
import { Cell, type Compositing, PHONE, type Screen } from './browser.ts';
import { findDriver } from './driver.ts';
import { type DrawnBy, servePage } from './page-server.ts';
import type { FrameLog } from './page/frame-log.ts';
import type { Setting } from './page/harness.ts';
import { formed } from '../harness/quick.ts';
import { type Row, median, quantile } from '../harness/row.ts';
import type { Layer } from '../heatmap/page/heat-ask.ts';

const SCREENS: readonly Screen[] = [PHONE, { width: 2560, height: 1440, ratio: 1 }];
const WAYS = ['pan', 'zoom'] as const;
const SCENE_MS = formed(2000, 1500);
/** On a phone, 2 CSS px each; on a desktop as many more as fit. */
const BARS = 150;
/** A backend starts a while after the first frame, in software a long one. */
const SETTLED_MS = 60_000;
const MAX_CANDLES = formed(10_000_000, 1_000_000);
const CANDLES: readonly (Pick<Setting, 'subject' | 'candles' | 'layout'> & { name: string })[] = [
  { name: '100k candles, all indicators, worker', subject: 'own worker', candles: 100_000, layout: 'full' },
  { name: '100k candles, all indicators, main thread', subject: 'own main', candles: 100_000, layout: 'full' },
  { name: `${MAX_CANDLES / 1e6} M candles, worker`, subject: 'own worker', candles: MAX_CANDLES, layout: 'bare' },
];
const LAYERS: readonly { name: string; layer: Layer; backend: 'canvas2d' | 'webgl' }[] = [
  { name: 'heat map, 24 h x 1 000 levels, worker', layer: 'heat', backend: 'canvas2d' },
  { name: 'footprints, 500 bars x 40 levels, and a profile, worker', layer: 'footprint', backend: 'webgl' },
];

/** GPU_ONLY=2560: what has this in its name alone. */
const ONLY = process.env['GPU_ONLY'] ?? '';

type Measure = (cell: Cell, called: string) => Promise<Row[]>;

const spoken = ({ width, height, ratio }: Screen): string => `${width}x${height}@${ratio}`;

/** Of the thread that draws: from frame to frame, and the script of a frame. */
function frameRows(name: string, { betweenMs, scriptMs }: FrameLog): Row[] {
  const row = (what: string, value: number): Row => ({ name: `${name}: ${what}`, value, unit: 'ms' });
  return [
    row('frame, median', median(betweenMs)),
    row('frame, 95 %', quantile(betweenMs, 0.95)),
    row('script of the drawing thread, median', median(scriptMs)),
    row('script of the drawing thread, 95 %', quantile(scriptMs, 0.95)),
  ];
}

/** Waits until a backend draws the chart. */
async function settled(backend: string, now: () => Promise<string>): Promise<void> {
  const until = performance.now() + SETTLED_MS;
  while ((await now()) !== backend) {
    if (performance.now() > until) throw new Error(`${backend} did not start`);
    await delay(50);
  }
}

async function candleRows(cell: Cell, name: string, setting: Setting, drawnBy: DrawnBy): Promise<Row[]> {
  const { firstFrameMs } = await cell.mount(setting);
  await cell.page.evaluate((bars) => window.harness.showBars(bars), BARS);
  // What takes the place of the WebGL backend goes by its name.
  await settled('webgl', () => cell.page.evaluate(() => window.harness.soaked.backendNow()));
  const rows: Row[] = [{ name: `${name}, ${drawnBy}: first picture`, value: firstFrameMs, unit: 'ms' }];
  for (const way of WAYS) {
    const called = `${name}, ${drawnBy}, ${way}`;
    const log = await cell.page.evaluate(([scene, ms]) => window.harness.timed(scene, ms), [way, SCENE_MS] as const);
    const { result, jsMs } = await cell.traceJs(() =>
      cell.page.evaluate(([scene, ms]) => window.harness.play(scene, Infinity, ms), [way, SCENE_MS] as const),
    );
    rows.push(...frameRows(called, log));
    rows.push({ name: `${called}: script of the main thread`, value: jsMs / result.pageFrames, unit: 'ms a frame' });
  }
  return rows;
}

async function layerRows(
  cell: Cell,
  name: string,
  { layer, backend }: (typeof LAYERS)[number],
  drawnBy: DrawnBy,
): Promise<Row[]> {
  await cell.page.evaluate(() => window.heatPage.prepare());
  const firstMs = await cell.page.evaluate(([which, choice]) => window.heatPage.mount(which, choice), [
    layer,
    backend,
  ] as const);
  await settled(backend, () => cell.page.evaluate(() => window.heatPage.backend()));
  const by = backend === 'canvas2d' ? backend : drawnBy;
  const rows: Row[] = [{ name: `${name}, ${by}: first picture`, value: firstMs, unit: 'ms' }];
  for (const way of WAYS) {
    const called = `${name}, ${by}, ${way}`;
    const { result, jsMs } = await cell.traceJs(() =>
      cell.page.evaluate(([how, ms]) => window.heatPage.move(how, ms), [way, SCENE_MS] as const),
    );
    rows.push(...frameRows(called, result.log));
    rows.push({ name: `${called}: script of the main thread`, value: jsMs / result.frames, unit: 'ms a frame' });
  }
  return rows;
}

/** Name of the adapter behind WebGPU; rejects without one. */
async function adapterOf(url: string, compositing: Compositing): Promise<string> {
  const cell = await Cell.open(url, compositing);
  try {
    return await cell.page.evaluate(async () => {
      const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<{ info: Record<string, string> } | null> } };
      const info = (await gpu?.requestAdapter())?.info;
      if (!info) throw new Error('no WebGPU');
      return `WebGPU: ${info['vendor']} ${info['architecture']} ${info['description']}`.trim();
    });
  } finally {
    await cell.close();
  }
}

/** All scenes that Pixi draws through `drawnBy`; of WebGL also those that Canvas2D does. */
async function drawnRows(drawnBy: DrawnBy): Promise<Row[]> {
  const candles = await servePage('bench/chart/page', drawnBy);
  const layers = await servePage('bench/heatmap/page', drawnBy);
  try {
    const { compositing, renderer } = await findDriver(candles.url);
    const against = drawnBy === 'webgl' ? renderer : await adapterOf(candles.url, compositing);
    console.log(`  ${drawnBy}: ${against}`);
    const rows: Row[] = [];
    /** A fresh browser for each; one that fails leaves its rows out. */
    const measure = async (url: string, screen: Screen, name: string, of: Measure): Promise<void> => {
      const called = `${spoken(screen)}, ${name}`;
      if (!called.includes(ONLY)) return;
      const cell = await Cell.open(url, compositing, screen);
      const measured = await of(cell, called)
        .catch((cause: unknown) => {
          console.warn(`  ${called}: ${String(cause)}`);
          return [{ name: `${called}, ${drawnBy}`, value: NaN, unit: 'ms' }];
        })
        .finally(() => cell.close());
      for (const { name: what, value } of measured) console.log(`  ${what}: ${value.toPrecision(3)}`);
      rows.push(...measured);
    };
    for (const screen of SCREENS) {
      for (const { name, ...setting } of CANDLES)
        await measure(candles.url, screen, name, (cell, called) =>
          candleRows(cell, called, { ...setting, backend: 'webgl', conflated: false }, drawnBy),
        );
      for (const each of LAYERS)
        if (drawnBy === 'webgl' || each.backend === 'webgl')
          await measure(layers.url, screen, each.name, (cell, called) => layerRows(cell, called, each, drawnBy));
    }
    return rows.map((row) => ({ ...row, against }));
  } finally {
    layers.close();
    candles.close();
  }
}

/** Every row names the renderer, so that software is not taken for a GPU. */
export async function measureGpu(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const drawnBy of ['webgl', 'webgpu'] as const)
    rows.push(
      ...(await drawnRows(drawnBy).catch((cause: unknown) => {
        console.warn(`  ${drawnBy}: ${String(cause)}`);
        return [];
      })),
    );
  return rows;
}
