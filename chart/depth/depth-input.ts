// Input of the depth chart: mouse, fingers, wheel and keys; positions in CSS px of the canvas.

export interface DepthTarget {
  pointAt(xPx: number): void;
  pointOff(): void;
  /** Distance of the crosshair from a place; Infinity without one. */
  pointDistance(xPx: number): number;
  zoomBy(factor: number): void;
  stepLevels(count: number): void;
}

/** A finger that moved less has tapped. */
const SLOP_PX = 8;
/** A tap this near to the crosshair hides it. */
const NEAR_PX = 20;
/** What a wheel that counts in lines moves by one. */
const LINE_PX = 16;
/** Wheel px that double the range. */
const WHEEL_DOUBLE_PX = 400;
const PINCH_WHEEL_DOUBLE_PX = 70;
const KEY_ZOOM = 1.5;
/** Levels that an arrow key moves with Shift. */
const BIG_STEP = 10;

/** Fingers closer than this count as this far apart: the zoom would jump. */
const MIN_SPREAD_PX = 16;

interface Finger {
  xPx: number;
  yPx: number;
  startXPx: number;
  moved: boolean;
}

/** Attaches to the canvas; the returned function detaches. Vertical drags stay the page's, which scrolls. */
export function listenDepth(canvas: HTMLCanvasElement, target: DepthTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  canvas.style.touchAction = 'pan-y';
  listenFingers(canvas, target, signal);
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const deltaPx = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      target.zoomBy(2 ** (-deltaPx / (event.ctrlKey ? PINCH_WHEEL_DOUBLE_PX : WHEEL_DOUBLE_PX)));
    },
    { signal, passive: false },
  );
  canvas.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !pressKey(event.key, event.shiftKey ? BIG_STEP : 1, target))
        return;
      event.preventDefault();
    },
    { signal },
  );
  return () => stop.abort();
}

/** Whether the key was one of ours. */
function pressKey(key: string, step: number, target: DepthTarget): boolean {
  switch (key) {
    case 'ArrowLeft':
      target.stepLevels(-step);
      return true;
    case 'ArrowRight':
      target.stepLevels(step);
      return true;
    case '+':
    case '=':
      target.zoomBy(KEY_ZOOM);
      return true;
    case '-':
    case '_':
      target.zoomBy(1 / KEY_ZOOM);
      return true;
    case 'Escape':
      target.pointOff();
      return true;
    default:
      return false;
  }
}

function listenFingers(canvas: HTMLCanvasElement, target: DepthTarget, signal: AbortSignal): void {
  const fingers = new Map<number, Finger>();
  let spreadPx = 0;
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType === 'mouse') return;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, {
        xPx: event.offsetX,
        yPx: event.offsetY,
        startXPx: event.offsetX,
        moved: fingers.size > 0,
      });
      spreadPx = spreadOf(fingers);
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType === 'mouse') return target.pointAt(event.offsetX);
      const finger = fingers.get(event.pointerId);
      if (!finger) return undefined;
      finger.xPx = event.offsetX;
      finger.yPx = event.offsetY;
      finger.moved ||= Math.abs(finger.xPx - finger.startXPx) >= SLOP_PX;
      if (fingers.size === 1 && finger.moved) return target.pointAt(finger.xPx);
      if (fingers.size !== 2) return undefined;
      const beforePx = spreadPx;
      spreadPx = spreadOf(fingers);
      return target.zoomBy(spreadPx / beforePx);
    },
    { signal },
  );
  canvas.addEventListener(
    'pointerup',
    (event) => {
      const finger = fingers.get(event.pointerId);
      fingers.delete(event.pointerId);
      for (const rest of fingers.values()) rest.startXPx = rest.xPx;
      if (!finger || finger.moved) return;
      if (target.pointDistance(finger.xPx) < NEAR_PX) target.pointOff();
      else target.pointAt(finger.xPx);
    },
    { signal },
  );
  canvas.addEventListener('pointercancel', (event) => fingers.delete(event.pointerId), { signal });
  canvas.addEventListener(
    'pointerleave',
    (event) => {
      if (event.pointerType === 'mouse') target.pointOff();
    },
    { signal },
  );
}

/** Distance of two fingers in px; 0 with another number of them. */
function spreadOf(fingers: ReadonlyMap<number, Finger>): number {
  const [one, two] = fingers.values();
  return one && two ? Math.max(MIN_SPREAD_PX, Math.hypot(one.xPx - two.xPx, one.yPx - two.yPx)) : 0;
}
