// Polls the chain for open funds: announced deposits, and withdrawals to pay and to confirm.
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { EXCHANGE_UID } from '../../exchange/command.ts';
import { type FundOrder, fundNo } from '../../exchange/funds/fund.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import type { Chain, Payment, PaymentStatus } from './chain.ts';
import { type Coins, networkOf } from './chain-networks.ts';
import { type FundReviews, type FundReviewDeps, notifyOwner } from './fund-reviews.ts';
import type { PendingFunds } from './pending-funds.ts';

/** In ms. The chain is not queried while nothing is open. */
const POLL_INTERVAL_MS = 1_000;
/** `by` of decisions by the chain's confirmations. */
const BY_CHAIN = 'chain';

export interface ChainWatcherDeps extends Pick<FundReviewDeps, 'coins' | 'identity' | 'holdsDeposits' | 'log'> {
  pending: PendingFunds;
  chain: Chain;
  reviews: Pick<FundReviews, 'approveDeposit'>;
  submit: Sequencer['submit'];
}

export interface ChainWatcher {
  /** Polls once, now. */
  poll(): Promise<void>;
  /** Resolves when the poll under way has ended. */
  stop(): Promise<void>;
}

export function startChainWatcher(deps: ChainWatcherDeps): ChainWatcher {
  let underWay: Promise<void> | null = null;
  const poll = (): Promise<void> =>
    (underWay ??= pollOnce(deps).finally(() => {
      underWay = null;
    }));
  const timer = setInterval(() => void poll(), POLL_INTERVAL_MS);
  return {
    poll,
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}

async function pollOnce(deps: ChainWatcherDeps): Promise<void> {
  const open = deps.pending.list().filter(({ kind, status }) => kind === 'recharge' || status === FUND_STATUS.paying);
  if (open.length === 0) return;
  const seen = await deps.chain.statusOf(open.map(({ kind, id }) => fundNo(kind, id))).catch(reported(deps));
  if (!seen) return;
  // A failure, such as a payment that the chain refuses, does not stop those behind it.
  for (const fund of open) await follow(deps, fund, seen.get(fundNo(fund.kind, fund.id))).catch(reported(deps));
}

/** Writes an error to the log. The next poll tries again; nothing is paid or credited twice. */
function reported({ log }: ChainWatcherDeps): (error: unknown) => void {
  return (error) => log('chain.poll_failed', error);
}

async function follow(deps: ChainWatcherDeps, fund: FundOrder, seen: PaymentStatus | undefined): Promise<void> {
  if (fund.kind === 'recharge' && deps.holdsDeposits()) return;
  const payment = paymentOf(deps.coins, fund);
  if (!seen) await (fund.kind === 'recharge' ? deps.chain.expect(payment) : deps.chain.pay(payment));
  else if (seen.confirmations >= payment.confirmations)
    await (fund.kind === 'recharge' ? credit(deps, fund) : settleWithdrawal(deps, fund));
}

async function credit({ reviews }: ChainWatcherDeps, { id }: FundOrder): Promise<void> {
  try {
    await reviews.approveDeposit(id, BY_CHAIN);
  } catch (error) {
    // A reviewer has decided it meanwhile.
    if (!(error instanceof RejectError) || error.reject.code !== CODE.orderFinished) throw error;
  }
}

async function settleWithdrawal(deps: ChainWatcherDeps, fund: FundOrder): Promise<void> {
  const { answer } = await deps.submit({ kind: 'settleWithdraw', uid: EXCHANGE_UID, fundId: fund.id });
  if (!isReject(answer)) await notifyOwner(deps, fund, 'withdrawArrived');
  else if (answer.code !== CODE.orderFinished) throw new RejectError(answer.code, answer.params);
}

function paymentOf(coins: Coins, { id, kind, coinId, chain, address, memo, units, feeUnits }: FundOrder): Payment {
  return {
    ref: fundNo(kind, id),
    coinId,
    chain,
    address,
    memo,
    units: units - feeUnits,
    confirmations: networkOf(coins, coinId, chain)?.confirmations ?? 1,
  };
}
