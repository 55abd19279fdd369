// Restores stored applications, withdrawals and quotes, and sums up what they freeze.
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import type { ExchangeState } from '../state.ts';
import type { Account } from '../ledger/ledger.ts';
import type { ConvertQuote, FundOrder } from './fund.ts';
import { accountOf } from './fund-money.ts';

export interface StoredFunds {
  lastId: number;
  open: FundOrder[];
  quotes: ConvertQuote[];
}

/** Adds to `held` what they freeze in each account. Throws Error when an id is newer than the last one. */
export function rehydrateFunds(
  exchange: ExchangeState,
  { lastId, open, quotes }: StoredFunds,
  held: Map<Account, bigint>,
): void {
  const { funds } = exchange;
  funds.lastId = lastId;
  const newest = Math.max(0, ...open.map(({ id }) => id), ...quotes.map(({ id }) => id));
  if (newest > lastId) throw new Error(`deposit, withdrawal or quote ${newest} is newer than the last id ${lastId}`);
  for (const quote of quotes) funds.quotes.set(quote.uid, quote);
  for (const fund of open) {
    funds.set(fund);
    if (fund.kind !== 'withdraw' || fund.status !== FUND_STATUS.review) continue;
    const account = accountOf(exchange, fund);
    held.set(account, (held.get(account) ?? 0n) + fund.units);
  }
}
