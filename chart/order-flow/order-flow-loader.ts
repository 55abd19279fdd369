// Loads the overlay of the order flow with the first indicator that needs it.
import { isOrderFlow } from '../../core/market-data/indicator-params.ts';
import type { ChartIndicator } from '../api.ts';
import type { Composer } from '../layers/composer.ts';
import type { FlowColumns } from './flow-columns.ts';

export class OrderFlowLoader {
  readonly #composer: Composer;
  readonly #onLoaded: () => void;
  #flow: FlowColumns | null = null;
  #loading = false;

  constructor(composer: Composer, onLoaded: () => void) {
    this.#composer = composer;
    this.#onLoaded = onLoaded;
  }

  setFlow(flow: FlowColumns | null): void {
    this.#flow = flow;
    if (this.#composer.orderFlow) this.#composer.orderFlow.flow = flow;
  }

  /** A load that fails is retried with the next set of indicators. */
  async loadFor(indicators: readonly ChartIndicator[]): Promise<void> {
    const composer = this.#composer;
    if (this.#loading || composer.orderFlow || !indicators.some(({ name }) => isOrderFlow(name))) return;
    this.#loading = true;
    try {
      const { OrderFlowOverlay } = await import('./order-flow-overlay.ts');
      composer.orderFlow = new OrderFlowOverlay(composer.view, composer.list);
      composer.orderFlow.flow = this.#flow;
      composer.overlays.unshift(composer.orderFlow);
      this.#onLoaded();
    } catch (cause) {
      console.warn('order flow load failed', cause);
    } finally {
      this.#loading = false;
    }
  }
}
