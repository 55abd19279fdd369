// Worker of the heat map's benchmark: the recorded book and the chart that draws it, in one thread.
import type { ChartSeries } from '../../../chart/api.ts';
import type { HeatSource } from '../../../chart/heat-map/heat-tiles.ts';
import { hostChart } from '../../../chart/hosts/worker-host.ts';
import { afterFrame, tickLoad } from '../../chart/page/scenes.ts';
import type { HeatAnswer, HeatAsk } from './heat-ask.ts';
import { MadeMarket } from './made-market.ts';

const scope = self as unknown as { postMessage(message: { no: number; answer: HeatAnswer }, transfer: []): void };

let market: MadeMarket | null = null;
let chart: ChartSeries | null = null;
let frames = 0;
let scriptMs = 0;

/** Time in scripts of frames; what is painted afterwards is not in it. */
const request = self.requestAnimationFrame.bind(self);
self.requestAnimationFrame = (run) =>
  request((at) => {
    const from = performance.now();
    run(at);
    scriptMs += performance.now() - from;
  });

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
  chart.setCandles(candles, 'reset');
  chart.setIndicators([{ name: 'HEAT', pane: 'main', label: 'HEAT', params: [50, 0], lines: [] }]);
  chart.setHeatMap(counted(recorder));
}

async function act(ask: HeatAsk): Promise<HeatAnswer> {
  if (ask.kind === 'prepare') market = new MadeMarket();
  else if (ask.kind === 'host') await host(ask.port);
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
  return { lastMs: made.candles.lastTime, frames, scriptMs, tickLoad: loaded };
}

self.addEventListener('message', ({ data: { no, ask } }: MessageEvent<{ no: number; ask: HeatAsk }>) => {
  void act(ask).then((answer) => scope.postMessage({ no, answer }, []));
});
