// Which chain of which coin is meant, and whether money may come or go there now.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';

/** A chain of a coin with its amounts as money. */
export interface Route {
  coinId: number;
  chain: string;
  minRecharge: Units;
  minWithdraw: Units;
  serviceCharge: Units;
  confirmations: number;
  memo: boolean;
}

export type Coins = ReadonlyMap<number, Instrument>;

/** Throws RejectError 1404 for a coin or chain that there is none of, 3006 when it is suspended in that direction. */
export function openRoute(coins: Coins, coinId: number, chain: string, direction: 'in' | 'out'): Route {
  const info = coins.get(coinId)?.info;
  const enabled = direction === 'in' ? info?.rechargeEnable : info?.withdrawEnable;
  const route = routeOf(coins, coinId, chain);
  if (!route) throw new RejectError(CODE.notFound);
  if (enabled !== 1 || !route.enabled) throw new RejectError(CODE.networkSuspended);
  return route;
}

/** The chain of a coin whatever its state; null where there is none. */
export function routeOf(coins: Coins, coinId: number, chain: string): (Route & { enabled: boolean }) | null {
  const network = coins.get(coinId)?.info.networks.find((one) => one.chain === chain);
  if (!network) return null;
  const {
    minRecharge = '0',
    minWithdraw = '0',
    serviceCharge = '0',
    confirmations = 1,
    memo = 0,
    enable = 1,
  } = network;
  return {
    coinId,
    chain,
    minRecharge: units(minRecharge),
    minWithdraw: units(minWithdraw),
    serviceCharge: units(serviceCharge),
    confirmations,
    memo: memo === 1,
    enabled: enable === 1,
  };
}

/** Amounts of networks are ours. */
function units(text: string): Units {
  const money = parseMoney(text);
  if (money === null) throw new Error(`not an amount of money: ${text}`);
  return money;
}
