// The embedded store's log, truncated or damaged: it is cut at a whole commit, so that a state that once existed is
// opened.
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditLedger } from '../../../server/sequencer/ledger-audit.ts';
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import { chance } from '../../support/data/random-source.ts';
import { contractInstruments } from '../../support/exchange/contract-fixture.ts';
import { BOT } from '../../support/exchange/spot-fixture.ts';
import { contractStream } from '../../support/exchange/random-contracts.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

const ROUNDS = Number(process.env['TORN_ROUNDS'] ?? 40);
const SEED = Number(process.env['TORN_SEED'] ?? Date.now() % 1_000_000);
const DB = 'exchange.db';
const WAL = 'exchange.db-wal';

async function opened(folder: string) {
  const store = await openSqlite(folder);
  try {
    const sequencer = await createSequencer({
      store,
      instruments: contractInstruments(),
      now: () => 1_800_000_000_000,
      report: () => {},
    });
    return {
      store,
      sequencer,
      stop: async () => {
        await sequencer.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Trades, recording the state hash after each command; the files are copied before the log is checkpointed. */
async function lived(commands: number): Promise<{ logged: string; hashes: Map<number, string> }> {
  const folder = dataFolder();
  const at = await opened(folder);
  const hashes = new Map<number, string>([[0, at.sequencer.machine.stateHash()]]);
  const remember = async (): Promise<void> => {
    const copy = await opened(copied(folder));
    hashes.set(copy.sequencer.seq(), copy.sequencer.machine.stateHash());
    await copy.stop();
  };
  for (const command of contractStream(77, commands, {
    lastContractId: () => at.sequencer.machine.counters().contractId,
    botOrders: (coinInfoId) => at.sequencer.machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
  })) {
    await at.sequencer.submit(command);
    await remember();
  }
  const logged = dataFolder();
  for (const file of [DB, WAL]) copyFileSync(join(folder, file), join(logged, file));
  expect(await auditLedger(at.store)).toMatchObject({ faults: [] });
  await at.stop();
  return { logged, hashes };
}

function copied(from: string): string {
  const to = dataFolder();
  for (const file of [DB, WAL]) copyFileSync(join(from, file), join(to, file));
  return to;
}

function flip(file: string, at: number, mask: number): void {
  const bytes = readFileSync(file).subarray(at, at + 1);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.from([bytes[0]! ^ mask]), 0, 1, at);
  closeSync(handle);
}

describe(`files of the store (seed ${SEED}, ${ROUNDS} rounds)`, () => {
  it(
    'L12 a truncated or damaged log is cut at a whole commit, to a state that existed',
    { timeout: 60_000 + 4_000 * ROUNDS },
    async () => {
      // Few enough that the log was not checkpointed.
      const { logged, hashes } = await lived(60);
      const draw = chance(SEED);
      const length = statSync(join(logged, WAL)).size;
      expect(length).toBeGreaterThan(100_000);
      let cut = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const folder = copied(logged);
        // Spread over the whole log: what is after its last command is a part of it that chance must not prefer.
        const place = Math.floor(((round + draw.below(1_000) / 1_000) * length) / ROUNDS);
        if (round % 2 === 0) truncateSync(join(folder, WAL), place);
        else flip(join(folder, WAL), place, 1 << draw.below(8));
        const at = await opened(folder).catch(() => null);
        // A damaged page that a start refuses counts as noticed.
        if (!at) {
          cut += 1;
          continue;
        }
        const seq = at.sequencer.seq();
        expect(at.sequencer.machine.stateHash(), `round ${round}, byte ${place}, command ${seq}`).toBe(hashes.get(seq));
        expect(await auditLedger(at.store)).toMatchObject({ faults: [] });
        cut += seq < hashes.size - 1 ? 1 : 0;
        await at.stop();
      }
      expect(cut).toBeGreaterThan(ROUNDS / 2);
    },
  );
});
