// A worker that owns candles and hosts the chart, as the market worker does, without a market.
// Loaded, as by an earlier chart: it is shown at once.
import '../../../chart/heat-map/heat-map.ts';
import { hostChart } from '../../../chart/hosts/worker-host.ts';
import { averages, growingColumns, pushCandle } from '../../support/data/chart-data.ts';

/**
 * Page to this worker: the chart's port and how many candles; then ticks on the running candle, `everyMs` apart, and
 * whether the heat map is shown, one after the other.
 */
export type ManualChartRequest =
  | { port: MessagePort; bars: number; startMs: number }
  | { ticks: number; everyMs: number }
  | { heatMaps: boolean[] };

let tick: (() => void) | null = null;
let showHeatMap: ((isShown: boolean) => void) | null = null;

self.addEventListener('message', ({ data }: MessageEvent<ManualChartRequest>) => {
  if ('port' in data) void mount(data);
  else if ('heatMaps' in data) void showHeatMaps(data.heatMaps);
  else {
    let left = data.ticks;
    const timer = setInterval(() => {
      tick?.();
      if (--left === 0) clearInterval(timer);
    }, data.everyMs);
  }
});

async function showHeatMaps(heatMaps: readonly boolean[]): Promise<void> {
  for (const isShown of heatMaps) {
    showHeatMap?.(isShown);
    await new Promise((done) => setTimeout(done));
  }
}

async function mount({ port, bars, startMs }: Extract<ManualChartRequest, { port: MessagePort }>): Promise<void> {
  const columns = growingColumns(bars + 4096, 7, startMs);
  for (let row = 0; row < bars; row += 1) pushCandle(columns);
  const series = await hostChart(port, { needOlder: () => undefined, disposed: () => self.close() });
  series.setCandles(columns, 'reset');
  const indicators = averages(columns, [5, 10, 20]);
  series.setIndicators(indicators);
  showHeatMap = (isShown) =>
    series.setIndicators(isShown ? [...indicators, { name: 'HEAT', pane: 'main', lines: [] }] : indicators);
  tick = () => {
    const last = columns.length - 1;
    columns.close[last] = columns.close[last]! + (columns.close[last]! > columns.open[last]! ? -1 : 1);
    series.setCandles(columns, 'tail');
  };
}
