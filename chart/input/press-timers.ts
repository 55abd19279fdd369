// Timers of a pressed pointer: a hold, then a long press.
import { type Gestures, HOLD_MS, LONG_PRESS_MS } from './gestures.ts';

export class PressTimers {
  readonly #gestures: Gestures;
  readonly #onHaptic: () => void;
  readonly #onChange: () => void;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #pressTimer: ReturnType<typeof setTimeout> | undefined;

  /** `onHaptic`: the device should vibrate. `onChange`: the state of the gestures may have changed. */
  constructor(gestures: Gestures, onHaptic: () => void, onChange: () => void) {
    this.#gestures = gestures;
    this.#onHaptic = onHaptic;
    this.#onChange = onChange;
  }

  start(): void {
    this.stop();
    this.#holdTimer = setTimeout(() => {
      if (this.#gestures.hold()) this.#onHaptic();
      this.#onChange();
    }, HOLD_MS);
    this.#pressTimer = setTimeout(() => {
      const before = this.#gestures.steering;
      this.#gestures.longPress();
      if (this.#gestures.steering && !before) this.#onHaptic();
      this.#onChange();
    }, LONG_PRESS_MS);
  }

  stop(): void {
    clearTimeout(this.#holdTimer);
    clearTimeout(this.#pressTimer);
  }
}
