// The thread that writes rows into PostgreSQL: it is cut off, refused, and behind when the exchange ends.
import { describe, expect, it } from 'vitest';
import { auditLedger } from '../../../../server/sequencer/ledger-audit.ts';
import { ALICE, BOB, place } from '../../../support/exchange/spot-fixture.ts';
import { databaseOf, onServer, postgresForFile } from '../../../support/server/test-database.ts';
import { threadForFile } from '../../../support/server/thread-for-file.ts';
import { BATCH_COMMANDS } from '../../../../server/sequencer/projection/projection.ts';
import { opened, reached, withMoney } from './projection-fixture.ts';

const server = postgresForFile();
const { thread } = threadForFile();
const NOW = (): number => 1_800_000_000_000;
const CUT =
  'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

const order = (n: number) =>
  place(n % 2 ? ALICE : BOB, n % 3 ? 'buy' : 'sell', 2_000 + (n % 7), 10_000, { clientNo: `n${n}` });

describe('the thread that writes rows into PostgreSQL', { timeout: 180_000 }, () => {
  it('L15 writes each row once while all connections are cut at random', async ({ skip }) => {
    const database = await databaseOf('PostgreSQL', server, skip);
    const at = await withMoney(await opened(database, NOW, { rows: thread() }));
    const cuts = { left: 15 };
    const cutting = (async () => {
      for (; cuts.left > 0; cuts.left -= 1) {
        await new Promise((resolve) => {
          setTimeout(resolve, Math.random() * 100);
        });
        await onServer(database.where, CUT);
      }
    })();
    let sent = 0;
    while (cuts.left > 0) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => at.sequencer.submit(order((sent += 1)))));
      expect(answers.filter(({ seq }) => seq === 0)).toEqual([]);
      // A reader makes rows due at once.
      await at.sequencer.projected();
    }
    await cutting;
    const { rows, journal } = await reached(at);
    expect(rows).toBe(journal);
    expect((await auditLedger(at.store)).faults).toEqual([]);
    const hash = at.sequencer.machine.stateHash();
    await at.stop();
    const again = await opened(database, NOW, { rows: thread() });
    expect(again.sequencer.machine.stateHash()).toBe(hash);
    await again.stop();
  });

  it('L12 that is refused ends the exchange with that reason, and the next start completes the rows', async ({
    skip,
  }) => {
    const database = await databaseOf('PostgreSQL', server, skip);
    const at = await withMoney(await opened(database, NOW, { rows: thread() }));
    await at.sequencer.projected();
    await at.store.run('ALTER TABLE exchange_answer ADD CONSTRAINT full_disk CHECK (seq < 0) NOT VALID');
    await Promise.all(Array.from({ length: BATCH_COMMANDS + 200 }, (_, n) => at.sequencer.submit(order(n))));
    expect(await at.sequencer.failed).toMatchObject({ code: '23514' });
    const answered = at.sequencer.seq();
    await at.stop();
    await onServer(database.where, 'ALTER TABLE exchange_answer DROP CONSTRAINT full_disk');
    const again = await opened(database, NOW, { rows: thread() });
    expect(await reached(again)).toEqual({ rows: answered, journal: answered });
    expect((await auditLedger(again.store)).faults).toEqual([]);
    await again.stop();
  });

  it('has written everything when the exchange has ended in order', async ({ skip }) => {
    const database = await databaseOf('PostgreSQL', server, skip);
    const at = await withMoney(await opened(database, NOW, { rows: thread() }));
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => at.sequencer.submit(order(n))));
    await at.sequencer.close();
    const row = await at.store.first<{ value: bigint }>("SELECT value FROM exchange_counter WHERE name = 'seq'");
    expect(Number(row!.value)).toBe(at.sequencer.seq());
    await at.store.close();
  });
});
