// The audit log on both stores: written before and after an action, hash-chained, append-only.
import { describe, expect, it, onTestFinished } from 'vitest';
import { AuditLog, entryHash } from '../../../server/admin/audit-log.ts';
import { opsMigrations } from '../../../server/admin/admin-migrations.ts';
import { Parameters } from '../../../server/admin/parameters.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { startRunning } from '../../support/server/running-exchange.ts';
import { STORE_KINDS, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { operatorOf } from '../../support/server/operator-client.ts';

const server = postgresForFile();
const entry = (at: number) => ({
  operator: 'ada',
  action: 'kyc.pass',
  input: `{"uid":${at}}`,
  reason: 'fine',
  outcome: 'done' as const,
  detail: '{}',
  requestId: `r${at}`,
});

describe.each(STORE_KINDS)('O8: the log on %s', (kind) => {
  it('is hash-chained, and refuses update, delete and replace', async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    const store = await database.open();
    onTestFinished(() => store.close());
    await migrate(store, opsMigrations);
    let now = 1_000;
    const audit = new AuditLog(store, () => (now += 1));
    await Promise.all(Array.from({ length: 620 }, (_, at) => audit.append(entry(at))));
    const sound = await audit.verify();
    expect(sound).toMatchObject({ entries: 620, brokenAt: null });
    const [last, before] = await audit.list(2);
    expect(last).toMatchObject({ id: 620, hash: sound.hash });
    expect(entryHash(before!.hash, last!)).toBe(last!.hash);
    expect((await audit.list(10, 5)).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    const parameters = await Parameters.open(store, () => now);
    await parameters.set({ name: 'spot', value: 'closed', operator: 'ada', reason: 'x' });
    for (const table of ['ops_audit', 'ops_parameter']) {
      const statements = [
        `DELETE FROM ${table}`,
        `DELETE FROM ${table} WHERE id = 1`,
        `UPDATE ${table} SET reason = 'other'`,
        `UPDATE ${table} SET id = 9999 WHERE id = 1`,
      ];
      if (kind === 'SQLite') statements.push(`INSERT OR REPLACE INTO ${table} SELECT * FROM ${table} WHERE id = 1`);
      else statements.push(`TRUNCATE ${table}`);
      for (const statement of statements) await expect(store.run(statement), statement).rejects.toThrow(/append-only/);
    }
    expect(await audit.verify()).toEqual(sound);
    expect((await Parameters.open(store, () => now)).value('spot')).toBe('closed');
    // A change made after removing the triggers is detected.
    const unlock =
      kind === 'SQLite' ? 'DROP TRIGGER ops_audit_no_update' : 'DROP TRIGGER ops_audit_append_only ON ops_audit';
    await store.run(unlock);
    await store.run("UPDATE ops_audit SET reason = 'other' WHERE id = 17");
    expect(await audit.verify()).toMatchObject({ entries: 16, brokenAt: 17 });
  });
});

describe('O8: the entries of an action', () => {
  it('are written before the execution and after it, also for refusals', async () => {
    const at = await startRunning();
    onTestFinished(() => at.stop());
    const operator = operatorOf(at);
    const { uid } = await at.user('log@example.com');
    await operator.act('account.score', { uid, score: 50, requestId: 'good', reason: 'asked for' });
    await operator.act('kyc.pass', { uid, requestId: 'bad' });
    await operator.act('no.such', { requestId: 'none' });
    await operator.act('account.score', { uid, score: 101, requestId: 'form' });
    const { list } = (await operator.query('audit')).data;
    expect(list.map(({ action, outcome, requestId }: Record<string, string>) => [action, outcome, requestId])).toEqual([
      ['kyc.pass', 'refused', 'bad'],
      ['kyc.pass', 'asked', 'bad'],
      ['account.score', 'done', 'good'],
      ['account.score', 'asked', 'good'],
    ]);
    expect(list[2]).toMatchObject({
      operator: 'token',
      reason: 'asked for',
      input: JSON.stringify({ uid, score: 50 }),
    });
    for (const form of [{ reason: '' }, { requestId: 'a b' }, { reason: 'x'.repeat(201) }])
      expect((await operator.act('account.score', { uid, score: 1, ...form })).code).toBe(1400);
    expect((await operator.query('health')).data).toMatchObject({
      ok: true,
      audit: { entries: 4, brokenAt: null },
      store: { kind: 'sqlite' },
      ledger: { unbalanced: [], negative: 0 },
    });
  });
});
