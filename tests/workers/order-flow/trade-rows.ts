// Trades as the feed brings them to the order flow, and its cells in the form of the naive twin.
import type { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import type { NaiveTrade } from './naive-flow.ts';

export type Trade = NaiveTrade & { id: number };

/** Rows of TRADE_FIELD in the order of the trades. */
export function rowsOf(trades: readonly Trade[]): Rows {
  const rows = new Rows(TRADE_FIELD.size);
  for (const { id, priceTicks, lots, isBuy, ts } of trades) {
    // First: the columns are others after it has grown them.
    const at = rows.add();
    rows.data.set([id, priceTicks, lots, isBuy ? 1 : 2, ts], at);
  }
  return rows;
}

/** "bar level" -> [sold, bought] of all cells that are not empty. */
export function cellsOf(bars: FlowBars): Map<string, [bigint, bigint]> {
  const cells = new Map<string, [bigint, bigint]>();
  for (let row = 0; row < bars.length; row++)
    for (let at = 0; at < bars.levelCount[row]!; at++) {
      const cell = bars.firstCell[row]! + at;
      const [sold, bought] = [bars.sold[cell]!, bars.bought[cell]!];
      if (sold + bought > 0)
        cells.set(`${bars.time[row]} ${bars.firstLevel[row]! + at}`, [BigInt(sold), BigInt(bought)]);
    }
  return cells;
}

/** Lets what was fetched arrive and be applied. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
}
