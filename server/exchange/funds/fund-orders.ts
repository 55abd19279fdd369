// Deposit applications and withdrawals through their states: handed in, decided, cancelled, paid (F6 to F9).
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import type { FundCommand } from './fund-command.ts';
import type { ExchangeState } from '../state.ts';
import type { Answer } from '../place-spot.ts';
import type { CommandContext } from '../command-context.ts';
import type { FundKind, FundOrder } from './fund.ts';
import { credited, freeze, payOut, release, worthUnits } from './fund-money.ts';
import { exchangeCanOwe, uncovered, unfit } from './wallets.ts';

type Of<K extends FundCommand['kind']> = Extract<FundCommand, { kind: K }>;

/** Applications, and withdrawals, that a person may have open at once (F9). */
const MOST_OPEN = 20;
/**
 * Largest application, in USDT, or in coins where nothing was traded yet (F9): nobody has paid yet what it says, so
 * nothing else bounds it.
 */
export const MOST_DEPOSIT_UNITS = 1_000_000_000_000_000n;

export function applyDeposit(
  exchange: ExchangeState,
  context: CommandContext,
  { uid, coinId, units, chain, address, picture, clientNo }: Of<'applyDeposit'>,
): Answer {
  const refused =
    unfit(exchange, coinId, units) ?? tooLarge(exchange, coinId, units) ?? tooMany(exchange, uid, 'recharge');
  if (refused) return refused;
  return openFund(exchange, context, {
    uid,
    kind: 'recharge',
    coinId,
    chain,
    address,
    memo: '',
    units,
    feeUnits: 0n,
    picture,
    clientNo,
  });
}

export function requestWithdraw(
  exchange: ExchangeState,
  context: CommandContext,
  { uid, coinId, units, feeUnits, chain, address, memo, clientNo }: Of<'requestWithdraw'>,
): Answer {
  const refused =
    unfit(exchange, coinId, units - feeUnits) ??
    tooMany(exchange, uid, 'withdraw') ??
    uncovered(exchange, uid, 'spot', coinId, units);
  if (refused) return refused;
  if (feeUnits < 0n) return reject(CODE.fieldInvalid, { field: 'serviceCharge', rule: 'at least 0' });
  const answer = openFund(exchange, context, {
    uid,
    kind: 'withdraw',
    coinId,
    chain,
    address,
    memo,
    units,
    feeUnits,
    picture: '',
    clientNo,
  });
  freeze(exchange, context, answer.fund);
  return answer;
}

export function cancelWithdraw(
  exchange: ExchangeState,
  context: CommandContext,
  { uid, fundId }: Of<'cancelWithdraw'>,
): Answer {
  const fund = exchange.funds.get(fundId);
  if (fund && (fund.uid !== uid || fund.kind !== 'withdraw')) return reject(CODE.notFound);
  if (fund?.status !== FUND_STATUS.review) return goneReject(exchange, fundId);
  release(exchange, context, fund);
  return moveFund(exchange, context, { ...fund, status: FUND_STATUS.cancelled });
}

/** A reviewer's word, or the chain's that a deposit has arrived. */
export function decideFund(
  exchange: ExchangeState,
  context: CommandContext,
  { fundId, fundKind, approved, reason, by }: Of<'decideFund'>,
): Answer {
  const fund = exchange.funds.get(fundId);
  if (fund && fund.kind !== fundKind) return reject(CODE.notFound);
  if (fund?.status !== FUND_STATUS.review) return goneReject(exchange, fundId);
  const decided = { ...fund, reason, by };
  if (fundKind === 'withdraw') {
    if (approved) payOut(exchange, context, fund);
    else release(exchange, context, fund);
    return moveFund(exchange, context, { ...decided, status: approved ? FUND_STATUS.paying : FUND_STATUS.refused });
  }
  if (!approved) return moveFund(exchange, context, { ...decided, status: FUND_STATUS.refused });
  if (!exchangeCanOwe(exchange, 'spot', fund.coinId, fund.units))
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'within what the house may owe' });
  credited(exchange, context, fund);
  return moveFund(exchange, context, {
    ...decided,
    status: FUND_STATUS.success,
    valueUnits: worthUnits(exchange, fund.coinId, fund.units),
  });
}

/** The chain has confirmed the payment. */
export function settleWithdraw(
  exchange: ExchangeState,
  context: CommandContext,
  { fundId }: Of<'settleWithdraw'>,
): Answer {
  const fund = exchange.funds.get(fundId);
  if (fund?.status !== FUND_STATUS.paying) return goneReject(exchange, fundId);
  return moveFund(exchange, context, { ...fund, status: FUND_STATUS.success });
}

type NewFund = Omit<FundOrder, 'id' | 'valueUnits' | 'status' | 'reason' | 'by' | 'createTime' | 'updateTime'>;

function openFund(exchange: ExchangeState, context: CommandContext, fresh: NewFund): { orders: []; fund: FundOrder } {
  exchange.funds.lastId += 1;
  return moveFund(exchange, context, {
    ...fresh,
    id: exchange.funds.lastId,
    valueUnits: 0n,
    status: FUND_STATUS.review,
    reason: '',
    by: '',
    createTime: context.ts,
    updateTime: context.ts,
  });
}

/** The order as it is from now on, kept while it is open, and told. */
function moveFund(
  { funds }: ExchangeState,
  context: CommandContext,
  state: FundOrder,
): { orders: []; fund: FundOrder } {
  const fund = { ...state, updateTime: context.ts };
  funds.set(fund);
  context.events.push({ kind: 'fund', fund });
  return { orders: [], fund };
}

function tooLarge(exchange: ExchangeState, coinId: number, units: Units): Reject | null {
  const worth = worthUnits(exchange, coinId, units) || units;
  return worth > MOST_DEPOSIT_UNITS
    ? reject(CODE.fieldInvalid, { field: 'amount', rule: `worth at most ${printMoney(MOST_DEPOSIT_UNITS)} USDT` })
    : null;
}

function tooMany({ funds }: ExchangeState, uid: number, kind: FundKind): Reject | null {
  return funds.countOf(uid, kind) >= MOST_OPEN ? reject(CODE.limitReached, { limit: MOST_OPEN }) : null;
}

function goneReject({ funds }: ExchangeState, fundId: number): Reject {
  return reject(fundId >= 1 && fundId <= funds.lastId ? CODE.orderFinished : CODE.notFound);
}
