// How much all contracts of a quote coin may have open on one side (R20).
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import type { Direction } from '../../../core/risk/margin.ts';
import { valueUnits } from '../../../core/risk/margin-tiers.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import { MAX_OWED_UNITS } from '../ledger/ledger.ts';
import type { ExchangeState } from '../state.ts';
import type { ContractMarket } from './contract-market.ts';
import type { Contract } from './contract.ts';

/**
 * In the quote coin. The clearing account has or owes that much, and the bots' budgets of yen are more than half of
 * what the exchange account may owe.
 */
export const MAX_OPEN_UNITS: Units = MAX_OWED_UNITS / 4n;

/** Counts in its market what the contract holds, at its opening prices, and what rests of it, at its limit. */
export function countOpenValue(contract: Contract): void {
  const { contractMarket, state } = contract;
  const { openUnits, terms } = contractMarket;
  const hasEnded = state.status > CONTRACT_STATUS.holding;
  const units = hasEnded ? 0n : state.position.openUnits + valueUnits(terms, state.limitTicks, state.pendingLots);
  openUnits[state.direction] += units - contract.countedUnits;
  contract.countedUnits = units;
}

/** Refuses a value that one side has no room for (2103). `replaced`: a contract whose resting part it replaces. */
export function checkOpenValue(
  { contracts }: ExchangeState,
  { market: { info }, terms }: ContractMarket,
  direction: Direction,
  units: Units,
  replaced: Contract | undefined,
): Reject | null {
  let left = MAX_OPEN_UNITS;
  for (const other of contracts.markets.values())
    if (other.market.info.quoteCoinId === info.quoteCoinId)
      left -= other.openUnits[direction] * other.terms.quotePerUsdt;
  left /= terms.quotePerUsdt;
  if (replaced) left += valueUnits(terms, replaced.state.limitTicks, replaced.state.pendingLots);
  return units <= left ? null : reject(CODE.exposureLimit, { left: printMoney(left > 0n ? left : 0n) });
}
