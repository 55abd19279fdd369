// Named layouts on both stores: owned, limited, and changed only by who has seen the latest version.
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_LAYOUTS } from '../../../../core/endpoints/layout.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { Layouts } from '../../../../server/services/accounts/layouts.ts';
import { exchangeMigrations } from '../../../../server/sequencer/migrations/order-migrations.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { STORE_KINDS, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';

const server = postgresForFile();
let nowMs: number;
beforeEach(() => {
  nowMs = 1_000;
});

describe.each(STORE_KINDS)('layouts on %s', (kind) => {
  it('belong to their account, and change by version', async ({ skip }) => {
    const store = await (await databaseOf(kind, server, skip)).open();
    try {
      await migrate(store, [...exchangeMigrations, ...accountMigrations]);
      const layouts = new Layouts(store, () => nowMs);
      const own = { name: 'Scalping', version: 0 };
      expect(await layouts.save(1, own, '{"a":1}')).toBe(true);
      expect(await layouts.save(2, own, '{"b":1}')).toBe(true);
      // The second device has not seen the first one's layout.
      expect(await layouts.save(1, own, '{"lost":1}')).toBe(false);
      nowMs = 2_000;
      expect(await layouts.save(1, { ...own, version: 1 }, '{"a":2}')).toBe(true);
      expect(await layouts.save(1, { ...own, version: 1 }, '{"lost":1}')).toBe(false);
      expect(await layouts.list(1)).toEqual([{ name: 'Scalping', version: 2, layout: '{"a":2}', updateTime: 2_000 }]);
      await layouts.save(1, { name: 'Swing', version: 0 }, '{}');
      expect(await layouts.rename(1, { name: 'Scalping', version: 1 }, 'Fast')).toBe(false);
      expect(await layouts.rename(1, { name: 'Scalping', version: 2 }, 'Swing')).toBe(false);
      expect(await layouts.rename(1, { name: 'Nothing', version: 0 }, 'Fast')).toBe(false);
      expect(await layouts.rename(1, { name: 'Scalping', version: 2 }, 'Fast')).toBe(true);
      expect(await layouts.remove(1, { name: 'Swing', version: 9 })).toBe(false);
      expect(await layouts.remove(1, { name: 'Nothing', version: 0 })).toBe(false);
      expect(await layouts.remove(1, { name: 'Swing', version: 1 })).toBe(true);
      expect((await layouts.list(1)).map(({ name, version }) => [name, version])).toEqual([['Fast', 3]]);
      expect(await layouts.list(2)).toMatchObject([{ name: 'Scalping', version: 1, layout: '{"b":1}' }]);

      // Two devices save at once: one of them learns of it.
      const both = await Promise.all(
        ['{"x":1}', '{"x":2}'].map((text) => layouts.save(1, { name: 'Fast', version: 3 }, text)),
      );
      expect(both.toSorted()).toEqual([false, true]);

      for (let made = 1; made < MAX_LAYOUTS; made += 1) await layouts.save(1, { name: `L${made}`, version: 0 }, '{}');
      await expect(layouts.save(1, { name: 'one more', version: 0 }, '{}')).rejects.toMatchObject({
        reject: { code: 1400, params: { field: 'layoutName' } },
      });
      expect(await layouts.save(1, { name: 'L1', version: 1 }, '{"full":1}')).toBe(true);
    } finally {
      await store.close();
    }
  });
});
