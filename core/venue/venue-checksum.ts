// Checksums that venues publish for the top of their books.
import { crc32 } from '../encoding/crc32.ts';
import type { VenueSide } from './venue-book-side.ts';

/** Digits as in Kraken's checksum: "0.00500" without point and leading zeros. */
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

/**
 * CRC-32 of bid and ask of each rank, alternating, as `price:amount` joined by colons; at a rank that one side lacks,
 * only the other.
 */
function inTurns(bids: VenueSide, asks: VenueSide, ranks: number): number {
  const parts: string[] = [];
  for (let rank = 0; rank < ranks; rank += 1) {
    const [bid, ask] = [bids.at(rank), asks.at(rank)];
    if (!bid && !ask) break;
    if (bid) parts.push(bid.price, bid.amount);
    if (ask) parts.push(ask.price, ask.amount);
  }
  return crc32(parts.join(':'));
}

/** OKX (ws v5): 25 ranks. Signed. */
export function okxChecksum(bids: VenueSide, asks: VenueSide): number {
  return inTurns(bids, asks, 25) | 0;
}

/** FTX: 100 ranks. Unsigned. */
export function ftxChecksum(bids: VenueSide, asks: VenueSide): number {
  return inTurns(bids, asks, 100);
}
