// A chart drawn in this thread, on a canvas of this page: the fallback where a worker may not draw.
import type { BackendChoice } from '../render/backend.ts';
import type { Chart, ChartEvent, ChartOptions, ChartSeries } from '../api.ts';
import { Engine } from '../engine.ts';
import { listen } from '../input/dom-listeners.ts';
import type { HandInput, Manners } from '../input/pointer-input.ts';
import { PageSurface } from './page-surface.ts';

/** Takes candles and, beside what its canvas hears, a hand's moves from the host. */
export type LocalChart = Chart & ChartSeries & HandInput;

class Local extends Engine implements LocalChart {
  private unlisten: () => void;

  constructor(
    canvas: HTMLCanvasElement,
    options: ChartOptions,
    onEvent: (event: ChartEvent) => void,
    choice: BackendChoice,
  ) {
    const manners: Manners = { steering: false, pressing: false };
    const surface = new PageSurface(canvas, (shown) => {
      this.unlisten();
      this.unlisten = listen(shown, this, manners);
    });
    super(
      surface,
      options,
      {
        event: onEvent,
        manners: (changed) => {
          Object.assign(manners, changed);
        },
        cursor: (css) => {
          surface.element.style.cursor = css;
        },
      },
      choice,
    );
    this.unlisten = listen(canvas, this, manners);
  }

  override destroy(): void {
    this.unlisten();
    super.destroy();
  }
}

/**
 * Mounts a chart on a canvas that has no context yet. It draws with Canvas2D from its first frame and moves to WebGL by
 * itself where a GPU is there (`auto`); `webgl` and `canvas2d` force a backend. The canvas element may be replaced by a
 * clone, so it should stand in an element of its own; its CSS size is the host's business, told through `resize`.
 * Throws when the browser gives no 2D context.
 */
export function createChart(
  canvas: HTMLCanvasElement,
  options: ChartOptions,
  onEvent: (event: ChartEvent) => void,
  choice: BackendChoice = 'auto',
): LocalChart {
  return new Local(canvas, options, onEvent, choice);
}
