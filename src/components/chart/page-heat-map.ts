// The heat map of a chart that this thread draws; its code is loaded with the first update.
import type { ChartSeries } from '../../../chart/api.ts';
import type { HeatMirror } from '../../../chart/heat-map/heat-mirror.ts';
import type { HeatUpdate } from '../../../core/worker-protocol/heat-update.ts';
import { importWithRetry } from '../../api/import-with-retry.ts';
import type { OpenView } from '../../api/view-subscription.ts';
import { onThreadEvent } from '../../stores/market/frame-receiver.ts';

const importMirror = importWithRetry(() => import('../../../chart/heat-map/heat-mirror.ts'));

export class PageHeatMap {
  /** Ends it. */
  readonly close: () => void;
  readonly #view: OpenView;
  readonly #onChange: () => void;
  readonly #onFailed: (reason: string) => void;
  #mirror: HeatMirror | null = null;
  /** Updates that came before the code. */
  #waiting: HeatUpdate[] | null = null;

  /** `onChange` is called after each change, `onFailed` when the code cannot be loaded. */
  constructor(view: OpenView, onChange: () => void, onFailed: (reason: string) => void) {
    this.#view = view;
    this.#onChange = onChange;
    this.#onFailed = onFailed;
    this.close = onThreadEvent((event) => {
      if (event.kind === 'heat' && event.view === view.id) this.#onUpdate(event.update);
    });
  }

  show(series: ChartSeries): void {
    series.setHeatMap(this.#mirror);
  }

  #onUpdate(update: HeatUpdate): void {
    if (this.#mirror) {
      this.#mirror.apply(update);
      this.#onChange();
      return;
    }
    const isFirst = this.#waiting === null;
    (this.#waiting ??= []).push(update);
    if (isFirst) void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const { HeatMirror: Mirror } = await importMirror();
      this.#mirror = new Mirror((span) => this.#view.showHeat(span));
      for (const update of this.#waiting ?? []) this.#mirror.apply(update);
      this.#onChange();
    } catch (cause) {
      this.#onFailed(String(cause));
    } finally {
      this.#waiting = null;
    }
  }
}
