// Worker of the heat map's benchmark: the recorded book and the chart that draws it, in one thread.
import type { ChartSeries } from '../../../chart/api.ts';
import type { HeatSource } from '../../../chart/heat-map/heat-tiles.ts';
import { hostChart } from '../../../chart/hosts/worker-host.ts';
import { afterFrame, tickLoad } from '../../chart/page/scenes.ts';
import { takeFrames, watchFrames } from '../../chart/page/frame-log.ts';
import { type HeatAnswer, type HeatAsk, type Layer, shownFlow, shownHeat } from './heat-ask.ts';
import { madeFlow } from './made-flow.ts';
import { MadeMarket } from './made-market.ts';

const scope = self as unknown as { postMessage(message: { no: number; answer: HeatAnswer }, transfer: []): void };

let market: MadeMarket | null = null;
/** The engine implements the interface that the host returns. */
let chart: (ChartSeries & { backend?: string; framesDrawn?: number }) | null = null;
let layer: Layer = 'heat';
let frames = 0;

watchFrames();

/** The market's recorder; counts the frames that read it. */
function counted(source: HeatSource): HeatSource {
  return {
    tickPrice: source.tickPrice,
    lotCoins: source.lotCoins,
    columnMs: source.columnMs,
    get revision() {
      return source.revision;
    },
    levelTicksAt: (resolution) => source.levelTicksAt(resolution),
    tilesAt: (...span) => {
      frames += 1;
      return source.tilesAt(...span);
    },
  };
}

async function host(port: MessagePort): Promise<void> {
  const { candles, recorder } = market!;
  chart = await hostChart(port, { needOlder: () => undefined, disposed: () => undefined });
  if (layer === 'heat') {
    chart.setCandles(candles, 'reset');
    chart.setIndicators(shownHeat());
    chart.setHeatMap(counted(recorder));
  } else {
    const { bars, flow } = madeFlow();
    chart.setCandles(bars, 'reset');
    chart.setIndicators(shownFlow());
    chart.setOrderFlow(flow);
  }
}

async function act(ask: HeatAsk): Promise<HeatAnswer> {
  if (ask.kind === 'prepare') market = new MadeMarket();
  if (ask.kind === 'host') {
    layer = ask.layer;
    await host(ask.port);
  }
  const source = ask.kind === 'tickLoad' ? counted(market!.recorder) : null;
  const made = market!;
  const change = (): void => {
    made.nowMs += 0.1;
    made.change();
    chart!.setHeatMap(source);
  };
  const loaded =
    ask.kind === 'tickLoad'
      ? await tickLoad(ask.perSecond, ask.forMs, change, afterFrame, () => performance.now())
      : null;
  return {
    lastMs: made.candles.lastTime,
    // Before the map is loaded the chart draws candles alone.
    frames: layer === 'heat' ? frames : (chart?.framesDrawn ?? 0),
    log: ask.kind === 'takeFrames' ? takeFrames() : null,
    backend: chart?.backend ?? '',
    tickLoad: loaded,
  };
}

self.addEventListener('message', ({ data: { no, ask } }: MessageEvent<{ no: number; ask: HeatAsk }>) => {
  void act(ask).then((answer) => scope.postMessage({ no, answer }, []));
});
