// Restores stored binary options. Their stakes are in the exchange account, so nothing is frozen.
import type { ExchangeState } from '../state.ts';
import { type BinaryOptionState, isOpen } from './open-binary-options.ts';

export interface StoredBinaryOptions {
  lastId: number;
  open: BinaryOptionState[];
}

/**
 * Throws Error on an order that is settled, newer than the last id, or of a market without an index, where no tick
 * could settle it.
 */
export function rehydrateBinaryOptions(
  { binaryOptions, indexes }: ExchangeState,
  { lastId, open }: StoredBinaryOptions,
): void {
  binaryOptions.lastId = lastId;
  for (const order of [...open].sort((a, b) => a.id - b.id)) {
    if (!isOpen(order)) throw new Error(`seconds contract ${order.id} is settled already`);
    if (order.id > lastId) throw new Error(`seconds contract ${order.id} is newer than the last id ${lastId}`);
    if (!indexes.has(order.coinInfoId))
      throw new Error(`seconds contract ${order.id} is open in market ${order.coinInfoId}, which has no index`);
    binaryOptions.add({ ...order });
  }
}
