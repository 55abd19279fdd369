// Checks that the fund commands share, and balances as their answers print them.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { EXCHANGE_UID, type Wallet } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import { MAX_OWED_UNITS } from '../ledger/ledger.ts';
import type { CoinBalances } from './fund.ts';

/** Refuses an amount or a coin that no account can hold; null when both are valid. */
export function checkCoinAmount(exchange: ExchangeState, coinId: number, units: Units): Reject | null {
  if (coinId !== USDT_ID && exchange.markets.get(coinId)?.info.type !== 'crypto') return reject(CODE.notFound);
  return units > 0n ? null : reject(CODE.fieldInvalid, { field: 'amount', rule: 'above 0' });
}

export function checkAvailable(
  exchange: ExchangeState,
  uid: number,
  wallet: Wallet,
  coinId: number,
  units: Units,
): Reject | null {
  const have = exchange.ledger.peek(uid, wallet, coinId)?.available ?? 0n;
  return have >= units ? null : reject(CODE.notEnoughBalance, { need: printMoney(units), have: printMoney(have) });
}

/** Whether the exchange account may pay so much and still owe no more than a balance can hold (L6). */
export function exchangeCanOwe(exchange: ExchangeState, wallet: Wallet, coinId: number, units: Units): boolean {
  return units - (exchange.ledger.peek(EXCHANGE_UID, wallet, coinId)?.available ?? 0n) <= MAX_OWED_UNITS;
}

export function coinBalancesOf({ ledger }: ExchangeState, uid: number, coinIds: readonly number[]): CoinBalances[] {
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
