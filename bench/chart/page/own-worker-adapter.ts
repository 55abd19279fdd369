// Adapter of our chart in a worker that also owns its candles and indicators: the page forwards input only.
import type { BackendChoice } from '../../../chart/render/backend.ts';
import type { Chart } from '../../../chart/api.ts';
import { createWorkerChart } from '../../../chart/hosts/worker-chart.ts';
import type { CandleSeries } from '../../../workers/candles/candle-series.ts';
import type { Layout, OwnFeed, Soaked } from './adapter.ts';
import { ownOptions } from './look.ts';
import type { CandleSource } from './made-candles.ts';
import { pressEnd, spanInSight, wheelTo } from './own-steer.ts';
import { type Answer, type Ask, askWorker, BACKENDS } from './worker-ask.ts';

export class OwnWorkerAdapter implements Soaked {
  readonly feed: OwnFeed;
  readonly #choice: BackendChoice;
  readonly #source: CandleSource;
  readonly #worker = new Worker(new URL('./own.worker.ts', import.meta.url), { type: 'module' });
  readonly #ask: (ask: Ask, transfer?: Transferable[]) => Promise<Answer>;
  #chart: Chart | null = null;
  #host: HTMLElement | null = null;
  #lastMs = 0;

  constructor(choice: BackendChoice, source: CandleSource) {
    this.#choice = choice;
    this.#source = source;
    this.#ask = askWorker(this.#worker);
    this.feed = {
      everyFrame: async (on) => {
        await this.#ask({ kind: 'everyFrame', on });
      },
      tickLoad: async (perSecond, forMs) => (await this.#ask({ kind: 'tickLoad', perSecond, forMs })).tickLoad!,
      burst: async (forMs) => (await this.#ask({ kind: 'burst', forMs })).value,
      framesDrawn: async () => (await this.#ask({ kind: 'framesDrawn' })).value,
      takeFrames: async () => (await this.#ask({ kind: 'takeFrames' })).frames!,
      framesKnown: () => this.#chart?.framesDrawn ?? 0,
      closeSum: async () => (await this.#ask({ kind: 'closeSum' })).value,
    };
  }

  /** The worker makes its own candles, as it would load them itself. */
  async prepare(_series: CandleSeries, layout: Layout): Promise<void> {
    this.#lastMs = (await this.#ask({ kind: 'prepare', source: this.#source, layout })).value;
  }

  mount(host: HTMLElement): void {
    const canvas = document.createElement('canvas');
    canvas.className = 'own';
    canvas.tabIndex = 0;
    host.replaceChildren(canvas);
    this.#host = host;
    const { port1, port2 } = new MessageChannel();
    void this.#ask({ kind: 'host', port: port2 }, [port2]);
    this.#chart = createWorkerChart(canvas, port1, ownOptions(this.#lastMs), () => undefined, this.#choice);
    this.#chart.resize(host.clientWidth, host.clientHeight, devicePixelRatio);
  }

  showBars(count: number): void {
    wheelTo(this.handTarget(), count);
  }
  toNewest(): void {
    pressEnd(this.handTarget());
  }
  handTarget(): HTMLElement {
    return this.#host!.querySelector('canvas')!;
  }

  inSight(): Promise<string> {
    return spanInSight(this.#chart!);
  }

  tick(): void {
    throw new Error('ticks of this chart come to its worker');
  }

  async soakTicks(count: number): Promise<void> {
    await this.#ask({ kind: 'soakTicks', count });
  }
  async switchMarket(): Promise<void> {
    await this.#ask({ kind: 'switchMarket' });
  }
  async backendNow(): Promise<string> {
    return BACKENDS[(await this.#ask({ kind: 'backend' })).value]!;
  }
  async liveContexts(): Promise<number> {
    return (await this.#ask({ kind: 'liveContexts' })).value;
  }

  destroy(): void {
    this.#chart?.dispose();
  }
}
