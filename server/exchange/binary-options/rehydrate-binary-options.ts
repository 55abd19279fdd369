// Puts stored seconds contracts back. Their stakes are the house's already, so nothing of them is frozen.
import type { ExchangeState } from '../state.ts';
import { type BinaryOptionState, isOpen } from './open-binary-options.ts';

export interface StoredBinaryOptions {
  lastId: number;
  open: BinaryOptionState[];
}

/**
 * Throws on an order that is settled, newer than the last id, or of a market without an index: none would ever decide
 * it.
 */
export function rehydrateBinaryOptions(
  { seconds, indexes }: ExchangeState,
  { lastId, open }: StoredBinaryOptions,
): void {
  seconds.lastId = lastId;
  for (const order of [...open].sort((a, b) => a.id - b.id)) {
    if (!isOpen(order)) throw new Error(`seconds contract ${order.id} is settled already`);
    if (order.id > lastId) throw new Error(`seconds contract ${order.id} is newer than the last id ${lastId}`);
    if (!indexes.has(order.coinInfoId))
      throw new Error(`seconds contract ${order.id} is open in market ${order.coinInfoId}, which has no index`);
    seconds.add({ ...order });
  }
}
