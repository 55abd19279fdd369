// What a start reads of a database that has grown long: ends and open parts of its tables, never all of one.
import Database from 'libsql';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../../server/bootstrap/config.ts';
import { instrumentSetOf } from '../../../server/bootstrap/instruments.ts';
import {
  AUDITED_COMMANDS,
  MAX_AUDITED_AT_START,
  type Persistence,
  openPersistence,
} from '../../../server/bootstrap/persistence.ts';
import { ALICE, BTC, COIN, USDT, credit, place } from '../../support/exchange/spot-fixture.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { threadForFile } from '../../support/server/thread-for-file.ts';

const { thread } = threadForFile();
/** Tables that grow with commands, and the partial indexes of what is open or unfinished in them. */
const GROWING = /^SCAN (?:\w+ )?exchange_(?:line|order|deal|answer|contract|contract_note|fund|seconds|journal)\b/;
const OF_OPEN = /USING (?:COVERING )?INDEX exchange_\w+_(?:open|unproven|unchained)$/;

it('L12 a start scans no table that grows, where the ledger is long', { timeout: 180_000 }, async () => {
  const dataDir = dataFolder();
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', ARCHIVE_DAYS: '0' });
  const set = await instrumentSetOf(config);
  const opened = (): Promise<Persistence> =>
    openPersistence(config, set, () => 1_800_000_000_000, { rowsThread: thread() });
  const first = await opened();
  const order = (n: number) =>
    first.sequencer.submit(place(ALICE, 'buy', 100_000 + n, 1_000_000, { clientNo: `n${n}` }));
  for (const coinId of [USDT, BTC]) await first.sequencer.submit(credit(ALICE, coinId, 1_000_000n * COIN));
  for (let at = 0; at < AUDITED_COMMANDS; at += 1_000)
    await Promise.all(
      Array.from({ length: 1_000 }, () =>
        first.sequencer.submit({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null }),
      ),
    );
  for (let n = 0; n < 20; n += 1) await order(n);
  await first.sequencer.projected();
  const last = '(SELECT MAX(rowid) FROM exchange_line)';
  await first.store.run(`UPDATE exchange_line SET rowid = rowid + ? WHERE rowid = ${last}`, [MAX_AUDITED_AT_START]);
  for (let n = 20; n < 40; n += 1) await order(n);
  // As a crash: the last orders have no rows.
  await first.store.close();

  const texts = new Set<string>();
  const { prepare } = Database.prototype as { prepare: (sql: string) => unknown };
  const prepared = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: unknown, sql: string) {
    texts.add(sql);
    return prepare.call(this, sql) as never;
  });
  onTestFinished(() => prepared.mockRestore());
  const second = await opened();
  prepared.mockRestore();
  expect(second.sequencer.machine.openOrders(ALICE, null)).toHaveLength(40);
  const reads = [...texts].filter((sql) => /^\s*(SELECT|WITH)/i.test(sql));
  expect(reads.filter((sql) => sql.includes('exchange_line')).length).toBeGreaterThan(1);
  const scans: string[] = [];
  for (const sql of reads) {
    const plan = await second.store.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', '1')}`);
    for (const { detail } of plan) if (GROWING.test(detail) && !OF_OPEN.test(detail)) scans.push(`${detail}: ${sql}`);
  }
  expect(scans).toEqual([]);
  await second.sequencer.close();
  await second.store.close();
});
