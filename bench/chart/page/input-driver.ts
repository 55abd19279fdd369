// Synthetic input: drags and wheel turns through whatever handlers a library has attached.

/** Where a drag goes back and forth, CSS px: within the candles' pane of every library. */
const FROM_PX = 30;
const TO_PX = 300;
const Y_PX = 160;
const STEP_PX = 6;
/** After this many steps a drag is where it was. */
export const DRAG_ROUND = (2 * (TO_PX - FROM_PX)) / STEP_PX;
/** Wheel px of one zoom step, and steps in one direction before it turns. */
const WHEEL_PX = 50;
const WHEEL_STEPS = 8;
/** After this many steps the zoom is what it was. */
export const ZOOM_ROUND = 2 * WHEEL_STEPS;
const POINTER_ID = 77;

interface Capabilities {
  new (init: { firesTouchEvents: boolean }): object;
}

/**
 * The source of a mouse event, as a browser names it: not a touch. Where none is named, klinecharts and
 * lightweight-charts take it for a touch while the page is younger than 500 ms, and leave out what it would do.
 */
function byMouse(): { sourceCapabilities: object } | null {
  const { InputDeviceCapabilities: Known } = globalThis as { InputDeviceCapabilities?: Capabilities };
  return Known ? { sourceCapabilities: new Known({ firesTouchEvents: false }) } : null;
}

export class SyntheticHand {
  readonly #target: HTMLElement;
  readonly #byMouse = byMouse();
  #xPx = FROM_PX;
  #stepPx = STEP_PX;
  #held = false;

  constructor(target: HTMLElement) {
    this.#target = target;
    // No real pointer is down: capturing one that is not there would throw.
    for (const canvas of [target, ...target.querySelectorAll('canvas')]) canvas.setPointerCapture = () => undefined;
  }

  /** This one while it drives `target`, else one that does. */
  at(target: HTMLElement): SyntheticHand {
    return target === this.#target ? this : new SyntheticHand(target);
  }

  enter(): void {
    this.#fire('enter', this.#xPx);
    this.#fire('over', this.#xPx);
    this.#fire('move', this.#xPx);
  }

  /** Drags begin into the past: at the newest candle a chart gives way by half its width alone. */
  grab(): void {
    this.#xPx = FROM_PX;
    this.#stepPx = STEP_PX;
    this.enter();
    this.#fire('down', this.#xPx);
  }

  /** One step of the drag: STEP_PX to the right until the far end, then back. */
  drag(): void {
    if (this.#xPx + this.#stepPx > TO_PX || this.#xPx + this.#stepPx < FROM_PX) this.#stepPx = -this.#stepPx;
    this.#xPx += this.#stepPx;
    this.#fire('move', this.#xPx);
  }

  letGo(): void {
    this.#fire('up', this.#xPx);
    this.#fire('leave', this.#xPx);
  }

  /** One step of zooming: in for WHEEL_STEPS, then out as many. A wheel turns where the pointer is. */
  zoom(step: number): void {
    if (this.#xPx !== TO_PX) {
      this.#xPx = TO_PX;
      this.#fire('move', TO_PX);
    }
    const inward = Math.floor(step / WHEEL_STEPS) % 2 === 0;
    this.wheel(inward ? -WHEEL_PX : WHEEL_PX);
  }

  wheel(deltaY: number, xPx = TO_PX): void {
    this.#target.dispatchEvent(
      new WheelEvent('wheel', { deltaY, clientX: xPx, clientY: Y_PX, bubbles: true, cancelable: true, composed: true }),
    );
  }

  /** Browsers send a pointer event and then its mouse event; so does this driver. */
  #fire(kind: 'enter' | 'over' | 'move' | 'down' | 'up' | 'leave', clientX: number): void {
    if (kind === 'down' || kind === 'up') this.#held = kind === 'down';
    const init: PointerEventInit = {
      clientX,
      clientY: Y_PX,
      screenX: clientX,
      screenY: Y_PX,
      button: 0,
      buttons: this.#held ? 1 : 0,
      bubbles: kind !== 'enter' && kind !== 'leave',
      cancelable: true,
      composed: true,
      pointerId: POINTER_ID,
      pointerType: 'mouse',
      isPrimary: true,
    };
    this.#target.dispatchEvent(new PointerEvent(`pointer${kind}`, init));
    this.#target.dispatchEvent(new MouseEvent(`mouse${kind}`, { ...init, ...this.#byMouse }));
  }
}
