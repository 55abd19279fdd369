// Charts hosted in this thread; the drawing code is loaded with the first one.
import type { ChartNo, IndicatorSpec, ThreadEvent, ViewId } from '../../core/worker-protocol/worker-protocol.ts';
import type { ChartPort, Platform } from '../platform.ts';
import type { CandleChanges } from './candle-changes.ts';
import type { ChartView, HostedChart } from './chart-view.ts';
import type { LiveView } from './live-view.ts';

export class Charts {
  private readonly platform: Platform;
  private readonly markDirty: () => void;
  private readonly hosted = new Map<ChartNo, HostedChart>();
  private Painter: typeof ChartView | null = null;

  /** `markDirty` is called when a chart waits for candles. */
  constructor(platform: Platform, markDirty: () => void) {
    this.platform = platform;
    this.markDirty = markDirty;
  }

  /** Throws Error when the chart cannot be drawn here. */
  async host(no: ChartNo, port: ChartPort): Promise<void> {
    const chart: HostedChart = { series: null, feed: null, loadOlder: () => {} };
    this.hosted.set(no, chart);
    const dispose = (): void => void this.hosted.delete(no);
    try {
      const [series, painter] = await Promise.all([
        this.platform.hostChart(port, { needOlder: () => chart.loadOlder(), disposed: dispose }),
        import('./chart-view.ts'),
      ]);
      this.Painter = painter.ChartView;
      chart.series = series;
    } catch (cause) {
      dispose();
      throw cause;
    }
    this.markDirty();
  }

  /** Draws a view's candles on a chart; nothing is drawn before the chart is loaded or after it is disposed. */
  view(
    id: ViewId,
    no: ChartNo,
    specs: readonly IndicatorSpec[],
    changes: CandleChanges,
    older: () => Promise<void>,
    emit: (event: ThreadEvent) => void,
  ): LiveView {
    const load = (): void => void older().then(() => this.markDirty());
    const find = (): HostedChart | undefined => this.hosted.get(no);
    let view: LiveView | null = null;
    return {
      write: (writer, paintMs) => {
        view ??= this.Painter && new this.Painter(id, find, specs, changes, load, emit);
        return view?.write(writer, paintMs);
      },
    };
  }
}
