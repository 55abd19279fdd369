// Deposit applications and withdrawals through their states (F6 to F9).
// Open, decided, cancelled, paid.
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import type { CommandOf } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Answer } from '../outcome.ts';
import type { CommandContext } from '../command-context.ts';
import type { FundKind, FundOrder } from './fund.ts';
import { creditDeposit, freezeWithdrawal, payWithdrawal, releaseWithdrawal, usdtValueUnits } from './fund-money.ts';
import { exchangeCanOwe, checkAvailable, checkCoinAmount } from './fund-checks.ts';

/** Applications, and withdrawals, that a user may have open at once (F9). */
const MAX_OPEN = 20;
/**
 * Largest application in USDT, or in coins where nothing was traded yet (F9): an application moves no money, so no
 * balance bounds it.
 */
export const MAX_DEPOSIT_UNITS = 1_000_000_000_000_000n;

export function applyDeposit(
  context: CommandContext,
  { uid, coinId, units, chain, address, picture, clientNo }: CommandOf<'applyDeposit'>,
): Answer {
  const { exchange } = context;
  const refused =
    checkCoinAmount(exchange, coinId, units) ??
    checkDepositSize(exchange, coinId, units) ??
    checkOpenLimit(exchange, uid, 'recharge');
  if (refused) return refused;
  return openFund(context, {
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
  context: CommandContext,
  { uid, coinId, units, feeUnits, chain, address, memo, clientNo }: CommandOf<'requestWithdraw'>,
): Answer {
  const { exchange } = context;
  const refused =
    checkCoinAmount(exchange, coinId, units - feeUnits) ??
    checkOpenLimit(exchange, uid, 'withdraw') ??
    checkAvailable(exchange, uid, 'spot', coinId, units);
  if (refused) return refused;
  if (feeUnits < 0n) return reject(CODE.fieldInvalid, { field: 'serviceCharge', rule: 'at least 0' });
  const answer = openFund(context, {
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
  freezeWithdrawal(context, answer.fund);
  return answer;
}

export function cancelWithdraw(context: CommandContext, { uid, fundId }: CommandOf<'cancelWithdraw'>): Answer {
  const { exchange } = context;
  const fund = exchange.funds.get(fundId);
  if (fund && (fund.uid !== uid || fund.kind !== 'withdraw')) return reject(CODE.notFound);
  if (fund?.status !== FUND_STATUS.review) return finishedReject(exchange, fundId);
  releaseWithdrawal(context, fund);
  return updateFund(context, { ...fund, status: FUND_STATUS.cancelled });
}

/** Decides a deposit or withdrawal: by a reviewer, or by the chain when a deposit has arrived. */
export function decideFund(
  context: CommandContext,
  { fundId, fundKind, approved, reason, by, rule = 'v1' }: CommandOf<'decideFund'>,
): Answer {
  const { exchange } = context;
  const fund = exchange.funds.get(fundId);
  if (fund && fund.kind !== fundKind) return reject(CODE.notFound);
  if (fund?.status !== FUND_STATUS.review) return finishedReject(exchange, fundId);
  const decided = { ...fund, reason, by };
  if (fundKind === 'withdraw') {
    if (approved) payWithdrawal(context, fund);
    else releaseWithdrawal(context, fund);
    return updateFund(context, { ...decided, status: approved ? FUND_STATUS.paying : FUND_STATUS.refused });
  }
  if (!approved) return updateFund(context, { ...decided, status: FUND_STATUS.refused });
  if (!exchangeCanOwe(exchange, 'spot', fund.coinId, fund.units))
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'within what the exchange may owe' });
  creditDeposit(context, fund);
  return updateFund(context, {
    ...decided,
    status: FUND_STATUS.success,
    valueUnits: usdtValueUnits(exchange, fund.coinId, fund.units, rule),
  });
}

/** The chain has confirmed the payment. */
export function settleWithdraw(context: CommandContext, { fundId }: CommandOf<'settleWithdraw'>): Answer {
  const { exchange } = context;
  const fund = exchange.funds.get(fundId);
  if (fund?.status !== FUND_STATUS.paying) return finishedReject(exchange, fundId);
  return updateFund(context, { ...fund, status: FUND_STATUS.success });
}

type NewFund = Omit<FundOrder, 'id' | 'valueUnits' | 'status' | 'reason' | 'by' | 'createTime' | 'updateTime'>;

function openFund(context: CommandContext, fresh: NewFund): { orders: []; fund: FundOrder } {
  const { funds } = context.exchange;
  funds.lastId += 1;
  return updateFund(context, {
    ...fresh,
    id: funds.lastId,
    valueUnits: 0n,
    status: FUND_STATUS.review,
    reason: '',
    by: '',
    createTime: context.ts,
    updateTime: context.ts,
  });
}

/** Stores the new state while the order is open, and emits it. */
function updateFund(context: CommandContext, state: FundOrder): { orders: []; fund: FundOrder } {
  const fund = { ...state, updateTime: context.ts };
  context.exchange.funds.set(fund);
  context.events.push({ kind: 'fund', fund });
  return { orders: [], fund };
}

function checkDepositSize(exchange: ExchangeState, coinId: number, units: Units): Reject | null {
  const worth = usdtValueUnits(exchange, coinId, units, 'v1') || units;
  return worth > MAX_DEPOSIT_UNITS
    ? reject(CODE.fieldInvalid, { field: 'amount', rule: `worth at most ${printMoney(MAX_DEPOSIT_UNITS)} USDT` })
    : null;
}

function checkOpenLimit({ funds }: ExchangeState, uid: number, kind: FundKind): Reject | null {
  return funds.countOf(uid, kind) >= MAX_OPEN ? reject(CODE.limitReached, { limit: MAX_OPEN }) : null;
}

function finishedReject({ funds }: ExchangeState, fundId: number): Reject {
  return reject(fundId >= 1 && fundId <= funds.lastId ? CODE.orderFinished : CODE.notFound);
}
