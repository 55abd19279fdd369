// Totals of settled orders: won, lost, net, hit rate and break-even rate.
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { winUnits } from '../../../../core/risk/binary-option.ts';
import { type Units, parseMoney, printMoney } from '../../../../core/units/units.ts';

export interface Totals {
  wins: number;
  losses: number;
  draws: number;
  voids: number;
  /** Profit of winning orders, loss of the others (not negative), and the difference, in USDT units. */
  wonUnits: Units;
  lostUnits: Units;
  netUnits: Units;
  /**
   * Share of wins among won and lost orders, and the share at which these orders would have broken
   * even; NaN without such orders.
   */
  hitRate: number;
  breakEven: number;
}

/**
 * Profit of settled orders added up in the order of their settlement, in USDT, from 0 before the first. `list` is by
 * purchase, newest first.
 */
export function netOverTime(list: readonly SecondsOrder[]): { times: number[]; nets: number[] } {
  const settled = list
    .filter(({ result }) => result !== '')
    .toReversed()
    .toSorted((a, b) => a.settleTime - b.settleTime);
  let sum = 0n;
  return {
    times: settled.map(({ settleTime }) => settleTime),
    nets: [0, ...settled.map(({ profit }) => Number(printMoney((sum += unitsOf(profit)))))],
  };
}

const unitsOf = (text: string): Units => parseMoney(text) ?? 0n;

export function secondsTotals(list: readonly SecondsOrder[]): Totals {
  const count = { win: 0, lose: 0, draw: 0, void: 0 };
  let [won, lost, paid, returns] = [0n, 0n, 0n, 0n];
  for (const { result, profit, amount, fee, profitRate } of list) {
    if (result === '') continue;
    count[result] += 1;
    const units = unitsOf(profit);
    if (units > 0n) won += units;
    else lost -= units;
    if (result === 'draw' || result === 'void') continue;
    paid += unitsOf(amount) + unitsOf(fee);
    returns += winUnits(unitsOf(amount), unitsOf(profitRate));
  }
  const decided = count.win + count.lose;
  return {
    wins: count.win,
    losses: count.lose,
    draws: count.draw,
    voids: count.void,
    wonUnits: won,
    lostUnits: lost,
    netUnits: won - lost,
    hitRate: decided === 0 ? NaN : count.win / decided,
    breakEven: returns === 0n ? NaN : Number(paid) / Number(returns),
  };
}
