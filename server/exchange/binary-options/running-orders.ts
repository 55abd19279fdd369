// Whether open binary options depend on a market's book; such a market is not halted (S10).
import type { ExchangeState } from '../state.ts';

/** `coinInfoId`: the market of the options, or the one whose book their index reads. */
export function areBinaryOptionsRunning({ indexes, binaryOptions }: ExchangeState, coinInfoId: number): boolean {
  for (const { coinInfoId: id, reference } of indexes.values()) {
    if ((id === coinInfoId || reference.info.id === coinInfoId) && binaryOptions.countIn(id) > 0) return true;
  }
  return false;
}
