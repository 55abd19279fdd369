// Replicas of a whole exchange with its bots, clock and users: from the journal's first command, and from a snapshot.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { Machine } from '../../server/exchange/machine.ts';
import { journalReaderOf } from '../../server/sequencer/journal/journal.ts';
import { journalLog, openJournalLog } from '../../server/sequencer/journal/journal-log.ts';
import { LISTED_INSTRUMENTS } from '../../server/simulation/listed-instruments.ts';
import { openSqlite } from '../../server/store/sqlite/sqlite-store.ts';
import { type Running, startRunning, WITH_ARCHIVE } from '../support/server/running-exchange.ts';

const newMachine = (): Machine => new Machine(LISTED_INSTRUMENTS.map(instrumentOf));

/** Trades of a user in all three kinds. */
async function act({ call }: Running, token: string, clientNo: string): Promise<void> {
  const order = { coinInfoId: 2, side: 'buy', orderType: 'market', amount: '0.001', clientNo };
  for (const [path, form] of [
    ['/coin/order/add', order],
    ['/coin/order/add', { ...order, orderType: 'limit', price: '1000', clientNo: `${clientNo}l` }],
    ['/coin/transfer', { coinInfoId: 1, amount: '500', type: 'transfer_to_contract', clientNo }],
    [
      '/coin/contract/order/add',
      { coinInfoId: 102, direction: 'long', orderType: 'market', multiple: 10, amount: '0.01', clientNo },
    ],
  ] as const) {
    const { code } = await call(path, form, token);
    // The far limit order may be outside the price band; all others are filled.
    if (!('price' in form)) expect(code, path).toBe(0);
  }
}

it('a replica has the state of the exchange after every start', { timeout: 360_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'defi-replica-'));
  onTestFinished(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const whole = newMachine();
  let replayed = 0;
  const kinds = new Set<string>();
  for (const life of [1, 2]) {
    const at = await startRunning({ ...WITH_ARCHIVE, DATA_DIR: dataDir });
    const { sequencer } = at.exchange;
    const { token } = await at.user(`replica${life}@example.com`);
    const began = sequencer.seq();
    await act(at, token, `a${life}`);
    // A follower takes the state after a commit, and what is committed after it.
    const published: { seq: number; ts: number; command: Parameters<Machine['apply']>[1] }[] = [];
    const follower = newMachine();
    let from = 0;
    sequencer.onCommitted((outcomes, commands) => {
      if (from > 0) outcomes.forEach(({ seq, ts }, index) => published.push({ seq, ts, command: commands[index]! }));
      else {
        follower.restore(sequencer.snapshot());
        from = outcomes.at(-1)!.seq;
      }
    });
    await act(at, token, `b${life}`);
    await expect.poll(() => sequencer.seq() - began, { timeout: 120_000 }).toBeGreaterThan(500);
    await at.exchange.close();
    const hash = sequencer.machine.stateHash();

    expect(published.map(({ seq }) => seq)).toEqual(published.map((_, index) => from + 1 + index));
    for (const { seq, ts, command } of published) follower.apply({ seq, ts }, command);
    expect(follower.stateHash()).toBe(hash);

    const store = await openSqlite(dataDir);
    const log = await openJournalLog(dataDir, store);
    const journal = journalReaderOf(journalLog(log.folder, () => log.lastNumber));
    for (
      let some = await journal.read(1 + replayed, 1_000);
      some.length > 0;
      some = await journal.read(1 + replayed, 1_000)
    ) {
      for (const { seq, ts, command } of some) {
        kinds.add(command.kind);
        whole.apply({ seq, ts }, command);
        replayed = seq;
      }
    }
    await log.close();
    await store.close();
    expect(replayed).toBe(sequencer.seq());
    expect(whole.stateHash(), `life ${life}`).toBe(hash);
  }
  expect([...kinds]).toEqual(
    expect.arrayContaining(['quote', 'clock', 'commitClock', 'restart', 'placeSpot', 'placeContract']),
  );
});
