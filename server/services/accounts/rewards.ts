// Invite rewards: a share of the spot fees of invited users, credited once a day to the inviter.
import { DAY_MS } from '../../../core/units/durations.ts';
import { type Units, rateShare } from '../../../core/units/units.ts';
import type { Store } from '../../store/store.ts';
import { dayStartOf } from '../valuation/equity.ts';

/** Share of the fees in 1e-8: 10 %. */
const REWARD_RATE_E8 = 10_000_000n;
/** Days paid late after a longer stop; older ones are not paid. */
const MAX_DAYS = 30;
/** Users in one batch; a stop waits for the batch under way. */
const BATCH = 200;

export interface RewardDeps {
  store: Store;
  now(): number;
  /** Worth of units of a coin in USDT units at the current price. */
  valueOf(coinId: number, units: Units): Units;
  /** Quote coin of an instrument; 0 for an unknown one. */
  quoteCoinOf(coinInfoId: number): number;
  /**
   * Credits USDT to a user with record type `invite_reward` and the reference; resolves when it is durable. Throws
   * Error when refused.
   */
  pay(uid: number, units: Units, refNo: string): Promise<void>;
}

interface Invited {
  uid: bigint;
  invited_by: bigint;
}

/**
 * Pays for every past day that is not marked as paid. May be interrupted at any time: the ledger shows who has been
 * paid.
 */
export async function payRewards(deps: RewardDeps, shouldContinue: () => boolean): Promise<void> {
  const today = dayStartOf(deps.now());
  const last = await deps.store.first<{ last: bigint | null }>('SELECT MAX(day_start) AS last FROM reward_days');
  const from =
    last?.last === null || last?.last === undefined
      ? today - DAY_MS
      : Math.max(Number(last.last) + DAY_MS, today - MAX_DAYS * DAY_MS);
  for (let day = from; day < today && shouldContinue(); day += DAY_MS) {
    if (await payDay(deps, day, shouldContinue))
      await deps.store.run('INSERT INTO reward_days (day_start) VALUES (?)', [day]);
  }
}

/** False when interrupted before everyone was paid. */
async function payDay(deps: RewardDeps, day: number, shouldContinue: () => boolean): Promise<boolean> {
  const due = await dueOn(deps, day, shouldContinue);
  const refNo = `invite ${new Date(day).toISOString().slice(0, 10)}`;
  for (const [uid, fees] of due) {
    if (!shouldContinue()) return false;
    const units = rateShare(fees, REWARD_RATE_E8, 'down');
    const paid = await deps.store.first(
      "SELECT id FROM exchange_line WHERE uid = ? AND record_type = 'invite_reward' AND ref_no = ?",
      [uid, refNo],
    );
    if (units > 0n && !paid) await deps.pay(uid, units, refNo);
  }
  return shouldContinue();
}

/** Fees of a day in USDT, by inviter. */
async function dueOn(deps: RewardDeps, day: number, shouldContinue: () => boolean): Promise<Map<number, Units>> {
  const due = new Map<number, Units>();
  let after = 0n;
  while (shouldContinue()) {
    const users = await deps.store.all<Invited>(
      'SELECT uid, invited_by FROM users WHERE invited_by IS NOT NULL AND uid > ? ORDER BY uid LIMIT ?',
      [after, BATCH],
    );
    for (const { uid, invited_by: inviter } of users) {
      const fees = await feesOf(deps, Number(uid), day);
      if (fees > 0n) due.set(Number(inviter), (due.get(Number(inviter)) ?? 0n) + fees);
    }
    if (users.length < BATCH) break;
    after = users[users.length - 1]!.uid;
  }
  return due;
}

/** Buyers pay their fee in the coin, sellers in its quote coin. */
async function feesOf(deps: RewardDeps, uid: number, day: number): Promise<Units> {
  const rows = await deps.store.all<{ coin_info_id: bigint; side: string; total: bigint }>(
    `SELECT o.coin_info_id, o.side, CAST(SUM(d.fee_units) AS BIGINT) AS total FROM exchange_order o JOIN exchange_deal d ON d.order_id = o.id
     WHERE o.uid >= 10000 AND o.uid = ? AND o.update_time >= ? AND d.ts >= ? AND d.ts < ? GROUP BY o.coin_info_id, o.side`,
    [uid, day, day, day + DAY_MS],
  );
  return rows.reduce(
    (sum, { coin_info_id: coin, side, total }) =>
      sum + deps.valueOf(side === 'buy' ? Number(coin) : deps.quoteCoinOf(Number(coin)), total),
    0n,
  );
}
