// The environment of a program whose clock differs from the machine's.

/** Variables of a program that has a clock `aheadMs` ahead of the machine's, or behind where it is negative. */
export function clockAhead(aheadMs: number): Record<string, string> {
  const file = new URL('shifted-clock.mjs', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${file}`, CLOCK_AHEAD_MS: String(aheadMs) };
}
