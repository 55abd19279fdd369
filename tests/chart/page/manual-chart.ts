// A page to try the chart by hand and for the browser check: ?theme=light&backend=webgl&bars=500&live=1&host=worker.
import type { BackendChoice } from '../../../chart/render/backend.ts';
import {
  type CandleColumns,
  type Chart,
  type ChartEvent,
  type ChartOptions,
  DEFAULT_STYLE,
} from '../../../chart/api.ts';
import { createChart } from '../../../chart/hosts/main-thread-chart.ts';
import { createWorkerChart } from '../../../chart/hosts/worker-chart.ts';
import { intervalMs } from '../../../core/units/bar-interval.ts';
import { averages, growingColumns, MARKET, pushCandle, THEMES } from '../../support/data/chart-data.ts';
import type { ManualChartRequest } from './manual-chart.worker.ts';

export interface ManualChartPage {
  chart: Chart;
  columns: CandleColumns;
  /** Changes the running candle `times` times: in one task, or in the worker one every 16 ms. */
  tick(times: number): void;
  /** Shows and hides the heat map, of a chart in the worker. */
  showHeatMap(...isShown: boolean[]): void;
  /** Resolves once the tools that the chart loads after its first frame are here. */
  toolsLoaded: Promise<unknown>;
  olderRequests: number;
  /** Kinds of the chart's events so far. */
  events: string[];
  /** Start of the candle under the crosshair, ms. */
  crosshairTime: number | null;
}

declare global {
  interface Window {
    manual: ManualChartPage;
  }
}

const query = new URLSearchParams(location.search);
const theme = THEMES[query.get('theme') === 'light' ? 'light' : 'dark'];
const bars = Number(query.get('bars') ?? 500);
document.body.style.setProperty('--bg', theme.bg);

const START_MS = Date.UTC(2024, 11, 5, 1, 0);
const columns = growingColumns(bars + 4096, 7, START_MS);

const host = document.querySelector<HTMLElement>('#host')!;
// The clock is fixed 4 min 12 s before the end of the running candle.
const nowMs = START_MS + bars * intervalMs(MARKET.interval) - 252_000;
const options: ChartOptions = {
  market: MARKET,
  theme,
  style: DEFAULT_STYLE,
  clockOffsetMs: nowMs - Date.now(),
  calm: false,
};
const choice = (query.get('backend') ?? 'auto') as BackendChoice;
const onEvent = (event: ChartEvent): void => {
  if (event.kind === 'needOlder') window.manual.olderRequests += 1;
  if (event.kind === 'crosshair') window.manual.crosshairTime = event.candle?.time ?? null;
  window.manual.events.push(event.kind);
};
const canvas = host.querySelector('canvas')!;

type Made = Pick<ManualChartPage, 'chart' | 'tick' | 'showHeatMap'>;

function inPage(): Made {
  const chart = createChart(canvas, options, onEvent, choice);
  for (let row = 0; row < bars; row += 1) pushCandle(columns);
  chart.setCandles(columns, 'reset');
  chart.setIndicators(averages(columns, [5, 10, 20]));
  const tick = (times: number): void => {
    const last = columns.length - 1;
    for (let at = 0; at < times; at += 1) {
      columns.close[last] = columns.close[last]! + (at % 2 === 0 ? 1 : -1);
      chart.setCandles(columns, 'tail');
    }
  };
  return { chart, tick, showHeatMap: () => undefined };
}

function inWorker(): Made {
  const worker = new Worker(new URL('./manual-chart.worker.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  const chart = createWorkerChart(canvas, port1, options, onEvent, choice);
  worker.postMessage({ port: port2, bars, startMs: START_MS } satisfies ManualChartRequest, [port2]);
  const post = (request: ManualChartRequest): void => worker.postMessage(request, []);
  return {
    chart,
    tick: (times) => post({ ticks: times, everyMs: 16 }),
    showHeatMap: (...heatMaps) => post({ heatMaps }),
  };
}

const made = query.get('host') === 'worker' ? inWorker() : inPage();
window.manual = {
  ...made,
  columns,
  toolsLoaded: import('../../../chart/input/interactions.ts'),
  olderRequests: 0,
  crosshairTime: null,
  events: [],
};
const fit = (): void => window.manual.chart.resize(host.clientWidth, host.clientHeight, devicePixelRatio);
fit();
new ResizeObserver(fit).observe(host);
if (query.get('live') === '1') setInterval(() => window.manual.tick(1), 100);
