// A page to try the chart by hand and for the browser check: ?theme=light&backend=webgl&bars=500&live=1.
import type { BackendChoice } from '../../../chart/backend.ts';
import { type CandleColumns, DEFAULT_STYLE } from '../../../chart/chart.ts';
import { createChart, type LocalChart } from '../../../chart/local.ts';
import { INTERVAL_MS } from '../../../contract/time.ts';
import { averages, growingColumns, MARKET, pushCandle, THEMES } from '../made-data.ts';

export interface HandPage {
  chart: LocalChart;
  columns: CandleColumns;
  /** Changes the running candle `times` times in one task. */
  tick(times: number): void;
  olderAsked: number;
  /** Start of the candle under the crosshair, ms. */
  crosshairTime: number | null;
}

declare global {
  interface Window { hand: HandPage }
}

const query = new URLSearchParams(location.search);
const theme = THEMES[query.get('theme') === 'light' ? 'light' : 'dark'];
const bars = Number(query.get('bars') ?? 500);
document.body.style.setProperty('--bg', theme.bg);

const START_MS = Date.UTC(2024, 11, 5, 1, 0);
const columns = growingColumns(bars + 4096, 7, START_MS);
for (let row = 0; row < bars; row += 1) pushCandle(columns);
const indicators = averages(columns, [5, 10, 20]);

const host = document.querySelector<HTMLElement>('#host')!;
// The clock stands 4 min 12 s before the end of the running candle.
const nowMs = columns.time[bars - 1]! + INTERVAL_MS[MARKET.interval] - 252_000;
const chart = createChart(host.querySelector('canvas')!, {
  market: MARKET, theme, style: DEFAULT_STYLE, clockOffsetMs: nowMs - Date.now(), calm: false,
}, (event) => {
  if (event.kind === 'needOlder') window.hand.olderAsked += 1;
  if (event.kind === 'crosshair') window.hand.crosshairTime = event.candle?.time ?? null;
}, (query.get('backend') ?? 'auto') as BackendChoice);

window.hand = {
  chart, columns, olderAsked: 0, crosshairTime: null,
  tick(times) {
    const last = columns.length - 1;
    for (let at = 0; at < times; at += 1) {
      columns.close[last] = columns.close[last]! + (at % 2 === 0 ? 1 : -1);
      chart.setCandles(columns, 'tail');
    }
  },
};
chart.setCandles(columns, 'reset');
chart.setIndicators(indicators);
const fit = (): void => chart.resize(host.clientWidth, host.clientHeight, devicePixelRatio);
fit();
new ResizeObserver(fit).observe(host);
if (query.get('live') === '1') setInterval(() => window.hand.tick(1), 100);
