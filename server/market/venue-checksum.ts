// The checksums venues publish over the top of their books.
import { crc32 } from '../../contract/crc32.ts';
import type { VenueSide } from './venue-side.ts';

/** "0.00500" as Kraken sums it: without the point and without leading zeros. */
function digits(text: string): string {
  return text.replace('.', '').replace(/^0+/, '');
}

/** Kraken (ws v1 and v2): ten best asks, then ten best bids, price and volume each as bare digits. Unsigned. */
export function krakenChecksum(bids: VenueSide, asks: VenueSide): number {
  let text = '';
  for (const side of [asks, bids]) {
    for (let rank = 0; rank < 10; rank += 1) {
      const level = side.at(rank);
      if (level) text += digits(level.price) + digits(level.amount);
    }
  }
  return crc32(text);
}

/** OKX (ws v5): 25 ranks, bid and ask of each in turn, `price:amount`, all joined by colons. Signed. */
export function okxChecksum(bids: VenueSide, asks: VenueSide): number {
  const parts: string[] = [];
  for (let rank = 0; rank < 25; rank += 1) {
    for (const side of [bids, asks]) {
      const level = side.at(rank);
      if (level) parts.push(level.price, level.amount);
    }
  }
  return crc32(parts.join(':')) | 0;
}
