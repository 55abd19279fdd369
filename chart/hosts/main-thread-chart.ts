// A chart drawn in this thread, on a canvas of this page: the fallback where a worker may not draw.
import type { BackendChoice } from '../render/backend.ts';
import type { Chart, ChartEvent, ChartOptions, ChartSeries } from '../api.ts';
import { Engine } from '../engine.ts';
import { attach } from '../input/dom-listeners.ts';
import type { PointerInput, GestureState } from '../input/pointer-input.ts';
import { PageSurface } from './page-surface.ts';

/** Takes candles and, beside what its canvas hears, a hand's moves from the host. */
export type MainThreadChart = Chart & ChartSeries & PointerInput;

class MainThreadEngine extends Engine implements MainThreadChart {
  private unlisten: () => void;

  constructor(
    canvas: HTMLCanvasElement,
    options: ChartOptions,
    onEvent: (event: ChartEvent) => void,
    choice: BackendChoice,
  ) {
    const gestureState: GestureState = { steering: false, pressing: false };
    const surface = new PageSurface(canvas, (shown) => {
      this.unlisten();
      this.unlisten = attach(shown, this, gestureState);
    });
    super(
      surface,
      options,
      {
        event: onEvent,
        gestureState: (changed) => {
          Object.assign(gestureState, changed);
        },
        cursor: (css) => {
          surface.element.style.cursor = css;
        },
      },
      choice,
    );
    this.unlisten = attach(canvas, this, gestureState);
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
): MainThreadChart {
  return new MainThreadEngine(canvas, options, onEvent, choice);
}
