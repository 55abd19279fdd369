// Listens on a canvas of the page and passes on what it hears to the engine, in this thread or in another.
import type { PointerPoint } from './gestures.ts';
import type { HandInput, Manners } from './hand-input.ts';

const LINE_PX = 16;
/** Keys the chart acts on; all others are the page's. */
const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '+', '=', '-', '_', 'Home', 'End', 'Escape', 'Delete', 'Backspace', 'Enter']);

/** Attaches to the canvas; the returned function detaches. */
export function listen(canvas: HTMLCanvasElement, input: HandInput, manners: Manners): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let touches = 0;
  const pointOf = (event: PointerEvent): PointerPoint => (
    { id: event.pointerId, xPx: event.offsetX, yPx: event.offsetY, timeMs: event.timeStamp, touch: event.pointerType !== 'mouse' });

  canvas.style.touchAction = 'pan-y';
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    input.pointer('down', pointOf(event));
  }, { signal });
  for (const kind of ['move', 'up', 'cancel', 'leave'] as const) {
    canvas.addEventListener(`pointer${kind}`, (event) => input.pointer(kind, pointOf(event)), { signal });
  }
  // While fingers hold the chart the page must not scroll; `touch-action` cannot change in mid-gesture.
  const count = (event: TouchEvent): void => { touches = event.touches.length; };
  canvas.addEventListener('touchstart', count, { signal, passive: true });
  canvas.addEventListener('touchend', count, { signal, passive: true });
  canvas.addEventListener('touchmove', (event) => { if ((manners.steering || touches > 1) && event.cancelable) event.preventDefault(); }, { signal, passive: false });
  canvas.addEventListener('contextmenu', (event) => { if (manners.steering || manners.pressing) event.preventDefault(); }, { signal });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    input.wheel(event.deltaX * unit, event.deltaY * unit, event.offsetX, event.offsetY, event.ctrlKey);
  }, { signal, passive: false });
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS.has(event.key)) return;
    event.preventDefault();
    input.key(event.key, event.shiftKey);
  }, { signal });
  return () => stop.abort();
}
