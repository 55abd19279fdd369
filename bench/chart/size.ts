// What each library weighs in a bundle, minified and compressed.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { PIXI_ALIAS } from '../../chart/render/webgl/pixi-alias.mjs';
import { CONSTANTS, INLINED } from '../../src/minified.mjs';
import { ROOT } from '../../tests/support/data/shared-file.ts';
import type { Line } from './line.ts';

interface Chunk {
  type: string;
  fileName: string;
  code: string;
  isEntry: boolean;
  facadeModuleId: string | null;
  imports: string[];
}

const REMOTE = `export { createWorkerChart } from '${ROOT}/chart/hosts/worker-chart.ts';`;
const HOST = `export { hostChart } from '${ROOT}/chart/hosts/worker-host.ts';`;
const LOCAL = `export { createChart } from '${ROOT}/chart/hosts/main-thread-chart.ts';`;
const INDICATORS_BUNDLE = `export { INDICATORS } from '${ROOT}/workers/indicators/registry.ts'; export { CandleSeries } from '${ROOT}/workers/candles/candle-series.ts';`;
const KLINE = `export { init } from 'klinecharts';`;
const OPENALGO = `export { createChart } from 'openalgo-charts';`;
const OPENALGO_INDICATORS = `${OPENALGO} import 'openalgo-charts/indicators';`;
const DXCHARTS = `export { createChart } from '@devexperts/dxcharts-lite';`;
const ECHARTS = `export { init, use } from 'echarts/core'; export { CandlestickChart, LineChart, BarChart } from 'echarts/charts'; export { DatasetComponent, DataZoomComponent, GridComponent } from 'echarts/components'; export { CanvasRenderer } from 'echarts/renderers';`;
const LIGHTWEIGHT = `export { createChart, CandlestickSeries, LineSeries, HistogramSeries } from 'lightweight-charts';`;

/** What the chart loads where WebGL draws. */
const WEBGL = /\/chart\/render\/(webgl-choice|webgl\/pixi-backend)\.ts$/;

/** Built as the client is. KiB after gzip of what the entry needs at once, and of what WebGL adds to it. */
async function weigh(source: string): Promise<{ now: number; webgl: number }> {
  const id = 'virtual:entry';
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    resolve: { alias: PIXI_ALIAS },
    plugins: [
      {
        name: 'entry',
        resolveId: (name) => (name === id ? `\0${id}` : null),
        load: (name) => (name === `\0${id}` ? source : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: id,
        preserveEntrySignatures: 'strict',
        optimization: INLINED,
        output: CONSTANTS,
      },
    },
  });
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((each) =>
    'output' in each ? each.output : [],
  ) as unknown as Chunk[];
  const files = new Map(chunks.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const reach = (isStart: (chunk: Chunk) => boolean): Set<string> => {
    const seen = new Set<string>();
    const visit = (name: string): void => {
      const chunk = files.get(name);
      if (!chunk || seen.has(name)) return;
      seen.add(name);
      for (const next of chunk.imports) visit(next);
    };
    for (const chunk of files.values()) if (isStart(chunk)) visit(chunk.fileName);
    return seen;
  };
  const kib = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(files.get(name)!.code, { level: 9 }).length, 0) / 1024;
  const now = reach(({ isEntry }) => isEntry);
  const webgl = reach(({ facadeModuleId }) => WEBGL.test(facadeModuleId ?? ''));
  return { now: kib(now), webgl: kib([...webgl].filter((name) => !now.has(name))) };
}

export async function measureSize(): Promise<Line[]> {
  const [remote, host, local, fullHost, fullLocal, kline, lightweight, openalgo, fullOpenalgo, dxcharts, echarts] =
    await Promise.all(
      [
        REMOTE,
        HOST,
        LOCAL,
        HOST + INDICATORS_BUNDLE,
        LOCAL + INDICATORS_BUNDLE,
        KLINE,
        LIGHTWEIGHT,
        OPENALGO,
        OPENALGO_INDICATORS,
        DXCHARTS,
        ECHARTS,
      ].map(weigh),
    );
  const line = (what: string, values: Line['values']): Line => ({ what, unit: 'KiB gzip', better: 'less', values });
  return [
    line('bundle until the first paint', {
      'own worker': remote!.now + host!.now,
      'own main': local!.now,
      klinecharts: kline!.now,
      'lightweight-charts': lightweight!.now,
      'openalgo-charts': openalgo!.now,
      'dxcharts-lite': dxcharts!.now,
      echarts: echarts!.now,
    }),
    line('bundle with candles and all indicators (lightweight-charts has none)', {
      'own worker': remote!.now + fullHost!.now,
      'own main': fullLocal!.now,
      klinecharts: kline!.now,
      'openalgo-charts': fullOpenalgo!.now,
    }),
    line('what WebGL adds where it draws', { 'own worker': host!.webgl, 'own main': local!.webgl }),
  ];
}
