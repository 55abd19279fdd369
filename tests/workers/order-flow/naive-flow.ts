// Naive twin of the order flow: a map from bar and level to lots, by whole numbers of any size.

export interface NaiveTrade {
  ts: number;
  priceTicks: number;
  lots: number;
  isBuy: boolean;
}

/** "bar level" -> [sold, bought]. A trade that is late counts to the running bar. */
export function naiveFlow(
  trades: readonly NaiveTrade[],
  levelTicks: number,
  barOf: (ts: number) => number,
): Map<string, [bigint, bigint]> {
  const cells = new Map<string, [bigint, bigint]>();
  let running = -Infinity;
  for (const { ts, priceTicks, lots, isBuy } of trades) {
    running = Math.max(running, barOf(ts));
    const level = BigInt(priceTicks) / BigInt(levelTicks);
    const key = `${running} ${level}`;
    const [sold, bought] = cells.get(key) ?? [0n, 0n];
    cells.set(key, isBuy ? [sold, bought + BigInt(lots)] : [sold + BigInt(lots), bought]);
  }
  return cells;
}
