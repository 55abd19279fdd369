// Charts hosted in this thread; the drawing code is loaded with the first one.
import type { ChartNo } from '../../core/worker-protocol/worker-protocol.ts';
import type { FrameWriter } from '../frames/frame-writer.ts';
import type { ChartPort, LazyModules } from '../lazy-modules.ts';
import type { ChartView, ChartViewParts, HostedChart } from './chart-view.ts';
import type { LiveView } from './live-view.ts';

export interface ChartViewRequest extends ChartViewParts {
  chart: ChartNo;
  /** Loads older candles. */
  older(): Promise<void>;
}

export class HostedCharts {
  readonly #modules: Pick<LazyModules, 'hostChart'>;
  readonly #markDirty: () => void;
  readonly #charts = new Map<ChartNo, HostedChart>();
  /** null until the drawing code is loaded. */
  #ChartView: typeof ChartView | null = null;

  /** `markDirty` is called when a chart is ready for candles. */
  constructor(modules: Pick<LazyModules, 'hostChart'>, markDirty: () => void) {
    this.#modules = modules;
    this.#markDirty = markDirty;
  }

  /** Loads a chart onto the canvas at `port`. Rejects with an Error when it cannot be drawn here. */
  async host(no: ChartNo, port: ChartPort): Promise<void> {
    const chart: HostedChart = { series: null, feed: null, loadOlder: () => {} };
    this.#charts.set(no, chart);
    const disposed = (): void => void this.#charts.delete(no);
    try {
      const [series, module] = await Promise.all([
        this.#modules.hostChart(port, { needOlder: () => chart.loadOlder(), disposed }),
        import('./chart-view.ts'),
      ]);
      this.#ChartView = module.ChartView;
      chart.series = series;
    } catch (cause) {
      disposed();
      throw cause;
    }
    this.#markDirty();
  }

  /** A view on a hosted chart; it draws nothing before the chart is loaded or after it is disposed. */
  createView(request: ChartViewRequest): LiveView {
    return new DeferredChartView(() => this.#create(request));
  }

  #create({ chart, older, ...parts }: ChartViewRequest): LiveView | null {
    const ChartView = this.#ChartView;
    if (!ChartView) return null;
    const loadOlder = (): void => void older().then(() => this.#markDirty());
    return new ChartView(parts, () => this.#charts.get(chart), loadOlder);
  }
}

/** Creates its view at the first write for which the code is loaded. */
class DeferredChartView implements LiveView {
  readonly #create: () => LiveView | null;
  #view: LiveView | null = null;

  constructor(create: () => LiveView | null) {
    this.#create = create;
  }

  write(writer: FrameWriter, paintMs: number): boolean | void {
    this.#view ??= this.#create();
    return this.#view?.write(writer, paintMs);
  }
}
