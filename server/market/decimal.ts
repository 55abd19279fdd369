// Venue decimals as whole counts: fast, exact while they fit a double's 53 bits, and never rounded.

/** Decimals of a venue's text without its trailing zeros: "61837.63000000" has 2. */
export function decimalsIn(text: string): number {
  const point = text.indexOf('.');
  if (point < 0) return 0;
  let end = text.length;
  while (end > point + 1 && text.charCodeAt(end - 1) === 48) end -= 1;
  return end - point - 1;
}

/** `text` in units of 10^-decimals. NaN when it is no plain decimal, has finer digits than that, or is beyond 2^53. */
export function countIn(text: string, decimals: number): number {
  let count = 0;
  let point = -1;
  for (let i = 0; i < text.length; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    if (digit === -2 && point < 0 && i > 0) point = i;
    else if (digit < 0 || digit > 9) return Number.NaN;
    else if (point < 0 || i - point <= decimals) count = count * 10 + digit;
    else if (digit !== 0) return Number.NaN;
  }
  if (text.length === 0) return Number.NaN;
  const given = point < 0 ? 0 : Math.min(decimals, text.length - point - 1);
  const whole = count * 10 ** (decimals - given);
  return Number.isSafeInteger(whole) ? whole : Number.NaN;
}
