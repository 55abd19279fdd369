// What inviting brings: a share of the spot fees that invited people paid in a day, credited to who invited them, once.
import { type Units, rateShare } from '../../../core/units/units.ts';
import type { Store } from '../../store/store.ts';
import { dayOf } from '../valuation/equity.ts';

const DAY_MS = 86_400_000;
/** Share of the fees, in 1e-8: a tenth. */
const REWARD_RATE_E8 = 10_000_000n;
/** Days made up for after a long rest; older ones are let go. */
const MOST_DAYS = 30;
/** People looked at between two breaths. */
const BATCH = 200;

export interface RewardParts {
  store: Store;
  now(): number;
  /** Worth of units of a coin in USDT units at the present price. */
  valueOf(coinId: number, units: Units): Units;
  /** The coin that an instrument is quoted in; 0 for one that is not known. */
  quoteCoinOf(coinInfoId: number): number;
  /**
   * Credits USDT to a person with record type `invite_reward` and the reference; resolves when it is durable. Throws
   * Error when refused.
   */
  pay(uid: number, units: Units, refNo: string): Promise<void>;
}

interface Invited {
  uid: bigint;
  invited_by: bigint;
}

/**
 * Pays for every day that has ended and is not marked as paid. Can be cut off anywhere: the ledger says who has theirs.
 */
export async function payRewards(parts: RewardParts, goOn: () => boolean): Promise<void> {
  const today = dayOf(parts.now());
  const last = await parts.store.first<{ last: bigint | null }>('SELECT MAX(day_start) AS last FROM reward_days');
  const from =
    last?.last === null || last?.last === undefined
      ? today - DAY_MS
      : Math.max(Number(last.last) + DAY_MS, today - MOST_DAYS * DAY_MS);
  for (let day = from; day < today && goOn(); day += DAY_MS) {
    if (await payDay(parts, day, goOn)) await parts.store.run('INSERT INTO reward_days (day_start) VALUES (?)', [day]);
  }
}

/** Whether everybody has theirs. */
async function payDay(parts: RewardParts, day: number, goOn: () => boolean): Promise<boolean> {
  const due = await dueOn(parts, day, goOn);
  const refNo = `invite ${new Date(day).toISOString().slice(0, 10)}`;
  for (const [uid, fees] of due) {
    if (!goOn()) return false;
    const units = rateShare(fees, REWARD_RATE_E8, 'down');
    const paid = await parts.store.first(
      "SELECT id FROM exchange_line WHERE uid = ? AND record_type = 'invite_reward' AND ref_no = ?",
      [uid, refNo],
    );
    if (units > 0n && !paid) await parts.pay(uid, units, refNo);
  }
  return goOn();
}

/** Fees of a day in USDT, by who invited those that paid them. */
async function dueOn(parts: RewardParts, day: number, goOn: () => boolean): Promise<Map<number, Units>> {
  const due = new Map<number, Units>();
  let after = 0n;
  while (goOn()) {
    const people = await parts.store.all<Invited>(
      'SELECT uid, invited_by FROM users WHERE invited_by IS NOT NULL AND uid > ? ORDER BY uid LIMIT ?',
      [after, BATCH],
    );
    for (const { uid, invited_by: inviter } of people) {
      const fees = await feesOf(parts, Number(uid), day);
      if (fees > 0n) due.set(Number(inviter), (due.get(Number(inviter)) ?? 0n) + fees);
    }
    if (people.length < BATCH) break;
    after = people[people.length - 1]!.uid;
  }
  return due;
}

/** Fees are paid in what is received: the coin by buyers, its quote by sellers. */
async function feesOf(parts: RewardParts, uid: number, day: number): Promise<Units> {
  const rows = await parts.store.all<{ coin_info_id: bigint; side: string; total: bigint }>(
    `SELECT o.coin_info_id, o.side, CAST(SUM(d.fee_units) AS BIGINT) AS total FROM exchange_order o JOIN exchange_deal d ON d.order_id = o.id
     WHERE o.uid >= 10000 AND o.uid = ? AND o.update_time >= ? AND d.ts >= ? AND d.ts < ? GROUP BY o.coin_info_id, o.side`,
    [uid, day, day, day + DAY_MS],
  );
  return rows.reduce(
    (sum, { coin_info_id: coin, side, total }) =>
      sum + parts.valueOf(side === 'buy' ? Number(coin) : parts.quoteCoinOf(Number(coin)), total),
    0n,
  );
}
