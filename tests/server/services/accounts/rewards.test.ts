// Invite rewards: a tenth of a day's fees, paid once even when the payment is interrupted (A14).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { type RewardDeps, payRewards } from '../../../../server/services/accounts/rewards.ts';
import { Users } from '../../../../server/services/auth/users.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../server/store/store.ts';

const MONDAY = Date.UTC(2026, 10, 16);
let folder: string;
let store: Store;
let nowMs: number;
let paid: [number, bigint, string][];
let parts: RewardDeps;
let deals: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-rewards-'));
  store = await openSqlite(folder);
  await migrate(store, accountMigrations);
  await store.run('CREATE TABLE exchange_line (uid BIGINT, id BIGINT, record_type TEXT, units BIGINT, ref_no TEXT)');
  await store.run(
    'CREATE TABLE exchange_order (id BIGINT, uid BIGINT, coin_info_id BIGINT, side TEXT, update_time BIGINT)',
  );
  await store.run('CREATE TABLE exchange_deal (order_id BIGINT, fee_units BIGINT, ts BIGINT)');
  nowMs = MONDAY + DAY_MS + 1000;
  paid = [];
  deals = 0;
  parts = {
    // Coin 2 is worth 50 USDT, USDT itself 1.
    store,
    now: () => nowMs,
    valueOf: (coinId, units) => units * (coinId === 2 ? 50n : 1n),
    quoteCoinOf: () => 1,
    pay: async (uid, units, refNo) => {
      paid.push([uid, units, refNo]);
      await store.run(
        "INSERT INTO exchange_line (uid, id, record_type, units, ref_no) VALUES (?, ?, 'invite_reward', ?, ?)",
        [uid, paid.length, units, refNo],
      );
    },
  };
  const users = new Users(store);
  const add = (email: string, invitedBy: number | null) =>
    users.add({ email, passwordHash: 'h', invitedBy, demoDue: false, now: 1 });
  await add('host@example.com', null);
  await add('a@example.com', 10_000);
  await add('b@example.com', 10_000);
  await add('c@example.com', 10_001);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function deal(uid: number, side: 'buy' | 'sell', feeUnits: bigint, ts: number): Promise<void> {
  deals += 1;
  await store.run('INSERT INTO exchange_order (id, uid, coin_info_id, side, update_time) VALUES (?, ?, 2, ?, ?)', [
    deals,
    uid,
    side,
    ts,
  ]);
  await store.run('INSERT INTO exchange_deal (order_id, fee_units, ts) VALUES (?, ?, ?)', [deals, feeUnits, ts]);
}

describe('rewards (A14)', () => {
  it('are a tenth of the fees that invited users paid on the day, rounded down, paid once', async () => {
    await deal(10_000, 'sell', 1_000_000n, MONDAY + 5);
    await deal(10_001, 'buy', 7n, MONDAY);
    await deal(10_002, 'sell', 109n, MONDAY + DAY_MS - 1);
    await deal(10_003, 'sell', 1000n, MONDAY + 7);
    await deal(10_001, 'sell', 500n, MONDAY - 1);
    await deal(10_001, 'sell', 500n, MONDAY + DAY_MS);
    for (let n = 0; n < 3; n += 1) await payRewards(parts, () => true);
    expect(paid).toEqual([
      [10_000, 45n, 'invite 2026-11-16'],
      [10_001, 100n, 'invite 2026-11-16'],
    ]);
    nowMs += DAY_MS;
    await payRewards(parts, () => true);
    expect(paid.slice(2)).toEqual([[10_000, 50n, 'invite 2026-11-17']]);
  });

  it('continue after an interruption', async () => {
    await deal(10_001, 'sell', 1000n, MONDAY);
    await deal(10_003, 'sell', 1000n, MONDAY);
    const pay = parts.pay;
    await expect(
      payRewards(
        {
          ...parts,
          pay: async (...due) => {
            if (paid.length === 1) throw new Error('the end');
            await pay(...due);
          },
        },
        () => true,
      ),
    ).rejects.toThrow('the end');
    expect(paid).toHaveLength(1);
    await payRewards(parts, () => true);
    expect(paid.map(([uid, units]) => [uid, units])).toEqual([
      [10_000, 100n],
      [10_001, 100n],
    ]);
  });

  it('are paid late after a stop', async () => {
    await payRewards(parts, () => true);
    await deal(10_001, 'sell', 1000n, MONDAY + DAY_MS);
    await deal(10_001, 'sell', 2000n, MONDAY + 2 * DAY_MS);
    nowMs = MONDAY + 5 * DAY_MS;
    await payRewards(parts, () => true);
    expect(paid.map(([, units, refNo]) => [units, refNo])).toEqual([
      [100n, 'invite 2026-11-17'],
      [200n, 'invite 2026-11-18'],
    ]);
  });
});
