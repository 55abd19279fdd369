// A length of time as a text without words of any language.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/units/durations.ts';

/** Units of a span, longest first: ms and letter. */
const UNITS = [
  [DAY_MS, 'd'],
  [HOUR_MS, 'h'],
  [MINUTE_MS, 'm'],
  [SECOND_MS, 's'],
] as const;

/** A length of time in its two largest units: "2d 4h", "45m", "0s". */
export function spanText(spanMs: number): string {
  let rest = Math.abs(spanMs);
  const parts: string[] = [];
  for (const [unitMs, letter] of UNITS) {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count > 0) parts.push(`${count}${letter}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ') || '0s';
}
