// The reviewer's side of money that comes in and goes out: what waits, and the word on it.
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { printMoney } from '../../../core/units/units.ts';
import type { Identity } from '../auth/identity.ts';
import type { Pictures } from '../kyc/pictures.ts';
import { EXCHANGE_UID } from '../../exchange/command.ts';
import { type FundKind, type FundOrder, fundNo } from '../../exchange/funds/fund.ts';
import type { FundQueries } from '../../sequencer/queries/fund-queries.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import type { Chain } from './chain.ts';
import type { Coins } from './chain-networks.ts';
import type { Waiting } from './pending-funds.ts';

/** Notices that this room writes. */
export type FundTemplate = 'depositArrived' | 'depositRefused' | 'withdrawArrived' | 'withdrawRefused';

/** A deposit application or a withdrawal that waits for a reviewer. Money as the wire prints it, times in ms. */
export interface FundReview {
  id: number;
  orderNo: string;
  uid: number;
  coinInfoId: number;
  symbol: string;
  chain: string;
  address: string;
  memo: string;
  amount: string;
  /** Of a withdrawal: what the house keeps, and what arrives. A deposit has no charge. */
  serviceCharge: string;
  actualAmount: string;
  createTime: number;
}

/**
 * `by` names who decided (an operator's id, `demo`, `chain`); it is kept with the order. A decision on what does not
 * wait throws RejectError:
 * 1404 when there is no such order of that kind, 2012 when it is decided already. Every decision is durable when it
 * resolves, and its owner is told.
 */
export interface FundReviews {
  /**
   * Deposit applications under review that the chain has not seen, first come first; those that it has seen credit
   * themselves, unless all are held.
   */
  depositQueue(): Promise<FundReview[]>;
  /** The screenshot as the form field writes pictures ("image/jpeg;base64url,..."). */
  depositPicture(id: number): Promise<string>;
  /** Credits the amount (`recharge`). */
  approveDeposit(id: number, by: string): Promise<void>;
  refuseDeposit(id: number, reason: string, by: string): Promise<void>;
  /** Withdrawals whose amount is frozen until somebody decides, first come first. */
  withdrawQueue(): Promise<FundReview[]>;
  /** Takes the amount out (`withdraw`) and has the chain pay. Throws RejectError 1403 when its owner is frozen. */
  approveWithdraw(id: number, by: string): Promise<void>;
  /** Gives the frozen amount back (`withdraw_refund`). */
  refuseWithdraw(id: number, reason: string, by: string): Promise<void>;
}

export interface ReviewParts {
  coins: Coins;
  waiting: Waiting;
  chain: Pick<Chain, 'seen'>;
  submit: Sequencer['submit'];
  reads: Pick<FundQueries, 'fund'>;
  pictures: Pick<Pictures, 'read'>;
  identity: Pick<Identity, 'isFrozen' | 'tell'>;
  /** Whether a deposit waits for a reviewer though the chain has seen it. */
  holdsDeposits(): boolean;
  log(what: string, error: unknown): void;
}

export function createReviews(parts: ReviewParts): FundReviews {
  const waiting = (kind: FundKind): FundOrder[] =>
    parts.waiting.list().filter((fund) => fund.kind === kind && fund.status === FUND_STATUS.review);
  return {
    async depositQueue() {
      if (parts.holdsDeposits()) return waiting('recharge').map((fund) => printReview(parts.coins, fund));
      const seen = await parts.chain.seen(waiting('recharge').map(({ id }) => fundNo('recharge', id)));
      // What the chain has seen credits itself; the rest needs a reviewer.
      return waiting('recharge')
        .filter(({ id }) => !seen.has(fundNo('recharge', id)))
        .map((fund) => printReview(parts.coins, fund));
    },
    async depositPicture(id) {
      const { uid, picture } = await orderOf(parts, 'recharge', id);
      return parts.pictures.read(uid, picture);
    },
    approveDeposit: async (id, by) =>
      decided(parts, await decide(parts, 'recharge', id, true, '', by), 'depositArrived'),
    refuseDeposit: async (id, reason, by) =>
      decided(parts, await decide(parts, 'recharge', id, false, reason, by), 'depositRefused'),
    withdrawQueue: () => Promise.resolve(waiting('withdraw').map((fund) => printReview(parts.coins, fund))),
    async approveWithdraw(id, by) {
      const { uid } = await orderOf(parts, 'withdraw', id);
      if (parts.identity.isFrozen(uid)) throw new RejectError(CODE.accountFrozen);
      await decide(parts, 'withdraw', id, true, '', by);
    },
    refuseWithdraw: async (id, reason, by) =>
      decided(parts, await decide(parts, 'withdraw', id, false, reason, by), 'withdrawRefused'),
  };
}

async function orderOf({ reads }: ReviewParts, kind: FundKind, id: number): Promise<FundOrder> {
  const fund = await reads.fund(id);
  if (fund?.kind !== kind) throw new RejectError(CODE.notFound);
  return fund;
}

async function decide(
  parts: ReviewParts,
  fundKind: FundKind,
  id: number,
  approved: boolean,
  reason: string,
  by: string,
): Promise<FundOrder> {
  await orderOf(parts, fundKind, id);
  const { answer } = await parts.submit({
    kind: 'decideFund',
    uid: EXCHANGE_UID,
    fundId: id,
    fundKind,
    approved,
    reason,
    by,
  });
  if (isReject(answer)) throw new RejectError(answer.code, answer.params);
  if (!answer.fund) throw new Error('a decision was not answered');
  return answer.fund;
}

/** Tells the owner; that this fails does not undo the decision. */
async function decided(parts: ReviewParts, fund: FundOrder, template: FundTemplate): Promise<void> {
  await tellOwner(parts, fund, template).catch((error: unknown) =>
    parts.log('a notice of funds was not written', error),
  );
}

export async function tellOwner(
  { coins, identity }: Pick<ReviewParts, 'coins' | 'identity'>,
  fund: FundOrder,
  template: FundTemplate,
): Promise<void> {
  const params = {
    amount: printMoney(fund.units),
    coin: coins.get(fund.coinId)?.info.symbol ?? '',
    reason: fund.reason,
  };
  await identity.tell(fund.uid, { category: 'fund', template, params });
}

function printReview(coins: Coins, fund: FundOrder): FundReview {
  const { id, uid, kind, coinId, chain, address, memo, units, feeUnits, createTime } = fund;
  return {
    id,
    orderNo: fundNo(kind, id),
    uid,
    coinInfoId: coinId,
    symbol: coins.get(coinId)?.info.symbol ?? '',
    chain,
    address,
    memo,
    amount: printMoney(units),
    serviceCharge: printMoney(feeUnits),
    actualAmount: printMoney(units - feeUnits),
    createTime,
  };
}
