// Listens on the canvas and passes pointers, wheel and keys on to the gestures.
import { Gestures, type GestureTarget, LONG_PRESS_MS, type PointerPoint } from './gestures.ts';

/** One notch of a mouse wheel (100 px) zooms by this factor. */
const ZOOM_PER_PX = 0.0018;
const LINE_PX = 16;

/** What keys ask beyond the gestures. */
export interface KeyTarget extends GestureTarget {
  panBars(bars: number): void;
  /** Zooms around the middle of the plot. */
  zoomMiddle(factor: number): void;
  toOldest(): void;
  toNewest(): void;
}

/** Acts on a key; false when the chart does not use it. */
export function actOnKey(key: string, shift: boolean, target: KeyTarget): boolean {
  const bars = shift ? 10 : 1;
  if (key === 'ArrowLeft') target.panBars(bars);
  else if (key === 'ArrowRight') target.panBars(-bars);
  else if (key === '+' || key === '=') target.zoomMiddle(1.25);
  else if (key === '-' || key === '_') target.zoomMiddle(0.8);
  else if (key === 'Home') target.toOldest();
  else if (key === 'End') target.toNewest();
  else if (key === 'Escape' && target.hasCrosshair()) target.crosshairOff();
  else return false;
  return true;
}

/** Attaches to the canvas; the returned function detaches. */
export function listen(canvas: HTMLCanvasElement, target: KeyTarget): () => void {
  const gestures = new Gestures(target);
  const stop = new AbortController();
  const { signal } = stop;
  let pressTimer = 0;

  const pointOf = (event: PointerEvent): PointerPoint => {
    const box = canvas.getBoundingClientRect();
    return { id: event.pointerId, xPx: event.clientX - box.left, yPx: event.clientY - box.top, timeMs: event.timeStamp, touch: event.pointerType !== 'mouse' };
  };

  canvas.style.touchAction = 'pan-y';
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    gestures.down(pointOf(event));
    window.clearTimeout(pressTimer);
    pressTimer = window.setTimeout(() => gestures.longPress(), LONG_PRESS_MS);
  }, { signal });
  canvas.addEventListener('pointermove', (event) => gestures.move(pointOf(event)), { signal });
  canvas.addEventListener('pointerup', (event) => gestures.up(pointOf(event)), { signal });
  canvas.addEventListener('pointercancel', (event) => gestures.cancel(event.pointerId), { signal });
  canvas.addEventListener('pointerleave', (event) => gestures.leave(pointOf(event)), { signal });
  // While fingers steer the crosshair or pinch, the page must not scroll; `touch-action` cannot change in mid-gesture.
  canvas.addEventListener('touchmove', (event) => { if (gestures.steering && event.cancelable) event.preventDefault(); }, { signal, passive: false });
  canvas.addEventListener('contextmenu', (event) => { if (gestures.steering || gestures.pressing) event.preventDefault(); }, { signal });
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    target.grab();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) target.panBy(-event.deltaX * unit);
    else target.zoomAt(Math.exp(-event.deltaY * unit * ZOOM_PER_PX), event.clientX - canvas.getBoundingClientRect().left);
  }, { signal, passive: false });
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (actOnKey(event.key, event.shiftKey, target)) event.preventDefault();
  }, { signal });

  return () => {
    window.clearTimeout(pressTimer);
    stop.abort();
  };
}
