// A chart drawn on the main thread: the fallback where a worker cannot draw.
import type { BackendChoice } from '../render/backend.ts';
import type { Chart, ChartEvent, ChartOptions, ChartSeries } from '../api.ts';
import { Engine } from '../engine.ts';
import { attach } from '../input/dom-listeners.ts';
import { type PointerInput, newGestureState } from '../input/pointer-input.ts';
import { PageSurface } from './page-surface.ts';

/** A chart that also accepts columns, and pointer input from the host. */
export type MainThreadChart = Chart & ChartSeries & PointerInput;

class MainThreadEngine extends Engine implements MainThreadChart {
  #unlisten: () => void;

  constructor(
    canvas: HTMLCanvasElement,
    options: ChartOptions,
    onEvent: (event: ChartEvent) => void,
    choice: BackendChoice,
  ) {
    const gestureState = newGestureState();
    const held = new Set<number>();
    const surface = new PageSurface(canvas, (shown) => {
      this.#unlisten();
      this.#unlisten = attach(shown, this, gestureState, held);
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
    this.#unlisten = attach(canvas, this, gestureState, held);
  }

  override dispose(): void {
    this.#unlisten();
    super.dispose();
  }
}

/**
 * Mounts a chart on a canvas that has no context yet. It draws with Canvas2D from its first frame and moves to WebGL
 * by itself where a GPU exists.
 * The canvas element may be replaced by a clone, so give it a parent element of its own; the host sets its CSS size
 * and calls `resize`.
 * @param choice `auto`, or `webgl` or `canvas2d` to force a backend.
 * @defaultValue `choice` is `auto`.
 * @throws When the browser gives no 2D context.
 */
export function createChart(
  canvas: HTMLCanvasElement,
  options: ChartOptions,
  onEvent: (event: ChartEvent) => void,
  choice: BackendChoice = 'auto',
): MainThreadChart {
  return new MainThreadEngine(canvas, options, onEvent, choice);
}
