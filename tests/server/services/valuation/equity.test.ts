// Closed days of equity: which, when, once; and the profit that remains without flows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { type EquityDeps, closeDay, profitOf } from '../../../../server/services/valuation/equity.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { Users } from '../../../../server/services/auth/users.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../../server/store/store.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const UID = 10_000;
let folder: string;
let store: Store;
let nowMs: number;
let equity: bigint;
let lines: number;
let parts: EquityDeps;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-equity-'));
  store = await openSqlite(folder);
  await migrate(store, accountMigrations);
  await store.run(
    'CREATE TABLE exchange_line (uid BIGINT, id BIGINT, coin_id INTEGER, record_type TEXT, units BIGINT, ts BIGINT)',
  );
  nowMs = MONDAY + 1000;
  equity = 0n;
  lines = 0;
  parts = { store, now: () => nowMs, equityOf: async () => equity, valueOf: (coinId, units) => units * BigInt(coinId) };
  await new Users(store).add({
    email: 'a@example.com',
    passwordHash: 'h',
    invitedBy: null,
    demoDue: false,
    now: nowMs,
  });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function flow(units: bigint, recordType = 'recharge', coinId = 1): Promise<void> {
  lines += 1;
  equity += units * BigInt(coinId);
  await store.run('INSERT INTO exchange_line (uid, id, coin_id, record_type, units, ts) VALUES (?, ?, ?, ?, ?, ?)', [
    UID,
    lines,
    coinId,
    recordType,
    units,
    nowMs,
  ]);
}
const close = () => closeDay(parts, () => true);

describe('days', () => {
  it('are closed once, after their end, for users who existed', async () => {
    await flow(1000n);
    await close();
    expect(await store.all('SELECT uid FROM equity_days')).toEqual([]);
    nowMs = MONDAY + DAY_MS + 5;
    equity += 30n;
    await close();
    await close();
    expect(await store.all('SELECT * FROM equity_days')).toEqual([
      { uid: 10_000n, day_start: BigInt(MONDAY + DAY_MS), taken_time: BigInt(nowMs), equity: 1030n, flow: 1000n },
    ]);
    await new Users(store).add({
      email: 'b@example.com',
      passwordHash: 'h',
      invitedBy: null,
      demoDue: false,
      now: nowMs,
    });
    await close();
    expect(await store.all('SELECT uid FROM equity_days')).toHaveLength(1);
  });

  it('separate profit from deposits and withdrawals', async () => {
    await flow(1000n);
    equity += 50n;
    nowMs = MONDAY + DAY_MS;
    await close();
    nowMs += 1000;
    await flow(-300n, 'withdraw');
    await flow(100n, 'spot_manual_add', 2);
    await store.run(
      "INSERT INTO exchange_line (uid, id, coin_id, record_type, units, ts) VALUES (10000, 99, 1, 'spot_buy', -77, ?)",
      [nowMs],
    );
    equity -= 20n;
    nowMs = MONDAY + 2 * DAY_MS;
    await close();
    nowMs += 1000;
    equity += 5n;
    const all = await profitOf(parts, UID, 0);
    expect(all.days).toEqual([
      { startTime: MONDAY, equity: 1050n, profit: 50n },
      { startTime: MONDAY + DAY_MS, equity: 930n, profit: -20n },
      { startTime: MONDAY + 2 * DAY_MS, equity: 935n, profit: 5n },
    ]);
    expect([all.today, all.total]).toEqual([5n, 35n]);
    // 35 earned with 1000 invested; the withdrawal and the later days' initial equity invest nothing.
    expect(all.rateE8).toBe(3_500_000n);
    const today = await profitOf(parts, UID, MONDAY + 2 * DAY_MS);
    expect([today.days.length, today.total, today.rateE8]).toEqual([1, 35n, (5n * 100_000_000n) / 930n]);
    equity -= 10n;
    // 5 lost of 930: 0.537634408 %, rounded down (docs/formulas.md 43).
    expect((await profitOf(parts, UID, MONDAY + 2 * DAY_MS)).rateE8).toBe(-537_635n);
  });

  it('continue after an interruption', async () => {
    const users = new Users(store);
    for (let n = 0; n < 450; n += 1)
      await users.add({ email: `${n}@example.com`, passwordHash: 'h', invitedBy: null, demoDue: false, now: nowMs });
    nowMs = MONDAY + DAY_MS;
    let looks = 0;
    await closeDay(parts, () => (looks += 1) <= 1);
    expect(await store.all('SELECT uid FROM equity_days')).toHaveLength(200);
    await close();
    expect(await store.all('SELECT uid FROM equity_days')).toHaveLength(451);
  });

  it('are closed also for a user worth more than a column holds', async () => {
    await flow(9_000_000_000_000_000_000n, 'recharge', 60_000);
    nowMs += DAY_MS;
    await close();
    expect(await store.first('SELECT equity, flow FROM equity_days WHERE uid = ?', [UID])).toEqual({
      equity: 9_000_000_000_000_000_000n,
      flow: 9_000_000_000_000_000_000n,
    });
  });
});
