// What a person owns, coin by coin, and its worth in USDT.
import type { AnswerOf } from '../../../contract/calls.ts';
import { type Instrument, USDT_ID } from '../../../contract/instrument.ts';
import { type PriceTicks, type Units, lotUnits, notionalUnits, printMoney } from '../../../contract/units.ts';
import type { Handlers } from '../handler.ts';
import { type CoinBalance, printAsset } from '../wire-order.ts';

export interface AssetParts {
  instruments: ReadonlyMap<number, Instrument>;
  /** Last price, 0 when there is none. */
  lastTicks(coinInfoId: number): PriceTicks;
  /** Coins that a person has, or has had. */
  balances(uid: number): CoinBalance[];
}

export interface Worth {
  spot: Units;
  spotFrozen: Units;
  contract: Units;
  contractFrozen: Units;
}

/** Worth of units of a coin in USDT, cut at 8 decimals; a coin without a price is worth nothing, USDT is worth itself. */
function inUsdt(parts: AssetParts, coinId: number, units: Units): Units {
  if (coinId === USDT_ID) return units;
  const instrument = parts.instruments.get(coinId);
  if (!instrument || instrument.info.quoteCoinId !== USDT_ID) return 0n;
  const ofOneLot = notionalUnits(parts.lastTicks(coinId), instrument.price, 1, instrument.amount);
  return (units * ofOneLot) / lotUnits(1, instrument.amount);
}

/** Everything a person has, available and frozen together in `spot` and `contract`. */
export function worthOf(parts: AssetParts, uid: number): Worth {
  const worth = { spot: 0n, spotFrozen: 0n, contract: 0n, contractFrozen: 0n };
  for (const balance of parts.balances(uid)) {
    const of = (units: Units): Units => inUsdt(parts, balance.coinId, units);
    worth.spot += of(balance.spot + balance.spotFrozen);
    worth.spotFrozen += of(balance.spotFrozen);
    worth.contract += of(balance.contract + balance.contractFrozen);
    worth.contractFrozen += of(balance.contractFrozen);
  }
  return worth;
}

export function assetHandlers(parts: AssetParts): Handlers<'/coin/assets'> {
  return { '/coin/assets': (request, member) => assets(parts, member.uid, request.hideZero ?? false) };
}

/** Every coin that can be held in spot, held or not, unless `hideZero`. */
function assets(parts: AssetParts, uid: number, hideZero: boolean): AnswerOf<'/coin/assets'> {
  const held = new Map(parts.balances(uid).map((balance) => [balance.coinId, balance]));
  const listed = [...parts.instruments.values()].filter(({ info }) => info.type === 'crypto').map(({ info }) => info.id);
  const coins = [...new Set([USDT_ID, ...listed, ...held.keys()])].map((coinId) => held.get(coinId) ?? empty(coinId));
  const worth = worthOf(parts, uid);
  return {
    assets: coins.filter((balance) => !hideZero || !isZero(balance)).map(printAsset),
    usdtAmountSpot: printMoney(worth.spot),
    usdtAmountContract: printMoney(worth.contract),
    usdtAmountSpotFreeze: printMoney(worth.spotFrozen),
    usdtAmountContractFreeze: printMoney(worth.contractFrozen),
  };
}

function empty(coinId: number): CoinBalance {
  return { coinId, spot: 0n, spotFrozen: 0n, contract: 0n, contractFrozen: 0n };
}

function isZero(balance: CoinBalance): boolean {
  return balance.spot + balance.spotFrozen + balance.contract + balance.contractFrozen === 0n;
}
