// Balances of a user by coin, and their worth in USDT at last prices.
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, type Units, lotUnits, notionalUnits } from '../../../core/units/units.ts';
import type { OrderQueries } from '../../sequencer/queries/order-queries.ts';

export interface WorthDeps {
  instruments: ReadonlyMap<number, Instrument>;
  /** Last price; 0 when there is none. */
  lastTicks(coinInfoId: number): PriceTicks;
  /** Balances of a user by coin and wallet, past coins included. */
  reads: Pick<OrderQueries, 'balances'>;
}

/** Available and frozen units of one coin in both wallets. */
export interface CoinBalance {
  coinId: number;
  spot: Units;
  spotFrozen: Units;
  contract: Units;
  contractFrozen: Units;
}

/** In USDT; `spot` and `contract` include what is frozen. */
export interface Worth {
  spot: Units;
  spotFrozen: Units;
  contract: Units;
  contractFrozen: Units;
}

/** Worth of units of a coin in USDT, cut at 8 decimals; 0 for a coin without a price. */
export function inUsdt(deps: Pick<WorthDeps, 'instruments' | 'lastTicks'>, coinId: number, units: Units): Units {
  if (coinId === USDT_ID) return units;
  const instrument = deps.instruments.get(coinId);
  if (!instrument || instrument.info.quoteCoinId !== USDT_ID) return 0n;
  const ofOneLot = notionalUnits(deps.lastTicks(coinId), instrument.price, 1, instrument.amount);
  return (units * ofOneLot) / lotUnits(1, instrument.amount);
}

/** A user's coins, both wallets of a coin together. */
export async function balancesOf({ reads }: Pick<WorthDeps, 'reads'>, uid: number): Promise<CoinBalance[]> {
  const coins = new Map<number, CoinBalance>();
  for (const { coinId, wallet, available, frozen } of await reads.balances(uid)) {
    const coin = coins.get(coinId) ?? emptyBalance(coinId);
    coins.set(
      coinId,
      wallet === 'spot'
        ? { ...coin, spot: available, spotFrozen: frozen }
        : { ...coin, contract: available, contractFrozen: frozen },
    );
  }
  return [...coins.values()];
}

/** Worth of everything a user has. */
export async function worthOf(deps: WorthDeps, uid: number): Promise<Worth> {
  return worthOfBalances(deps, await balancesOf(deps, uid));
}

export function worthOfBalances(
  deps: Pick<WorthDeps, 'instruments' | 'lastTicks'>,
  balances: readonly CoinBalance[],
): Worth {
  const worth = { spot: 0n, spotFrozen: 0n, contract: 0n, contractFrozen: 0n };
  for (const balance of balances) {
    const of = (units: Units): Units => inUsdt(deps, balance.coinId, units);
    worth.spot += of(balance.spot + balance.spotFrozen);
    worth.spotFrozen += of(balance.spotFrozen);
    worth.contract += of(balance.contract + balance.contractFrozen);
    worth.contractFrozen += of(balance.contractFrozen);
  }
  return worth;
}

export function emptyBalance(coinId: number): CoinBalance {
  return { coinId, spot: 0n, spotFrozen: 0n, contract: 0n, contractFrozen: 0n };
}
