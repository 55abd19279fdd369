// The text size that the user chose for the browser, for heights that a script counts with.

/** Px of one rem: 16 where nothing else was chosen. */
export function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
