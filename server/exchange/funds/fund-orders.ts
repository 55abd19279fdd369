// Deposit applications and withdrawals through their states: handed in, decided, cancelled, paid (F6 to F9).
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import type { FundCommand } from './fund-command.ts';
import type { Core } from '../state.ts';
import type { Answer } from '../place-spot.ts';
import type { Turn } from '../command-context.ts';
import type { FundKind, FundOrder } from './fund.ts';
import { credited, freeze, payOut, release, worthUnits } from './fund-money.ts';
import { houseCanOwe, uncovered, unfit } from './wallets.ts';

type Of<K extends FundCommand['kind']> = Extract<FundCommand, { kind: K }>;

/** Applications, and withdrawals, that a person may have open at once (F9). */
const MOST_OPEN = 20;
/**
 * Largest application, in USDT, or in coins where nothing was traded yet (F9): nobody has paid yet what it says, so
 * nothing else bounds it.
 */
export const MOST_DEPOSIT_UNITS = 1_000_000_000_000_000n;

export function applyDeposit(
  core: Core,
  turn: Turn,
  { uid, coinId, units, chain, address, picture, clientNo }: Of<'applyDeposit'>,
): Answer {
  const refused = unfit(core, coinId, units) ?? tooLarge(core, coinId, units) ?? tooMany(core, uid, 'recharge');
  if (refused) return refused;
  return opened(core, turn, {
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
  core: Core,
  turn: Turn,
  { uid, coinId, units, feeUnits, chain, address, memo, clientNo }: Of<'requestWithdraw'>,
): Answer {
  const refused =
    unfit(core, coinId, units - feeUnits) ??
    tooMany(core, uid, 'withdraw') ??
    uncovered(core, uid, 'spot', coinId, units);
  if (refused) return refused;
  if (feeUnits < 0n) return reject(CODE.fieldInvalid, { field: 'serviceCharge', rule: 'at least 0' });
  const answer = opened(core, turn, {
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
  freeze(core, turn, answer.fund);
  return answer;
}

export function cancelWithdraw(core: Core, turn: Turn, { uid, fundId }: Of<'cancelWithdraw'>): Answer {
  const fund = core.funds.get(fundId);
  if (fund && (fund.uid !== uid || fund.kind !== 'withdraw')) return reject(CODE.notFound);
  if (fund?.status !== FUND_STATUS.review) return gone(core, fundId);
  release(core, turn, fund);
  return moved(core, turn, { ...fund, status: FUND_STATUS.cancelled });
}

/** A reviewer's word, or the chain's that a deposit has arrived. */
export function decideFund(
  core: Core,
  turn: Turn,
  { fundId, fundKind, approved, reason, by }: Of<'decideFund'>,
): Answer {
  const fund = core.funds.get(fundId);
  if (fund && fund.kind !== fundKind) return reject(CODE.notFound);
  if (fund?.status !== FUND_STATUS.review) return gone(core, fundId);
  const decided = { ...fund, reason, by };
  if (fundKind === 'withdraw') {
    if (approved) payOut(core, turn, fund);
    else release(core, turn, fund);
    return moved(core, turn, { ...decided, status: approved ? FUND_STATUS.paying : FUND_STATUS.refused });
  }
  if (!approved) return moved(core, turn, { ...decided, status: FUND_STATUS.refused });
  if (!houseCanOwe(core, 'spot', fund.coinId, fund.units))
    return reject(CODE.fieldInvalid, { field: 'amount', rule: 'within what the house may owe' });
  credited(core, turn, fund);
  return moved(core, turn, {
    ...decided,
    status: FUND_STATUS.success,
    valueUnits: worthUnits(core, fund.coinId, fund.units),
  });
}

/** The chain has confirmed the payment. */
export function settleWithdraw(core: Core, turn: Turn, { fundId }: Of<'settleWithdraw'>): Answer {
  const fund = core.funds.get(fundId);
  if (fund?.status !== FUND_STATUS.paying) return gone(core, fundId);
  return moved(core, turn, { ...fund, status: FUND_STATUS.success });
}

type Fresh = Omit<FundOrder, 'id' | 'valueUnits' | 'status' | 'reason' | 'by' | 'createTime' | 'updateTime'>;

function opened(core: Core, turn: Turn, fresh: Fresh): { orders: []; fund: FundOrder } {
  core.funds.lastId += 1;
  return moved(core, turn, {
    ...fresh,
    id: core.funds.lastId,
    valueUnits: 0n,
    status: FUND_STATUS.review,
    reason: '',
    by: '',
    createTime: turn.ts,
    updateTime: turn.ts,
  });
}

/** The order as it is from now on, kept while it is open, and told. */
function moved({ funds }: Core, turn: Turn, state: FundOrder): { orders: []; fund: FundOrder } {
  const fund = { ...state, updateTime: turn.ts };
  funds.put(fund);
  turn.events.push({ kind: 'fund', fund });
  return { orders: [], fund };
}

function tooLarge(core: Core, coinId: number, units: Units): Reject | null {
  const worth = worthUnits(core, coinId, units) || units;
  return worth > MOST_DEPOSIT_UNITS
    ? reject(CODE.fieldInvalid, { field: 'amount', rule: `worth at most ${printMoney(MOST_DEPOSIT_UNITS)} USDT` })
    : null;
}

function tooMany({ funds }: Core, uid: number, kind: FundKind): Reject | null {
  return funds.countOf(uid, kind) >= MOST_OPEN ? reject(CODE.limitReached, { limit: MOST_OPEN }) : null;
}

function gone({ funds }: Core, fundId: number): Reject {
  return reject(fundId >= 1 && fundId <= funds.lastId ? CODE.orderFinished : CODE.notFound);
}
