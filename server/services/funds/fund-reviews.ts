// Reviews of deposits and withdrawals by an operator: queues and decisions.
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import { type Units, printMoney } from '../../../core/units/units.ts';
import type { Identity } from '../auth/identity.ts';
import type { Pictures } from '../kyc/pictures.ts';
import { EXCHANGE_UID } from '../../exchange/command.ts';
import { type FundKind, type FundOrder, fundNo } from '../../exchange/funds/fund.ts';
import type { FundQueries } from '../../sequencer/queries/fund-queries.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import type { Chain } from './chain.ts';
import type { Coins } from './chain-networks.ts';
import type { PendingFunds } from './pending-funds.ts';

/** Templates of the notices about funds. */
export type FundTemplate = 'depositArrived' | 'depositRefused' | 'withdrawArrived' | 'withdrawRefused';

/** A deposit application or a withdrawal under review. Money as on the wire, times in ms. */
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
  /** Charge of a withdrawal, and what arrives. A deposit has no charge. */
  serviceCharge: string;
  actualAmount: string;
  createTime: number;
}

export interface FundReviewDeps {
  coins: Coins;
  pending: PendingFunds;
  chain: Pick<Chain, 'statusOf'>;
  submit: Sequencer['submit'];
  reads: Pick<FundQueries, 'fund' | 'approvedSince' | 'approvedBy'>;
  pictures: Pick<Pictures, 'read'>;
  identity: Pick<Identity, 'isFrozen' | 'notify' | 'securityStatusOf'>;
  /** Whether deposits wait for a reviewer even when the chain has confirmed them. */
  holdsDeposits(): boolean;
  now(): number;
  log(event: string, error: unknown): void;
}

interface Decision {
  approved: boolean;
  /** Why it is refused; '' where it is approved. */
  reason: string;
  /** Name of the operator. */
  by: string;
}

/**
 * `by` is who decides (an operator's id, `demo`, `chain`); it is stored with the order. A decision throws
 * RejectError 1404 when there is no such order of that kind, 2012 when it is already decided. It is durable when it
 * resolves, and the owner receives a notice.
 */
export class FundReviews {
  readonly #deps: FundReviewDeps;

  constructor(deps: FundReviewDeps) {
    this.#deps = deps;
  }

