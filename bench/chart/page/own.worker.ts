// Worker of the harness: candles, indicators and the chart that draws them, in one thread.
// Its ticks begin here, as they would at its socket.
import type { ChartSeries } from '../../../chart/api.ts';
import { hostChart } from '../../../chart/hosts/worker-host.ts';
import type { CandleSeries } from '../../../workers/candles/candle-series.ts';
import type { IndicatorLines } from '../../../workers/indicators/kit/indicator.ts';
import type { Layout, TickLoad, Update } from './adapter.ts';
import { liveContexts, watchContexts } from './contexts.ts';
import { type FrameLog, takeFrames, watchFrames } from './frame-log.ts';
import { chartIndicators, computeLines, hasLines } from './full-layout.ts';
import { shownFlow } from '../../heatmap/page/heat-ask.ts';
import { madeFlow } from '../../heatmap/page/made-flow.ts';
import { closeSum, makeSeries, makeTicks, TICK_RING } from './made-candles.ts';
import { afterFrame, tickLoad } from './scenes.ts';
import { otherMarket, soakTicks } from './soak.ts';
import { type Answer, type Ask, BACKENDS } from './worker-ask.ts';

const scope = self as unknown as { postMessage(message: Answer, transfer: Transferable[]): void };

watchContexts();
watchFrames();
let series: CandleSeries = makeSeries(0);
let layout: Layout = 'full';
let lines: IndicatorLines[] = [];
let ticks: Update[] = [];
/** The engine implements the interface that the host returns. */
let chart: (ChartSeries & { framesDrawn?: number; backend?: 'canvas2d' | 'webgl' }) | null = null;
let played = 0;
let sum = 0;
let frameId = 0;

function tick(): void {
  series.upsert(ticks[played % ticks.length]!.row, 0);
  played += 1;
  onTick();
}

function onTick(): void {
  for (const each of lines) each.update(series);
  chart!.setCandles(series, 'tail');
}

function everyFrame(): void {
  tick();
  frameId = requestAnimationFrame(everyFrame);
}

function burst(forMs: number): number {
  const from = performance.now();
  let count = 0;
  for (; performance.now() - from < forMs; count += 100) for (let k = 0; k < 100; k += 1) tick();
  return ((performance.now() - from) * 1000) / count;
}

async function host(port: MessagePort): Promise<void> {
  chart = await hostChart(port, {
    needOlder: () => undefined,
    disposed: () => {
      chart = null;
    },
  });
  show();
}

function show(): void {
  lines = hasLines(layout) ? computeLines(series) : [];
  chart!.setCandles(series, 'reset');
  if (hasLines(layout)) chart!.setIndicators(chartIndicators(lines));
  if (layout !== 'flow') return;
  chart!.setIndicators(shownFlow());
  chart!.setOrderFlow(madeFlow().flow);
}

function prepare({ source, layout: wanted }: Extract<Ask, { kind: 'prepare' }>): void {
  series = wanted === 'flow' ? madeFlow().bars : makeSeries(source);
  sum = closeSum(series);
  layout = wanted;
  if (series.length > 0) ticks = makeTicks(series, TICK_RING, null);
}

async function act(ask: Ask): Promise<number | TickLoad | FrameLog> {
  switch (ask.kind) {
    case 'prepare':
      prepare(ask);
      return series.lastTime;
    case 'host':
      await host(ask.port);
      return 0;
    case 'burst':
      return burst(ask.forMs);
    case 'framesDrawn':
      return chart?.framesDrawn ?? 0;
    case 'takeFrames':
      return takeFrames();
    case 'closeSum':
      return sum;
    case 'tickLoad':
      return tickLoad(ask.perSecond, ask.forMs, tick, afterFrame, () => performance.now());
    case 'soakTicks':
      await soakTicks(series, ask.count, onTick);
      return 0;
    case 'switchMarket':
      series = otherMarket(series);
      show();
      return 0;
    case 'liveContexts':
      return liveContexts();
    case 'backend':
      return BACKENDS.indexOf(chart?.backend ?? '');
    case 'everyFrame':
      cancelAnimationFrame(frameId);
      if (ask.on) frameId = requestAnimationFrame(everyFrame);
      return 0;
  }
}

async function answer(no: number, ask: Ask): Promise<void> {
  try {
    const result = await act(ask);
    scope.postMessage(
      {
        no,
        value: typeof result === 'number' ? result : 0,
        tickLoad: typeof result === 'object' && 'due' in result ? result : null,
        frames: typeof result === 'object' && 'scriptMs' in result ? result : null,
        failure: '',
      },
      [],
    );
  } catch (cause) {
    scope.postMessage({ no, value: 0, tickLoad: null, frames: null, failure: String(cause) }, []);
  }
}

self.addEventListener(
  'message',
  ({ data: { no, ask } }: MessageEvent<{ no: number; ask: Ask }>) => void answer(no, ask),
);
