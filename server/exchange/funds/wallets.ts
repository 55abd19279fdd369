// What the fund commands share: which coins a wallet holds, what the house may owe, and how balances are answered.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { HOUSE_UID, type Wallet } from '../command.ts';
import type { Core } from '../state.ts';
import { MOST_OWED_UNITS } from '../ledger/ledger.ts';
import type { CoinUnits } from './fund.ts';

/** Refusal of an amount or a coin that no wallet holds; null when there is nothing to say against it. */
export function unfit(core: Core, coinId: number, units: Units): Reject | null {
  if (coinId !== USDT_ID && core.markets.get(coinId)?.info.type !== 'crypto') return reject(CODE.notFound);
  return units > 0n ? null : reject(CODE.fieldInvalid, { field: 'amount', rule: 'above 0' });
}

export function uncovered(core: Core, uid: number, wallet: Wallet, coinId: number, units: Units): Reject | null {
  const have = core.ledger.peek(uid, wallet, coinId)?.available ?? 0n;
  return have >= units ? null : reject(CODE.notEnoughBalance, { need: printMoney(units), have: printMoney(have) });
}

/** Whether the house may pay so much out and still owe no more than a balance holds (L6). */
export function houseCanOwe(core: Core, wallet: Wallet, coinId: number, units: Units): boolean {
  return units - (core.ledger.peek(HOUSE_UID, wallet, coinId)?.available ?? 0n) <= MOST_OWED_UNITS;
}

export function coinsOf({ ledger }: Core, uid: number, coinIds: readonly number[]): CoinUnits[] {
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
