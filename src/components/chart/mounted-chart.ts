// Creates a chart in a host element.
// Drawn by the market worker where workers can draw, else by this thread.
import type { Chart, ChartEvent, ChartOptions, ChartSeries } from '../../../chart/api.ts';
import { createWorkerChart, workersCanDraw } from '../../../chart/hosts/worker-chart.ts';
import type { ChartNo } from '../../../core/worker-protocol/worker-protocol.ts';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { type MarketWorkerClient, marketWorker } from '../../api/market-worker.ts';

/**
 * A chart and its source of candles: `no` names the chart to the worker, `series` receives columns of
 * this thread.
 */
export type MountedChart =
  | { chart: Chart; no: ChartNo; series: null }
  | { chart: Chart; no: null; series: ChartSeries };

const importChart = importWithRetry(() => import('../../../chart/hosts/main-thread-chart.ts'));

let lastNo: ChartNo = 0;

/** Creates canvas and chart in `host`, on this thread when the worker fails. Rejects when neither can draw. */
export async function mountChart(
  host: HTMLElement,
  options: ChartOptions,
  onEvent: (event: ChartEvent) => void,
): Promise<MountedChart> {
  const { hostChart } = marketWorker();
  if (hostChart && workersCanDraw()) {
    try {
      return await mountInWorker(hostChart, host, options, onEvent);
    } catch (cause) {
      console.warn('chart worker mount failed', cause);
    }
  }
  const { createChart } = await importChart();
  const chart = createChart(createCanvas(host), options, onEvent);
  return { chart, no: null, series: chart };
}

async function mountInWorker(
  hostChart: NonNullable<MarketWorkerClient['hostChart']>,
  host: HTMLElement,
  options: ChartOptions,
  onEvent: (event: ChartEvent) => void,
): Promise<MountedChart> {
  const no = ++lastNo;
  const { port1, port2 } = new MessageChannel();
  const chart = createWorkerChart(createCanvas(host), port1, options, onEvent);
  try {
    await hostChart(no, port2);
  } catch (cause) {
    chart.dispose();
    throw cause;
  }
  return { chart, no, series: null };
}

/** A new canvas per attempt: a canvas keeps the type of its first context. */
function createCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  // Focusable, for the chart's keys (arrows, + and -, Home, End).
  canvas.tabIndex = 0;
  host.replaceChildren(canvas);
  return canvas;
}
