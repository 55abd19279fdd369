// When data counts as live: the page and the market worker agree on its greatest age.

/** Age by the exchange's clock from which data is no longer live, ms. */
export const STALE_AFTER_MS = 2_000;
/** A timestamp further in the future than this, ms, means that this device's clock was set back. */
const AHEAD_MS = 1_000;

/** False for NaN: an unknown age. */
export function isLiveAge(ageMs: number): boolean {
  return ageMs < STALE_AFTER_MS && ageMs > -AHEAD_MS;
}
