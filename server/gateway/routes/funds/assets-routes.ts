// The call of assets: what a user owns, coin by coin, and its worth in USDT.
import type { BalanceProof } from '../../../../core/proofs/balance-proof.ts';
import type { AnswerOf, RequestOf } from '../../../../core/endpoints/endpoints.ts';
import { USDT_ID } from '../../../../core/instruments/instrument.ts';
import { printMoney } from '../../../../core/units/units.ts';
import {
  type CoinBalance,
  type WorthDeps,
  balancesOf,
  emptyBalance,
  worthOfBalances,
} from '../../../services/valuation/worth.ts';
import type { Handlers } from '../../handler.ts';
import { printAsset } from '../../wire/wire-order.ts';

export interface AssetsDeps extends WorthDeps {
  /** A user's proof inside the newest root of all balances; null for none. */
  proofOf(uid: number): Promise<BalanceProof | null>;
}

export function assetsHandlers(deps: AssetsDeps): Handlers<'/coin/assets'> {
  return { '/coin/assets': (request, caller) => assets(deps, caller.uid, request) };
}

/** Every coin that a spot wallet can hold, with or without a balance, unless `hideZero`. */
async function assets(
  deps: AssetsDeps,
  uid: number,
  { hideZero = false, proof = false }: RequestOf<'/coin/assets'>,
): Promise<AnswerOf<'/coin/assets'>> {
  const balances = await balancesOf(deps, uid);
  const byCoin = new Map(balances.map((balance) => [balance.coinId, balance]));
  const listed = [...deps.instruments.values()].filter(({ info }) => info.type === 'crypto').map(({ info }) => info.id);
  const coins = [...new Set([USDT_ID, ...listed, ...byCoin.keys()])].map(
    (coinId) => byCoin.get(coinId) ?? emptyBalance(coinId),
  );
  const worth = worthOfBalances(deps, balances);
  return {
    assets: coins.filter((balance) => !hideZero || !isZero(balance)).map(printAsset),
    usdtAmountSpot: printMoney(worth.spot),
    usdtAmountContract: printMoney(worth.contract),
    usdtAmountSpotFreeze: printMoney(worth.spotFrozen),
    usdtAmountContractFreeze: printMoney(worth.contractFrozen),
    ...(proof ? { proof: await deps.proofOf(uid) } : {}),
  };
}

function isZero(balance: CoinBalance): boolean {
  return balance.spot + balance.spotFrozen + balance.contract + balance.contractFrozen === 0n;
}
