// Draws one picture at a time with the chart's Canvas2D backend, and compares it with the golden one.
import { DepthChart } from '../../../chart/depth/depth-chart.ts';
import type { ChartTheme } from '../../../chart/api.ts';
import { createChart } from '../../../chart/hosts/main-thread-chart.ts';
import { chartIndicators } from '../../../chart/indicators/indicator-looks.ts';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { IndicatorLines } from '../../../workers/indicators/kit/indicator.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';
import { BOOK_STATE, SECTION_HEAD } from '../../../core/worker-protocol/worker-protocol.ts';
import { gridOf } from '../../../core/units/units.ts';
import { madeColumns, MARKET, THEMES as PLAIN_THEMES } from '../../support/data/chart-data.ts';
import { bookSection } from '../../support/data/generated-frame.ts';
import latin from '../../../src/styles/fonts/inter-latin.woff2';
import { type DepthSpec, drawnOn, madeBook, type PictureSpec } from '../pictures.ts';

/** The font of the app, so that pictures are the same on every machine. */
const font = await new FontFace('Inter', `url(${latin})`).load();
document.fonts.add(font);
const withFont = (theme: ChartTheme): ChartTheme => ({ ...theme, fontFamily: 'Inter, sans-serif' });
const THEMES = { dark: withFont(PLAIN_THEMES.dark), light: withFont(PLAIN_THEMES.light) };

const WIDTH = 360;
const HEIGHT = 420;
const DEPTH_HEIGHT = 280;
const START_MS = Date.UTC(2024, 11, 5, 1, 0);

/** Shares of pixels that differ: in the whole picture, and in the plot away from its words. */
export interface Difference {
  whole: number;
  plot: number;
}

declare global {
  interface Window {
    /** PNG as a data URL. */
    drawPicture(spec: PictureSpec): Promise<string>;
    drawDepth(spec: DepthSpec): Promise<string>;
    compare(one: string, other: string, ratio: number): Promise<Difference>;
  }
}

function series(count: number): CandleSeries {
  const made = madeColumns(count, 11, START_MS);
  const rows = new Rows(6, count);
  for (let row = 0; row < count; row += 1) {
    rows.data.set(
      [made.time[row]!, made.open[row]!, made.high[row]!, made.low[row]!, made.close[row]!, made.volume[row]!],
      rows.add(),
    );
  }
  const candles = new CandleSeries();
  candles.merge(rows);
  return candles;
}

window.drawPicture = async (spec) => {
  const candles = series(Math.max(spec.bars, 400));
  // The clock is fixed 4 min 12 s before the end of the running candle.
  const nowMs = candles.time[candles.length - 1]! + 900_000 - 252_000;
  Date.now = () => nowMs;
  const theme = spec.redUp
    ? { ...THEMES[spec.theme], up: THEMES[spec.theme].down, down: THEMES[spec.theme].up }
    : THEMES[spec.theme];
  const host = document.createElement('div');
  const canvas = document.createElement('canvas');
  host.append(canvas);
  document.body.replaceChildren(host);
  const style = { ...spec.style, timeZone: 'UTC' };
  const chart = createChart(
    canvas,
    { market: MARKET, theme, style, clockOffsetMs: 0, calm: true },
    () => undefined,
    'canvas2d',
  );
  chart.resize(WIDTH, HEIGHT, spec.ratio);
  chart.setCandles(candles, 'reset');
  const specs = spec.indicators.map((name) => ({ name, params: [...INDICATORS.get(name)!.defaults] }));
  const values = specs.flatMap((each) => {
    const lines = new IndicatorLines(INDICATORS.get(each.name)!, each);
    lines.recompute(candles);
    return lines.columns;
  });
  chart.setIndicators(chartIndicators(specs, values)!);
  const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
  await frame();
  // Zooms out at the middle until about `spec.bars` candles are visible.
  for (let turn = 0; turn < 60 && spec.bars > 400; turn += 1) chart.wheel(0, 80, WIDTH / 2, 50, false);
  if (spec.drawn) await draw(chart, candles);
  await frame();
  const url = await urlOf(await chart.snapshot());
  chart.dispose();
  return url;
};

/** The depth chart of a seeded book, with the crosshair on the asks where `pointed`. */
window.drawDepth = async ({ theme, pointed, stale }) => {
  const canvas = document.createElement('canvas');
  document.body.replaceChildren(canvas);
  const chart = new DepthChart(canvas, {
    grids: { price: gridOf('0.01'), amount: gridOf('0.001') },
    theme: THEMES[theme],
    onDrawn: () => undefined,
  });
  const { bids, asks } = madeBook();
  chart.setBook(Float64Array.from(bookSection(1, BOOK_STATE.live, bids, asks)), SECTION_HEAD);
  chart.setStale(stale);
  chart.resize(WIDTH, DEPTH_HEIGHT, 1);
  if (pointed) chart.pointAt(WIDTH * 0.75);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const url = onSurface(canvas, THEMES[theme].surface);
  chart.dispose();
  return url;
};

/** The depth chart's background is transparent: paints it on the theme's surface, as the page does. */
function onSurface(canvas: HTMLCanvasElement, color: string): string {
  const whole = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
  const context = whole.getContext('2d')!;
  context.fillStyle = color;
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(canvas, 0, 0);
  return whole.toDataURL();
}

/** The tools load after the first paint: their events show that they are ready. */
async function draw(chart: ReturnType<typeof createChart>, candles: CandleSeries): Promise<void> {
  const last = candles.length - 1;
  const { drawings, lines } = drawnOn(
    candles.time[last - 50]!,
    candles.time[last]!,
    Math.min(...candles.low.subarray(last - 50, last)),
    Math.max(...candles.high.subarray(last - 50, last)),
  );
  chart.setDrawings(drawings);
  chart.setTradeLines(lines);
  await new Promise((done) => setTimeout(done, 1500));
}

async function urlOf(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((done) => {
    reader.addEventListener('load', done, { once: true });
  });
  reader.readAsDataURL(blob);
  await read;
  return reader.result as string;
}

async function pixels(url: string): Promise<ImageData> {
  const image = await createImageBitmap(await (await fetch(url)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** A pixel differs when a channel is off by more than this, of 255: fonts and rasterisers round differently. */
const CHANNEL = 40;
/** The plot without texts: below the legend, left of the price axis, in CSS px. */
const PLOT = { left: 4, top: 44, right: WIDTH - 70, bottom: 200 };

window.compare = async (one, other, ratio) => {
  const [a, b] = await Promise.all([pixels(one), pixels(other)]);
  if (a.width !== b.width || a.height !== b.height) return { whole: 1, plot: 1 };
  const off = { whole: 0, plot: 0, inPlot: 0 };
  for (let y = 0; y < a.height; y += 1) {
    for (let x = 0; x < a.width; x += 1) {
      const at = (y * a.width + x) * 4;
      const inPlot =
        x >= PLOT.left * ratio && x < PLOT.right * ratio && y >= PLOT.top * ratio && y < PLOT.bottom * ratio;
      const differs = [0, 1, 2].some((channel) => Math.abs(a.data[at + channel]! - b.data[at + channel]!) > CHANNEL);
      off.inPlot += inPlot ? 1 : 0;
      off.whole += differs ? 1 : 0;
      off.plot += differs && inPlot ? 1 : 0;
    }
  }
  return { whole: off.whole / (a.width * a.height), plot: off.plot / off.inPlot };
};
