// What a person owns, coin by coin, and its worth in USDT.
import type { BalanceProof } from '../../../core/proofs/balance-proof.ts';
import type { AnswerOf, RequestOf } from '../../../core/endpoints/endpoints.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, type Units, lotUnits, notionalUnits, printMoney } from '../../../core/units/units.ts';
import type { OrderQueries } from '../../sequencer/queries/order-queries.ts';
import type { Handlers } from '../handler.ts';
import { type CoinBalance, printAsset } from '../wire-order.ts';

export interface AssetParts {
  instruments: ReadonlyMap<number, Instrument>;
  /** Last price, 0 when there is none. */
  lastTicks(coinInfoId: number): PriceTicks;
  /** What a person has, or has had, by coin and wallet. */
  reads: Pick<OrderQueries, 'balances'>;
}

/** In USDT; `spot` and `contract` are available and frozen together. */
export interface Worth {
  spot: Units;
  spotFrozen: Units;
  contract: Units;
  contractFrozen: Units;
}

/**
 * Worth of units of a coin in USDT, cut at 8 decimals; a coin without a price is worth nothing, USDT is worth itself.
 */
export function inUsdt(parts: Pick<AssetParts, 'instruments' | 'lastTicks'>, coinId: number, units: Units): Units {
  if (coinId === USDT_ID) return units;
  const instrument = parts.instruments.get(coinId);
  if (!instrument || instrument.info.quoteCoinId !== USDT_ID) return 0n;
  const ofOneLot = notionalUnits(parts.lastTicks(coinId), instrument.price, 1, instrument.amount);
  return (units * ofOneLot) / lotUnits(1, instrument.amount);
}

/** A person's coins, both wallets of a coin together. */
async function balancesOf(parts: AssetParts, uid: number): Promise<CoinBalance[]> {
  const coins = new Map<number, CoinBalance>();
  for (const { coinId, wallet, available, frozen } of await parts.reads.balances(uid)) {
    const coin = coins.get(coinId) ?? empty(coinId);
    coins.set(
      coinId,
      wallet === 'spot'
        ? { ...coin, spot: available, spotFrozen: frozen }
        : { ...coin, contract: available, contractFrozen: frozen },
    );
  }
  return [...coins.values()];
}

/** Worth of everything a person has, in USDT. */
export async function worthOf(parts: AssetParts, uid: number): Promise<Worth> {
  return worthOfCoins(parts, await balancesOf(parts, uid));
}

function worthOfCoins(parts: AssetParts, balances: readonly CoinBalance[]): Worth {
  const worth = { spot: 0n, spotFrozen: 0n, contract: 0n, contractFrozen: 0n };
  for (const balance of balances) {
    const of = (units: Units): Units => inUsdt(parts, balance.coinId, units);
    worth.spot += of(balance.spot + balance.spotFrozen);
    worth.spotFrozen += of(balance.spotFrozen);
    worth.contract += of(balance.contract + balance.contractFrozen);
    worth.contractFrozen += of(balance.contractFrozen);
  }
  return worth;
}

/** What the call of assets needs beyond what worth is made of. */
export interface AssetCallParts extends AssetParts {
  /** A person's proof inside the newest root of all balances; null for none. */
  proofOf(uid: number): Promise<BalanceProof | null>;
}

export function assetHandlers(parts: AssetCallParts): Handlers<'/coin/assets'> {
  return { '/coin/assets': (request, member) => assets(parts, member.uid, request) };
}

/** Every coin that can be held in spot, held or not, unless `hideZero`. */
async function assets(
  parts: AssetCallParts,
  uid: number,
  { hideZero = false, proof = false }: RequestOf<'/coin/assets'>,
): Promise<AnswerOf<'/coin/assets'>> {
  const balances = await balancesOf(parts, uid);
  const held = new Map(balances.map((balance) => [balance.coinId, balance]));
  const listed = [...parts.instruments.values()]
    .filter(({ info }) => info.type === 'crypto')
    .map(({ info }) => info.id);
  const coins = [...new Set([USDT_ID, ...listed, ...held.keys()])].map((coinId) => held.get(coinId) ?? empty(coinId));
  const worth = worthOfCoins(parts, balances);
  return {
    assets: coins.filter((balance) => !hideZero || !isZero(balance)).map(printAsset),
    usdtAmountSpot: printMoney(worth.spot),
    usdtAmountContract: printMoney(worth.contract),
    usdtAmountSpotFreeze: printMoney(worth.spotFrozen),
    usdtAmountContractFreeze: printMoney(worth.contractFrozen),
    ...(proof ? { proof: await parts.proofOf(uid) } : {}),
  };
}

function empty(coinId: number): CoinBalance {
  return { coinId, spot: 0n, spotFrozen: 0n, contract: 0n, contractFrozen: 0n };
}

function isZero(balance: CoinBalance): boolean {
  return balance.spot + balance.spotFrozen + balance.contract + balance.contractFrozen === 0n;
}
