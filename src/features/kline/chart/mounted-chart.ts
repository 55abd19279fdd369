// A chart in its host element: drawn by the market worker where a worker may draw, in this thread elsewhere.
import type { Chart, ChartEvent, ChartOptions, ChartSeries } from '../../../../chart/api.ts';
import { createWorkerChart, workersCanDraw } from '../../../../chart/hosts/worker-chart.ts';
import type { ChartNo } from '../../../../core/worker-protocol/worker-protocol.ts';
import { market } from '../../../api/market-worker.ts';

/** A chart, and where its candles come from: `no` names it to the worker, or `series` takes columns of this thread. */
export type Mounted = { chart: Chart; no: ChartNo; series: null } | { chart: Chart; no: null; series: ChartSeries };

let lastNo: ChartNo = 0;

/**
 * Puts a canvas into `host` and a chart onto it; a worker that fails is replaced by this thread. Rejects when no chart
 * can be drawn at all.
 */
export async function mountChart(
  host: HTMLElement,
  options: ChartOptions,
  onEvent: (event: ChartEvent) => void,
): Promise<Mounted> {
  if (workersCanDraw()) {
    try {
      return await mountRemote(host, options, onEvent);
    } catch (cause) {
      console.warn('chart: the worker cannot draw, this thread does', cause);
    }
  }
  const { createChart } = await import('../../../../chart/hosts/main-thread-chart.ts');
  const chart = createChart(freshCanvas(host), options, onEvent);
  return { chart, no: null, series: chart };
}

async function mountRemote(
  host: HTMLElement,
  options: ChartOptions,
  onEvent: (event: ChartEvent) => void,
): Promise<Mounted> {
  const no = ++lastNo;
  const { port1, port2 } = new MessageChannel();
  const chart = createWorkerChart(freshCanvas(host), port1, options, onEvent);
  try {
    await market().hostChart(no, port2);
  } catch (cause) {
    chart.destroy();
    throw cause;
  }
  return { chart, no, series: null };
}

/** A canvas keeps the kind of its first context: every try gets one of its own. */
function freshCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  // The chart's keys (arrows, + and -, Home, End) need something to stand on.
  canvas.tabIndex = 0;
  host.replaceChildren(canvas);
  return canvas;
}
