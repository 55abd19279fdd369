// The audit of a ledger's end, and of all of it in steps: both find what the whole audit finds in their part.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import { BackgroundAudit } from '../../../server/sequencer/background-audit.ts';
import { StepwiseAudit, auditLedger, auditLedgerAfter } from '../../../server/sequencer/ledger-audit.ts';
import { rowsOnThread } from '../../../server/sequencer/projection/rows-thread.ts';
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { randomCommands } from '../../support/exchange/random-commands.ts';
import { ALICE, COIN, USDT, credit, testInstruments } from '../../support/exchange/spot-fixture.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { ownJournalOf } from '../../support/server/own-journal.ts';
import { threadForFile } from '../../support/server/thread-for-file.ts';

const SEED = Number(process.env['AUDIT_SEED'] ?? Date.now() % 1_000_000);
const { thread } = threadForFile();

/** A ledger of some thousand commands; `middle` is the number of one of them. */
async function ledger(dataDir = dataFolder()): Promise<{ store: Store; middle: number }> {
  const store = await openSqlite(dataDir);
  onTestFinished(() => store.close());
  const sequencer = await createSequencer({
    ...ownJournalOf({ where: dataDir }, store, testInstruments()),
    now: () => 1_800_000_000_000,
  });
  await Promise.all([...randomCommands(SEED, 1_500)].map((command) => sequencer.submit(command)));
  const middle = sequencer.seq();
  await Promise.all([...randomCommands(SEED + 1, 500)].map((command) => sequencer.submit(command)));
  // Not every seed ends with a command of a user and of an account of the exchange.
  await sequencer.submit(credit(ALICE, USDT, COIN));
  await sequencer.close();
  return { store, middle };
}

async function stepwise(store: Store): Promise<string[]> {
  const audit = new StepwiseAudit();
  const faults: string[] = [];
  for (let step = await audit.step(store); step !== null; step = await audit.step(store)) faults.push(...step);
  return faults;
}

const OLD = (middle: number): string =>
  `(SELECT id FROM exchange_line WHERE uid >= ${FIRST_USER_UID} AND id < ${middle * 1_048_576} ORDER BY id DESC LIMIT 1)`;
const NEW = (middle: number): string =>
  `(SELECT id FROM exchange_line WHERE uid >= ${FIRST_USER_UID} AND id > ${(middle + 1) * 1_048_576} ORDER BY id LIMIT 1)`;

describe(`an audit in parts (seed ${SEED})`, () => {
  it('finds nothing in a sound ledger, wherever its end begins', async () => {
    const { store, middle } = await ledger();
    expect((await auditLedger(store)).faults).toEqual([]);
    expect(await stepwise(store)).toEqual([]);
    const all = (await auditLedger(store)).records;
    for (const seq of [0, 1, Math.floor(middle / 2), middle, middle + 100]) {
      const { faults, records } = await auditLedgerAfter(store, seq);
      expect([seq, faults]).toEqual([seq, []]);
      // The whole audit reads those of users alone.
      if (seq > 0) expect(records).toBeGreaterThan(0);
      if (seq === 0) expect(records).toBeGreaterThanOrEqual(all);
    }
    expect((await auditLedgerAfter(store, middle)).records).toBeLessThan(all);
  });

  it.each([
    ['an amount', (id: string) => `UPDATE exchange_line SET units = units + 1 WHERE id = ${id}`],
    ['a balance after an entry', (id: string) => `UPDATE exchange_line SET available = available + 1 WHERE id = ${id}`],
    ['a hash', (id: string) => `UPDATE exchange_line SET hash = prev WHERE id = ${id}`],
    ['an entry that is missing', (id: string) => `DELETE FROM exchange_line WHERE id = ${id}`],
  ])('finds %s in its part, as the whole audit does', async (_what, harm) => {
    const before = await ledger();
    await before.store.run(harm(OLD(before.middle)));
    expect((await auditLedger(before.store)).faults).not.toEqual([]);
    expect(await stepwise(before.store)).not.toEqual([]);
    const after = await ledger();
    await after.store.run(harm(NEW(after.middle)));
    expect((await auditLedger(after.store)).faults).not.toEqual([]);
    expect(await stepwise(after.store)).not.toEqual([]);
    expect((await auditLedgerAfter(after.store, after.middle)).faults).not.toEqual([]);
  });

  it('finds a balance that its entries do not make, and one side of a command that is missing', async () => {
    const { store, middle } = await ledger();
    await store.run(
      `UPDATE exchange_balance SET available = available + 7 WHERE uid = (SELECT uid FROM exchange_line WHERE id = ${NEW(middle)}) AND uid >= ${FIRST_USER_UID}`,
    );
    expect((await auditLedgerAfter(store, middle)).faults.join()).toMatch(/balance .* its records make|sum to/);
    expect((await stepwise(store)).join()).toMatch(/its records make/);
    const other = await ledger();
    await other.store.run(
      `DELETE FROM exchange_line WHERE id = (SELECT MAX(id) FROM exchange_line WHERE uid >= ${FIRST_USER_UID})`,
    );
    expect((await auditLedgerAfter(other.store, other.middle)).faults.join()).toMatch(/command \d+ leaves/);
  });

  it('L12 by the thread that writes rows ends the exchange when it finds a fault', async () => {
    const dataDir = dataFolder();
    const { store: first, middle } = await ledger(dataDir);
    await first.run(`UPDATE exchange_line SET hash = prev WHERE id = ${OLD(middle)}`);
    await first.close();
    const store = await openSqlite(dataDir);
    onTestFinished(() => store.close());
    const instruments = testInstruments();
    const infos = instruments.map(({ info }) => info);
    const auditing = { isOwed: true };
    const sequencer = await createSequencer({
      store,
      instruments,
      now: () => 1_800_000_000_000,
      rowWriting: {
        logDir: dataDir,
        startRows: rowsOnThread(thread(), { logDir: dataDir, infos, shared: store.share!(), auditing }),
      },
      report: () => undefined,
    });
    await sequencer.submit(credit(ALICE, USDT, COIN));
    expect(String(await sequencer.failed)).toMatch(/The ledger does not add up \(record \d+ of \d+ does not match/);
    await sequencer.close();
  });

  it('L12 beside an exchange finds a fault in old entries, and ends by itself where there is none', async () => {
    const { store, middle } = await ledger();
    let steps = 0;
    const counted: Pick<Store, 'transaction'> = {
      transaction: (work) => {
        steps += 1;
        // A store that is away is waited for, and reported once.
        if (steps < 3) return Promise.reject(new Error('away'));
        return store.transaction(work);
      },
    };
    const waits: string[] = [];
    const sound = new BackgroundAudit(counted, (what) => waits.push(what), 1);
    const fault = vi.fn();
    void sound.fault.then(fault);
    let before = -1;
    await vi.waitFor(
      () => {
        const now = steps;
        if (now === 0 || now !== before) {
          before = now;
          throw new Error('it goes on');
        }
      },
      { timeout: 30_000, interval: 300 },
    );
    expect(fault).not.toHaveBeenCalled();
    expect(waits).toEqual(['ledger.audit_waits']);
    await sound.close();
    await store.run(`UPDATE exchange_line SET hash = prev WHERE id = ${OLD(middle)}`);
    const audit = new BackgroundAudit(store, () => undefined, 1);
    expect(String(await audit.fault)).toMatch(/The ledger does not add up \(record \d+ of \d+ does not match/);
    await audit.close();
  });
});
