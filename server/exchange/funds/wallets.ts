// What the fund commands share: which coins a wallet holds, what the house may owe, and how balances are answered.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { EXCHANGE_UID, type Wallet } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import { MOST_OWED_UNITS } from '../ledger/ledger.ts';
import type { CoinUnits } from './fund.ts';

/** Refusal of an amount or a coin that no wallet holds; null when there is nothing to say against it. */
export function unfit(exchange: ExchangeState, coinId: number, units: Units): Reject | null {
  if (coinId !== USDT_ID && exchange.markets.get(coinId)?.info.type !== 'crypto') return reject(CODE.notFound);
  return units > 0n ? null : reject(CODE.fieldInvalid, { field: 'amount', rule: 'above 0' });
}

export function uncovered(
  exchange: ExchangeState,
  uid: number,
  wallet: Wallet,
  coinId: number,
  units: Units,
): Reject | null {
  const have = exchange.ledger.peek(uid, wallet, coinId)?.available ?? 0n;
  return have >= units ? null : reject(CODE.notEnoughBalance, { need: printMoney(units), have: printMoney(have) });
}

/** Whether the house may pay so much out and still owe no more than a balance holds (L6). */
export function exchangeCanOwe(exchange: ExchangeState, wallet: Wallet, coinId: number, units: Units): boolean {
  return units - (exchange.ledger.peek(EXCHANGE_UID, wallet, coinId)?.available ?? 0n) <= MOST_OWED_UNITS;
}

export function coinsOf({ ledger }: ExchangeState, uid: number, coinIds: readonly number[]): CoinUnits[] {
  return coinIds.map((coinId) => {
    const spot = ledger.peek(uid, 'spot', coinId);
    const contract = ledger.peek(uid, 'contract', coinId);
    return {
      coinId,
      spotUnits: spot?.available ?? 0n,
      spotFrozenUnits: spot?.frozen ?? 0n,
      contractUnits: contract?.available ?? 0n,
      contractFrozenUnits: contract?.frozen ?? 0n,
    };
  });
}
