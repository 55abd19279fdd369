// Whether somebody's result depends on a market's book: such a market is not halted (S10).
import type { ExchangeState } from '../state.ts';

/** `coinInfoId`: the market with the contracts, or the one their index is read from. */
export function areBinaryOptionsRunning({ indexes, seconds }: ExchangeState, coinInfoId: number): boolean {
  for (const { coinInfoId: id, reference } of indexes.values()) {
    if ((id === coinInfoId || reference.info.id === coinInfoId) && seconds.countIn(id) > 0) return true;
  }
  return false;
}
