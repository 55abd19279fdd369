// Prices as pages in English show them.

/** With separators, and two digits after the point. */
export function shownPrice(price: string): string {
  return Number(price).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
