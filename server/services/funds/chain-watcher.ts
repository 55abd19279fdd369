// Watches the chain for what is open: announced deposits that arrive, payments to make and to see confirmed.
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { isReject } from '../../../core/orders/spot-order.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { EXCHANGE_UID } from '../../exchange/command.ts';
import { type FundOrder, fundNo } from '../../exchange/funds/fund.ts';
import type { Sequencer } from '../../sequencer/sequencer.ts';
import type { Chain, Payment, Seen } from './chain.ts';
import { type Coins, routeOf } from './chain-networks.ts';
import { type FundReviews, type ReviewParts, tellOwner } from './fund-reviews.ts';
import type { Waiting } from './pending-funds.ts';

/** Between two looks, in ms. Nothing is asked while nothing is open. */
const LOOK_EVERY_MS = 1_000;
/** Name under which the chain's own confirmations decide. */
const BY_CHAIN = 'chain';

export interface WatchParts extends Pick<ReviewParts, 'coins' | 'identity' | 'holdsDeposits' | 'log'> {
  waiting: Waiting;
  chain: Chain;
  reviews: Pick<FundReviews, 'approveDeposit'>;
  submit: Sequencer['submit'];
}

export interface Watch {
  /** Looks once, now. */
  look(): Promise<void>;
  /** Looks no more, and resolves when the look under way has ended. */
  stop(): Promise<void>;
}

export function startWatch(parts: WatchParts): Watch {
  let underWay: Promise<void> | null = null;
  const look = (): Promise<void> =>
    (underWay ??= lookOnce(parts).finally(() => {
      underWay = null;
    }));
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    look,
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}

async function lookOnce(parts: WatchParts): Promise<void> {
  const open = parts.waiting.list().filter(({ kind, status }) => kind === 'recharge' || status === FUND_STATUS.paying);
  if (open.length === 0) return;
  try {
    const seen = await parts.chain.seen(open.map(({ kind, id }) => fundNo(kind, id)));
    for (const fund of open) await follow(parts, fund, seen.get(fundNo(fund.kind, fund.id)));
  } catch (error) {
    // The next look tries again: nothing is paid, or credited, twice.
    parts.log('a look at the chain', error);
  }
}

async function follow(parts: WatchParts, fund: FundOrder, seen: Seen | undefined): Promise<void> {
  if (fund.kind === 'recharge' && parts.holdsDeposits()) return;
  const payment = paymentOf(parts.coins, fund);
  if (!seen) await (fund.kind === 'recharge' ? parts.chain.expect(payment) : parts.chain.pay(payment));
  else if (seen.confirmations >= payment.confirmations)
    await (fund.kind === 'recharge' ? credit(parts, fund) : settle(parts, fund));
}

async function credit({ reviews }: WatchParts, { id }: FundOrder): Promise<void> {
  try {
    await reviews.approveDeposit(id, BY_CHAIN);
  } catch (error) {
    // A reviewer was faster.
    if (!(error instanceof RejectError) || error.reject.code !== CODE.orderFinished) throw error;
  }
}

async function settle(parts: WatchParts, fund: FundOrder): Promise<void> {
  const { answer } = await parts.submit({ kind: 'settleWithdraw', uid: EXCHANGE_UID, fundId: fund.id });
  if (!isReject(answer)) await tellOwner(parts, fund, 'withdrawArrived');
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
    confirmations: routeOf(coins, coinId, chain)?.confirmations ?? 1,
  };
}
