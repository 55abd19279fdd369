// The order flow of a chart that this thread draws; its code is loaded with the first section.
import type { ChartSeries } from '../../../chart/api.ts';
import type { FlowMirror } from '../../../chart/order-flow/flow-mirror.ts';
import { importWithRetry } from '../../api/import-with-retry.ts';

const importMirror = importWithRetry(() => import('../../../chart/order-flow/flow-mirror.ts'));

export class PageOrderFlow {
  readonly #onChange: () => void;
  readonly #onFailed: (reason: string) => void;
  #mirror: FlowMirror | null = null;
  /** Sections that came before the code. */
  #waiting: Float64Array[] | null = null;

  /** `onChange` is called after each change, `onFailed` when the code cannot be loaded. */
  constructor(onChange: () => void, onFailed: (reason: string) => void) {
    this.#onChange = onChange;
    this.#onFailed = onFailed;
  }

  onSection(columns: Float64Array, at: number, length: number): void {
    if (this.#mirror) {
      this.#mirror.apply(columns, at);
      this.#onChange();
      return;
    }
    const isFirst = this.#waiting === null;
    (this.#waiting ??= []).push(columns.slice(at, at + length));
    if (isFirst) void this.#load();
  }

  show(series: ChartSeries): void {
    series.setOrderFlow(this.#mirror?.bars ?? null);
  }

  async #load(): Promise<void> {
    try {
      const { FlowMirror: Mirror } = await importMirror();
      this.#mirror = new Mirror();
      for (const section of this.#waiting ?? []) this.#mirror.apply(section, 0);
      this.#onChange();
    } catch (cause) {
      this.#onFailed(String(cause));
    } finally {
      this.#waiting = null;
    }
  }
}
