// Gesture recognition without a DOM: pan, pinch, hold, long press, tap, double tap.

/** Calls that gestures make on the chart. Positions in CSS px of the canvas. */
export interface GestureTarget {
  /** A pointer is on the chart: inertia ends, older history may be requested again. */
  grab(): void;
  /** To the right; `deltaYPx` down, for prices that are free to move. */
  panBy(deltaPx: number, deltaYPx: number): void;
  /** Released at a speed in px per ms. */
  fling(pxPerMs: number): void;
  zoomAt(factor: number, xPx: number): void;
  crosshairTo(xPx: number, yPx: number): void;
  crosshairOff(): void;
  hasCrosshair(): boolean;
  resetView(): void;
  /** A first pointer went down: true when a drag target claims it until `dragDrop` or `dragCancel`. */
  dragStart(point: PointerPoint): boolean;
  /** The finger that went down at `point` has rested since: true when a drag target claims it now. */
  dragHold(point: PointerPoint): boolean;
  /** false when the drag target releases the pointer: the move is for the chart. */
  dragMove(point: PointerPoint): boolean;
  dragDrop(point: PointerPoint): void;
  dragCancel(): void;
  /** A tap; true when a drag target handled it. */
  tapped(point: PointerPoint, twice: boolean): boolean;
  /** Two fingers rest on the chart: measures between them until they leave. Positions as of the fingers. */
  measure(one: PointerPoint, two: PointerPoint): void;
  measureOff(): void;
}

export interface PointerPoint {
  id: number;
  xPx: number;
  yPx: number;
  timeMs: number;
  /** A finger or pen; a mouse shows the crosshair by hovering. */
  touch: boolean;
}

export const LONG_PRESS_MS = 350;
/** How long a finger rests before a hold. */
export const HOLD_MS = 250;
const DOUBLE_TAP_MS = 300;
/** A finger that moved less is still a tap or a press. */
const SLOP_PX = 8;
/** A finger that crept further does not rest: a slow swipe is no hold. */
const REST_PX = 4;
const MOUSE_SLOP_PX = 2;
/** Two taps of a double tap are at most this far apart: about half a fingertip. */
const DOUBLE_TAP_PX = 28;
/** Fingers closer than this count as this far apart: the zoom would jump. */
const MIN_SPREAD_PX = 10;
/** The speed at release is that of the last moments. */
const SPEED_WINDOW_MS = 90;
/** Moves that are held for the speed: more than a 120 Hz screen reports within the window. */
const TRAIL_MOVES = 16;

interface Held extends PointerPoint {
  startXPx: number;
  startYPx: number;
}

/** Distance from where the finger went down. */
function movedPx({ xPx, yPx, startXPx, startYPx }: Held): number {
  return Math.hypot(xPx - startXPx, yPx - startYPx);
}

export class Gestures {
  readonly #target: GestureTarget;
  readonly #held = new Map<number, Held>();
  #mode: 'idle' | 'press' | 'pan' | 'pinch' | 'measure' | 'crosshair' | 'drag' = 'idle';
  #trail: { xPx: number; timeMs: number }[] = [];
  #dragMoved = false;
  #pinched = false;
  /** The crosshair follows the finger because it rested, not because it was there before. */
  #pressedLong = false;
  #spreadPx = 0;
  #middleXPx = 0;
  #middleYPx = 0;
  #lastTap: PointerPoint | null = null;

  constructor(target: GestureTarget) {
    this.#target = target;
  }

  /** Whether a press is in progress that becomes a long press if nothing moves. */
  get pressing(): boolean {
    return this.#mode === 'press' || this.#mode === 'pinch';
  }
  get panning(): boolean {
    return this.#mode === 'pan';
  }
  /** Whether fingers control the chart: the page must not scroll under them. */
  get steering(): boolean {
    return this.#mode === 'crosshair' || this.#mode === 'pinch' || this.#mode === 'measure' || this.#mode === 'drag';
  }

