// Sign and colour of an amount: up for a gain, down for a loss.
import type { Sign } from '../../ui/live-text.tsx';

/** Sign of units, or of a decimal as text. */
export function amountSign(amount: bigint | string): Sign {
  const value = Number(amount);
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/** For `data-tone`; undefined for an amount of 0, which has no colour. */
export function toneOf(amount: bigint | string): 'up' | 'down' | undefined {
  const sign = amountSign(amount);
  return sign === 0 ? undefined : sign > 0 ? 'up' : 'down';
}
