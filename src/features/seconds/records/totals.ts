// What settled orders come to: won, lost, net, and the share of wins beside the share that was needed.
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { winUnits } from '../../../../core/risk/binary-option.ts';
import { type Units, parseMoney } from '../../../../core/units/units.ts';

export interface Totals {
  wins: number;
  losses: number;
  draws: number;
  voids: number;
  /** Profit of the wins, loss of the others (not negative), and the two together. USDT units. */
  wonUnits: Units;
  lostUnits: Units;
  netUnits: Units;
  /**
   * Wins among decided orders, and the share of wins at which these very orders would have cost nothing; NaN without
   * decided orders.
   */
  hitRate: number;
  breakEven: number;
}

const unitsOf = (text: string): Units => parseMoney(text) ?? 0n;

export function totalsOf(list: readonly SecondsOrder[]): Totals {
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