  /**
   * Deposit applications under review that the chain does not know, oldest first; the others are credited
   * automatically, unless all are held.
   */
  async depositQueue(): Promise<FundReview[]> {
    if (this.#deps.holdsDeposits()) return this.#underReview('recharge').map((fund) => this.#print(fund));
    const known = await this.#deps.chain.statusOf(
      this.#underReview('recharge').map(({ id }) => fundNo('recharge', id)),
    );
    return this.#underReview('recharge')
      .filter(({ id }) => !known.has(fundNo('recharge', id)))
      .map((fund) => this.#print(fund));
  }

  /** Withdrawals under review, oldest first. Their amount is frozen. */
  async withdrawQueue(): Promise<FundReview[]> {
    return this.#underReview('withdraw').map((fund) => this.#print(fund));
  }

  /**
   * A deposit or withdrawal that waits for a decision, by the chain or by a person. Throws RejectError 1404 when there
   * is no such order of that kind yet, 2012 when it is already decided.
   */
  async undecided(kind: FundKind, id: number): Promise<FundReview> {
    const fund = this.#underReview(kind).find((waiting) => waiting.id === id);
    if (fund) return this.#print(fund);
    const { status } = await this.#orderOf(kind, id);
    // One that came meanwhile was not there at the request.
    throw new RejectError(status === FUND_STATUS.review ? CODE.notFound : CODE.orderFinished);
  }

  /** Sums by coin of what operators have approved of a user's deposits or withdrawals since a time (ms, inclusive). */
  approvedSince(uid: number, kind: FundKind, since: number): Promise<{ coinId: number; units: Units }[]> {
    return this.#deps.reads.approvedSince(uid, kind, since);
  }

  /** Deposits or withdrawals that an operator has approved since a time (ms, inclusive), each by itself. */
  approvedBy(operator: string, kind: FundKind, since: number): Promise<{ coinId: number; units: Units }[]> {
    return this.#deps.reads.approvedBy(operator, kind, since);
  }

  /** The screenshot in the form field's format ("image/jpeg;base64url,..."). */
  async depositPicture(id: number): Promise<string> {
    const { uid, picture } = await this.#orderOf('recharge', id);
    return this.#deps.pictures.read(uid, picture);
  }

  /** Credits the amount (`recharge`). */
  async approveDeposit(id: number, by: string): Promise<void> {
    await this.#notify(await this.#decide('recharge', id, { approved: true, reason: '', by }), 'depositArrived');
  }

  async refuseDeposit(id: number, reason: string, by: string): Promise<void> {
    await this.#notify(await this.#decide('recharge', id, { approved: false, reason, by }), 'depositRefused');
  }

  /**
   * Debits the amount (`withdraw`), and the chain pays. Throws RejectError 1403 when the owner is frozen, 3003 while
   * withdrawals are locked after a changed credential: it may have been a thief's.
   */
  async approveWithdraw(id: number, by: string): Promise<void> {
    const { identity } = this.#deps;
    const { uid } = await this.#orderOf('withdraw', id);
    const { withdrawLockUntil: until } = await identity.securityStatusOf(uid);
    const leftMs = until - this.#deps.now();
    if (leftMs > 0) throw new RejectError(CODE.addressCooling, { until, hours: Math.ceil(leftMs / HOUR_MS) });
    if (identity.isFrozen(uid)) throw new RejectError(CODE.accountFrozen);
    await this.#decide('withdraw', id, { approved: true, reason: '', by });
  }

  /** Releases the frozen amount (`withdraw_refund`). */
  async refuseWithdraw(id: number, reason: string, by: string): Promise<void> {
    await this.#notify(await this.#decide('withdraw', id, { approved: false, reason, by }), 'withdrawRefused');
  }

  #underReview(kind: FundKind): FundOrder[] {
    return this.#deps.pending.list().filter((fund) => fund.kind === kind && fund.status === FUND_STATUS.review);
  }

  async #orderOf(kind: FundKind, id: number): Promise<FundOrder> {
    const fund = await this.#deps.reads.fund(id);
    if (fund?.kind !== kind) throw new RejectError(CODE.notFound);
    return fund;
  }

  async #decide(fundKind: FundKind, fundId: number, decision: Decision): Promise<FundOrder> {
    await this.#orderOf(fundKind, fundId);
    const { answer } = await this.#deps.submit({
      kind: 'decideFund',
      uid: EXCHANGE_UID,
      fundId,
      fundKind,
      ...decision,
      rule: 'v2',
    });
    if (isReject(answer)) throw new RejectError(answer.code, answer.params);
    if (!answer.fund) throw new Error('a decision was not answered');
    return answer.fund;
  }

  /** Writes a notice to the owner; its failure does not undo the decision. */
  async #notify(fund: FundOrder, template: FundTemplate): Promise<void> {
    await notifyOwner(this.#deps, fund, template).catch((error: unknown) =>
      this.#deps.log('fund_notice.write_failed', error),
    );
  }

  #print(fund: FundOrder): FundReview {
    return printReview(this.#deps.coins, fund);
  }
}

export async function notifyOwner(
  { coins, identity }: Pick<FundReviewDeps, 'coins' | 'identity'>,
  fund: FundOrder,
  template: FundTemplate,
): Promise<void> {
  const params = {
    amount: printMoney(fund.units),
    coin: coins.get(fund.coinId)?.info.symbol ?? '',
    reason: fund.reason,
  };
  await identity.notify(fund.uid, { category: 'fund', template, params });
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
