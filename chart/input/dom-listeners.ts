// Attaches DOM listeners to a canvas and forwards input to the engine, on this or another thread.
import { SMALL_CHART_CSS_PX } from '../api.ts';
import type { PageGestureState, PointerInput } from './pointer-input.ts';

const LINE_PX = 16;
/** Keys that the chart handles; all others are left to the page. */
const KEYS = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  '+',
  '=',
  '-',
  '_',
  'Home',
  'End',
  'Escape',
  'Delete',
  'Backspace',
  'Enter',
]);

/**
 * Offset of the canvas in the window, measured again only after something may have moved it: measuring forces a
 * layout.
 */
class CanvasOffset {
  readonly #canvas: HTMLCanvasElement;
  #box: DOMRect | null = null;

  constructor(canvas: HTMLCanvasElement, signal: AbortSignal) {
    this.#canvas = canvas;
    const invalidate = (): void => {
      this.#box = null;
    };
    for (const kind of ['scroll', 'resize', 'pointerdown'] as const)
      window.addEventListener(kind, invalidate, { signal, capture: true, passive: true });
    canvas.addEventListener('pointerenter', invalidate, { signal });
  }

  get left(): number {
    return (this.#box ??= this.#canvas.getBoundingClientRect()).left;
  }
  get top(): number {
    return (this.#box ??= this.#canvas.getBoundingClientRect()).top;
  }
}

/**
 * Attaches to the canvas; the returned function detaches. `held`: pointers that are down, also for the canvas that
 * takes the place of this one.
 */
export function attach(
  canvas: HTMLCanvasElement,
  input: PointerInput,
  state: PageGestureState,
  held: Set<number>,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const offset = new CanvasOffset(canvas, signal);
  canvas.style.touchAction = 'pan-y';
  // Before the call: a chart on this thread answers it at once.
  canvas.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      state.undecided = state.mayDrag && pointerType !== 'mouse';
    },
    { signal },
  );
  listenPointers({ canvas, input, offset, signal }, held);
  // While fingers hold the chart the page must not scroll; `touch-action` cannot change in mid-gesture.
  let touches = 0;
  const count = (event: TouchEvent): void => {
    touches = event.touches.length;
  };
  canvas.addEventListener('touchstart', count, { signal, passive: true });
  canvas.addEventListener('touchend', count, { signal, passive: true });
  canvas.addEventListener(
    'touchmove',
    (event) => {
      if ((state.steering || state.undecided || touches > 1) && event.cancelable) event.preventDefault();
    },
    { signal, passive: false },
  );
  canvas.addEventListener(
    'contextmenu',
    (event) => {
      if (state.steering || state.pressing) event.preventDefault();
    },
    { signal },
  );
  listenWheelAndKeys({ canvas, input, offset, signal });
  return () => stop.abort();
}

/** What listeners are attached to, and where they forward to until `signal` ends them. */
interface Listened {
  canvas: HTMLCanvasElement;
  input: PointerInput;
  offset: CanvasOffset;
  signal: AbortSignal;
}

function listenPointers({ canvas, input, offset, signal }: Listened, held: Set<number>): void {
  const forward = (kind: Parameters<PointerInput['pointer']>[0], event: PointerEvent): void =>
    input.pointer(
      kind,
      event.pointerId,
      event.clientX - offset.left,
      event.clientY - offset.top,
      event.timeStamp,
      event.pointerType !== 'mouse',
    );
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      forward('down', event);
    },
    { signal },
  );
  // The end of a press that another window or tab took may never arrive: the drag is cancelled.
  canvas.addEventListener('pointerdown', ({ pointerId }) => held.add(pointerId), { signal });
  for (const kind of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(kind, ({ pointerId }) => held.delete(pointerId), { signal });
  const release = (): void => {
    for (const id of held) input.pointer('cancel', id, 0, 0, performance.now(), true);
    held.clear();
  };
  try {
    for (const id of held) canvas.setPointerCapture(id);
  } catch {
    release();
  }
  window.addEventListener('blur', release, { signal });
  document.addEventListener('visibilitychange', release, { signal });
  canvas.addEventListener('lostpointercapture', ({ pointerId }) => held.has(pointerId) && release(), { signal });
  for (const kind of ['move', 'up', 'cancel', 'leave'] as const)
    canvas.addEventListener(`pointer${kind}`, (event) => forward(kind, event), { signal });
}

function listenWheelAndKeys({ canvas, input, offset, signal }: Listened): void {
  canvas.addEventListener(
    'wheel',
    (event) => {
      const scrolls = !event.ctrlKey && Math.abs(event.deltaY) > Math.abs(event.deltaX);
      if (scrolls && canvas.clientHeight < SMALL_CHART_CSS_PX) return;
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
      input.wheel(
        event.deltaX * unit,
        event.deltaY * unit,
        event.clientX - offset.left,
        event.clientY - offset.top,
        event.ctrlKey,
      );
    },
    { signal, passive: false },
  );
  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !KEYS.has(event.key)) return;
      event.preventDefault();
      // Held down, it answers no question that follows.
      if (!event.repeat || event.key !== 'Enter') input.key(event.key, event.shiftKey);
    },
    { signal },
  );
}
