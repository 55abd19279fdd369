// Naive twin of the order flow: a map from bar and level to lots, by whole numbers of any size.

export interface NaiveTrade {
  ts: number;
  priceTicks: number;
  lots: number;
  isBuy: boolean;
}

/** "bar level" -> [sold, bought]. A late trade counts to the bar of its own time. */
export function naiveFlow(
  trades: readonly NaiveTrade[],
  levelTicks: number,
  barOf: (ts: number) => number,
): Map<string, [bigint, bigint]> {
  const cells = new Map<string, [bigint, bigint]>();
  for (const { ts, priceTicks, lots, isBuy } of trades) {
    const level = BigInt(priceTicks) / BigInt(levelTicks);
    const key = `${barOf(ts)} ${level}`;
    const [sold, bought] = cells.get(key) ?? [0n, 0n];
    cells.set(key, isBuy ? [sold, bought + BigInt(lots)] : [sold + BigInt(lots), bought]);
  }
  return cells;
}
