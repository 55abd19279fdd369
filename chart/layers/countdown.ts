// Wakes the chart once a second for the countdown of the running candle, which alone changes by itself.
import type { View } from '../scene/view.ts';
import { leftMs } from './last-price.ts';

/** Wakes just after the second changed, so that no second is shown twice. */
const AFTER_SECOND_MS = 4;

export class Countdown {
  readonly #view: View;
  readonly #onSecond: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: View, onSecond: () => void) {
    this.#view = view;
    this.#onSecond = onSecond;
  }

  /** Called after each frame. */
  schedule(): void {
    const left = leftMs(this.#view);
    if (left === null) return this.stop();
    if (this.#timer !== undefined) return undefined;
    // Set once a second, not once a frame; a candle or clock that changes in between shows within that second.
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#onSecond();
      },
      (left % 1000 || 1000) + AFTER_SECOND_MS,
    );
    return undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
