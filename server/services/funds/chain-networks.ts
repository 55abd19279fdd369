// Chains of a coin with their limits, and whether deposits or withdrawals are enabled.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';

/** A chain of a coin, with its amounts as money. */
export interface CoinNetwork {
  coinId: number;
  chain: string;
  minRecharge: Units;
  minWithdraw: Units;
  serviceCharge: Units;
  confirmations: number;
  memo: boolean;
}

export type Coins = ReadonlyMap<number, Instrument>;

/** Throws RejectError 1404 for an unknown coin or chain, 3006 when it is suspended in that direction. */
export function requireNetwork(coins: Coins, coinId: number, chain: string, direction: 'in' | 'out'): CoinNetwork {
  const info = coins.get(coinId)?.info;
  const enabled = direction === 'in' ? info?.rechargeEnable : info?.withdrawEnable;
  const network = networkOf(coins, coinId, chain);
  if (!network) throw new RejectError(CODE.notFound);
  if (enabled !== 1 || !network.enabled) throw new RejectError(CODE.networkSuspended);
  return network;
}

/** The chain of a coin, enabled or not; null for an unknown one. */
export function networkOf(coins: Coins, coinId: number, chain: string): (CoinNetwork & { enabled: boolean }) | null {
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

/** Throws Error on an invalid amount: the networks are our own configuration. */
function units(text: string): Units {
  const money = parseMoney(text);
  if (money === null) throw new Error(`not an amount of money: ${text}`);
  return money;
}
