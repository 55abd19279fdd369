// A short vibration where an act is confirmed, on devices that have it.

/** Felt, and over before the finger leaves the screen. */
const HAPTIC_MS = 10;

export function vibrate(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(HAPTIC_MS);
}
