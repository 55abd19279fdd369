// Adapter without a chart: what the harness itself costs.
import type { Adapter } from './adapter.ts';

export class Nothing implements Adapter {
  readonly #canvas = document.createElement('canvas');
  prepare(): void {}
  mount(host: HTMLElement): void {
    host.replaceChildren(this.#canvas);
  }
  showBars(): void {}
  toNewest(): void {}
  handTarget(): HTMLElement {
    return this.#canvas;
  }
  inSight(): string {
    return '';
  }
  tick(): void {}
  destroy(): void {
    this.#canvas.remove();
  }
}
