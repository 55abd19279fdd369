// Reference book for tests of market sources: a Map per side, filled from market events.
import { crc32 } from 'node:zlib';
import { BID } from '../../../core/feed/checksum.ts';
import { type CoinInfo, instrumentOf } from '../../../core/instruments/instrument.ts';
import { printScaled, printSteps } from '../../../core/units/units.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';

export class ReferenceBook {
  readonly bids = new Map<number, number>();
  readonly asks = new Map<number, number>();
  trades: Extract<MarketEvent, { kind: 'trade' }>[] = [];
  resets = 0;

  apply(event: MarketEvent): void {
    if (event.kind === 'trade') this.trades.push(event);
    else if (event.kind === 'bookReset') {
      this.resets += 1;
      this.bids.clear();
      this.asks.clear();
    } else {
      const side = event.side === BID ? this.bids : this.asks;
      if (event.lots === 0) side.delete(event.priceTicks);
      else side.set(event.priceTicks, event.lots);
    }
  }

  /** [price, lots], best first. */
  side(name: 'bids' | 'asks'): [number, number][] {
    return [...this[name]].sort(([a], [b]) => (name === 'bids' ? b - a : a - b));
  }
}

/** A level's number as the venue pads it (`decimals`), or trimmed (null). */
function print(steps: number, info: CoinInfo, of: 'price' | 'amount', decimals: number | null): string {
  const grid = instrumentOf(info)[of];
  return decimals === null
    ? printScaled(BigInt(steps) * BigInt(grid.step), grid.decimals, true)
    : printSteps(steps, grid, decimals);
}

/** CRC-32 of the top 25 levels of each side; `raw`: the decimals that the venue pads price and amount to. */
export function top25Crc(book: ReferenceBook, info: CoinInfo, raw: [number, number] | null): number {
  let text = '';
  for (const [letter, name] of [
    ['B', 'bids'],
    ['A', 'asks'],
  ] as const) {
    for (const [price, lots] of book.side(name).slice(0, 25)) {
      text += `${letter},${print(price, info, 'price', raw?.[0] ?? null)},${print(lots, info, 'amount', raw?.[1] ?? null)}\n`;
    }
  }
  return crc32(text);
}

/** Best level of a side in the format of the recordings. */
export function best(book: ReferenceBook, info: CoinInfo, name: 'bids' | 'asks'): [string, string] | null {
  const level = book.side(name)[0];
  return level ? [print(level[0], info, 'price', null), print(level[1], info, 'amount', null)] : null;
}