  down(point: PointerPoint): void {
    this.#target.grab();
    this.#held.set(point.id, { ...point, startXPx: point.xPx, startYPx: point.yPx });
    if (this.#held.size === 2) this.#beginPinch();
    else if (this.#held.size === 1) {
      this.#dragMoved = false;
      this.#mode = this.#target.dragStart(point) ? 'drag' : 'press';
      this.#trail = [point];
    }
  }

  move(point: PointerPoint): void {
    const held = this.#held.get(point.id);
    if (!held) {
      if (!point.touch) this.#target.crosshairTo(point.xPx, point.yPx);
      return;
    }
    this.#takeBackPress(held, point.timeMs);
    const deltaXPx = point.xPx - held.xPx;
    const deltaYPx = point.touch ? 0 : point.yPx - held.yPx;
    held.xPx = point.xPx;
    held.yPx = point.yPx;
    if (this.#mode === 'press') this.#leavePress(held);
    else if (this.#mode === 'pan') this.#pan(point, deltaXPx, deltaYPx);
    else if (this.#mode === 'crosshair') this.#target.crosshairTo(point.xPx, point.yPx);
    else if (this.#mode === 'pinch') this.#leavePinch();
    else if (this.#mode === 'measure') this.#measure();
    else if (this.#mode === 'drag') this.#moveDrag(held, point);
    if (!point.touch && this.#mode !== 'drag') this.#target.crosshairTo(point.xPx, point.yPx);
  }

  up(point: PointerPoint): void {
    const held = this.#held.get(point.id);
    if (!held) return;
    this.#takeBackPress(held, point.timeMs);
    this.#held.delete(point.id);
    if (this.#mode === 'pan') this.#target.fling(this.#speedAt(point.timeMs));
    if (this.#mode === 'press') this.#tap(point);
    if (this.#mode === 'drag') this.#dropDrag(point);
    this.#afterRelease();
  }

  /** The browser took the pointer over (it scrolls the page): no tap, no fling. */
  cancel(id: number): void {
    if (!this.#held.delete(id)) return;
    if (this.#mode === 'drag') this.#target.dragCancel();
    this.#afterRelease();
  }

  /** The pointer left: a hovering mouse hides its crosshair. */
  leave(point: PointerPoint): void {
    if (!point.touch && !this.#held.has(point.id)) this.#target.crosshairOff();
  }

  /** Called by the host's timer after `HOLD_MS`; true when a drag target claimed the finger. */
  hold(): boolean {
    const [held] = this.#held.values();
    const rests = this.#mode === 'press' || (this.#mode === 'drag' && !this.#dragMoved);
    if (!held?.touch || this.#held.size !== 1 || !rests || movedPx(held) >= REST_PX || !this.#target.dragHold(held))
      return false;
    this.#mode = 'drag';
    return true;
  }

  /** Called by the host's timer after `LONG_PRESS_MS`. */
  longPress(): void {
    if (this.#mode === 'pinch' && !this.#pinched) {
      this.#mode = 'measure';
      this.#measure();
    }
    if (this.#mode !== 'press') return;
    const [held] = this.#held.values();
    if (!held || !held.touch) return;
    this.#mode = 'crosshair';
    this.#pressedLong = true;
    this.#target.crosshairTo(held.xPx, held.yPx);
  }

  /** On a busy page a move or a release may arrive after the long press that it would have ended. */
  #takeBackPress(held: Held, timeMs: number): void {
    if (this.#pressedLong && this.#mode === 'crosshair' && timeMs - held.timeMs < LONG_PRESS_MS) {
      this.#mode = 'press';
      this.#target.crosshairOff();
    }
    this.#pressedLong = false;
  }

  #leavePress(held: Held): void {
    if (movedPx(held) < SLOP_PX) return;
    const steers = held.touch && this.#target.hasCrosshair();
    this.#mode = steers ? 'crosshair' : 'pan';
    this.#lastTap = null;
    this.#trail = [{ xPx: held.xPx, timeMs: held.timeMs }];
    if (steers) this.#target.crosshairTo(held.xPx, held.yPx);
  }

  /** One finger pans horizontally and leaves vertical moves to the page's scroll; a mouse pans both ways. */
  #pan(point: PointerPoint, deltaXPx: number, deltaYPx: number): void {
    this.#trail.push({ xPx: point.xPx, timeMs: point.timeMs });
    if (this.#trail.length > TRAIL_MOVES) this.#trail.shift();
    this.#target.panBy(deltaXPx, deltaYPx);
  }

  /** Px a ms over the last moments; 0 when the finger rested before it left. */
  #speedAt(nowMs: number): number {
    const recent = this.#trail.filter((each) => nowMs - each.timeMs <= SPEED_WINDOW_MS);
    const first = recent[0];
    const last = recent[recent.length - 1];
    if (!first || !last || last.timeMs <= first.timeMs) return 0;
    return (last.xPx - first.xPx) / (last.timeMs - first.timeMs);
  }

  #tap(point: PointerPoint): void {
    const before = this.#lastTap;
    const twice =
      before !== null &&
      point.timeMs - before.timeMs <= DOUBLE_TAP_MS &&
      Math.hypot(point.xPx - before.xPx, point.yPx - before.yPx) <= DOUBLE_TAP_PX;
    this.#lastTap = twice ? null : point;
    if (this.#target.tapped(point, twice)) return;
    if (twice) this.#target.resetView();
    else if (point.touch) this.#target.crosshairOff();
  }

  #moveDrag(held: Held, point: PointerPoint): void {
    if (!this.#dragMoved && movedPx(held) < (held.touch ? SLOP_PX : MOUSE_SLOP_PX)) return;
    this.#dragMoved = true;
    if (this.#target.dragMove(point)) return;
    this.#target.dragCancel();
    this.#dragMoved = false;
    this.#mode = 'press';
    this.#leavePress(held);
  }

  #dropDrag(point: PointerPoint): void {
    if (this.#dragMoved) this.#target.dragDrop(point);
    else {
      this.#target.dragCancel();
      this.#tap(point);
    }
    this.#dragMoved = false;
  }

  #beginPinch(): void {
    if (this.#mode === 'drag') this.#target.dragCancel();
    this.#dragMoved = false;
    this.#pinched = false;
    for (const held of this.#held.values()) {
      held.startXPx = held.xPx;
      held.startYPx = held.yPx;
    }
    this.#mode = 'pinch';
    this.#lastTap = null;
    [this.#spreadPx, this.#middleXPx, this.#middleYPx] = this.#fingers();
  }

  /** Distance (across, where the fingers lie side by side) and middle of two fingers. */
  #fingers(): [spreadPx: number, middleXPx: number, middleYPx: number] {
    const [one, two] = this.#held.values();
    if (!one || !two) return [1, 0, 0];
    return [
      Math.max(MIN_SPREAD_PX, Math.hypot(one.xPx - two.xPx, one.yPx - two.yPx)),
      (one.xPx + two.xPx) / 2,
      (one.yPx + two.yPx) / 2,
    ];
  }

  /** Fingers that rest are no pinch yet: they may be about to measure. */
  #leavePinch(): void {
    for (const held of this.#held.values()) this.#pinched ||= movedPx(held) >= SLOP_PX;
    if (this.#pinched) this.#pinch();
  }

  #measure(): void {
    const [one, two] = this.#held.values();
    if (one && two) this.#target.measure(one, two);
  }

  #pinch(): void {
    const [spreadPx, middleXPx, middleYPx] = this.#fingers();
    this.#target.panBy(middleXPx - this.#middleXPx, middleYPx - this.#middleYPx);
    this.#target.zoomAt(spreadPx / this.#spreadPx, middleXPx);
    this.#spreadPx = spreadPx;
    this.#middleXPx = middleXPx;
    this.#middleYPx = middleYPx;
  }

  /** After a finger was lifted: two remaining fingers start a new pinch, one pans, none is idle. */
  #afterRelease(): void {
    if (this.#mode === 'measure') this.#target.measureOff();
    this.#trail = [];
    if (this.#held.size >= 2) this.#beginPinch();
    else this.#mode = this.#held.size === 1 ? 'pan' : 'idle';
  }
}
