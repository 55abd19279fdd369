// Ledger entries of deposits and withdrawals: credit, freeze, release, pay (F6, F7, F8).
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import type { Units } from '../../../core/units/units.ts';
import { EXCHANGE_UID } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import { type Account, MAX_OWED_UNITS } from '../ledger/ledger.ts';
import { indexOrLast } from '../mark/index-price.ts';
import { quoteUnits } from '../matching/spot-market.ts';
import type { CommandContext } from '../command-context.ts';
import { type FundOrder, type WorthRule, fundNo } from './fund.ts';

export function accountOf({ ledger }: ExchangeState, { uid, coinId }: FundOrder): Account {
  return ledger.account(uid, 'spot', coinId);
}

/** Credits a deposit, which the exchange account owes from then on. */
export function creditDeposit(context: CommandContext, fund: FundOrder): void {
  const { exchange } = context;
  const refNo = fundNo('recharge', fund.id);
  exchange.ledger.post(context, exchangeAccountOf(exchange, fund), 'recharge', -fund.units, 0n, refNo);
  exchange.ledger.post(context, accountOf(exchange, fund), 'recharge', fund.units, 0n, refNo);
}

export function freezeWithdrawal(context: CommandContext, fund: FundOrder): void {
  const { exchange } = context;
  exchange.ledger.post(context, accountOf(exchange, fund), 'withdraw', 0n, fund.units, fundNo('withdraw', fund.id));
}

export function releaseWithdrawal(context: CommandContext, fund: FundOrder): void {
  const { exchange } = context;
  exchange.ledger.post(
    context,
    accountOf(exchange, fund),
    'withdraw_refund',
    0n,
    -fund.units,
    fundNo('withdraw', fund.id),
  );
}

/** Pays the frozen amount: the exchange account owes that much less, and receives the charge. */
export function payWithdrawal(context: CommandContext, fund: FundOrder): void {
  const { exchange } = context;
  const refNo = fundNo('withdraw', fund.id);
  exchange.ledger.post(context, accountOf(exchange, fund), 'withdraw', -fund.units, -fund.units, refNo);
  exchange.ledger.post(context, exchangeAccountOf(exchange, fund), 'withdraw', fund.units - fund.feeUnits, 0n, refNo);
  if (fund.feeUnits > 0n)
    exchange.ledger.post(context, exchangeAccountOf(exchange, fund), 'withdraw_fee', fund.feeUnits, 0n, refNo);
}

/**
 * Value in USDT, rounded down and capped at what a balance can hold; 0 for a coin that never traded. At the index,
 * which no single trade moves, or (`v1`) at the last trade.
 */
export function usdtValueUnits(
  { markets, indexes }: ExchangeState,
  coinId: number,
  units: Units,
  rule: WorthRule,
): Units {
  if (coinId === USDT_ID) return units;
  const market = markets.get(coinId);
  if (!market) return 0n;
  const priceTicks = rule === 'v1' ? market.lastPriceTicks : indexOrLast(indexes, market);
  const worth = (units * quoteUnits(market, priceTicks, 1)) / market.oneLotUnits;
  return worth < MAX_OWED_UNITS ? worth : MAX_OWED_UNITS;
}

function exchangeAccountOf({ ledger }: ExchangeState, { coinId }: FundOrder): Account {
  return ledger.account(EXCHANGE_UID, 'spot', coinId);
}
