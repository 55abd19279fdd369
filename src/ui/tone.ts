// The colour of an amount.

/** Value of `data-tone` for units, a number, or a decimal as text. */
export function toneOf(amount: number | bigint | string): 'up' | 'down' | 'flat' {
  const value = Number(amount);
  return value > 0 ? 'up' : value < 0 ? 'down' : 'flat';
}
