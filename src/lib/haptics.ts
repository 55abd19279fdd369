// A short vibration where an act is confirmed, on devices that have it.

/** Felt, and over before the finger leaves the screen. */
const HAPTIC_MS = 10;

/** Nothing where reduced motion is preferred, and on a page that was not touched yet, which browsers refuse. */
export function vibrate(): void {
  if (typeof navigator.vibrate !== 'function' || navigator.userActivation?.hasBeenActive === false) return;
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate(HAPTIC_MS);
}
