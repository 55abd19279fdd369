// Failing writes and full disks at any place of a commit (L12): nothing is confirmed that is lost.
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { startClock } from '../../../server/clock/exchange-clock.ts';
import { INSURANCE_UID } from '../../../server/exchange/command.ts';
import { auditLedger } from '../../../server/sequencer/ledger-audit.ts';
import type { Rows, Store } from '../../../server/store/store.ts';
import { chance } from '../../support/data/random-source.ts';
import { ALICE, BOB, BTC, COIN, USDT, credit, place, testInstruments } from '../../support/exchange/spot-fixture.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { openSequencer } from './opened-sequencer.ts';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 30);
const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
const server = postgresForFile();

/** A store whose writes fail when `left` has counted down, within a transaction or at its commit. */
interface Fault {
  left: number;
  error: string;
  met: string;
}

function failing(store: Store, fault: Fault): Store {
  const next = (what: string): void => {
    fault.left -= 1;
    if (fault.left >= 0) return;
    fault.met ||= what;
    throw Object.assign(new Error(fault.error), { code: fault.error.split(':')[0] });
  };
  const bad = (rows: Rows): Rows => ({
    all: (sql, params) => rows.all(sql, params),
    first: (sql, params) => rows.first(sql, params),
    each: (sql, values) => rows.each(sql, values),
    run: async (sql, params) => {
      next(sql);
      await rows.run(sql, params);
    },
    many: async (sql, values) => {
      if (values.length > 0) next(sql);
      await rows.many(sql, values);
    },
    // Statements before the failing one are executed.
    batch: async (steps) => {
      let before = 0;
      try {
        for (const [sql, values] of steps) {
          if (values.length > 0) next(sql);
          before += 1;
        }
      } finally {
        await rows.batch(steps.slice(0, before));
      }
    },
  });
  const transaction: Store['transaction'] = (work) =>
    store.transaction(async (rows) => {
      const result = await work(bad(rows));
      next('COMMIT');
      return result;
    });
  return {
    ...bad(store),
    kind: store.kind,
    close: () => store.close(),
    transaction,
    batch: (steps) => transaction((rows) => rows.batch(steps)),
  };
}

const opened = (database: TestDatabase, fault: Fault) =>
  openSequencer(database, testInstruments(), Date.now, (store) => failing(store, fault));

describe.each(STORE_KINDS)('a store that fails to write (%s)', (kind) => {
  it(
    `L12 stops accepting at once, confirms nothing that is lost, and recovers (seed ${SEED}, ${ROUNDS} faults)`,
    { timeout: 60_000 + ROUNDS * 4_000 },
    async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      const draw = chance(SEED);
      const fault: Fault = { left: Infinity, error: '', met: '' };
      let at = await opened(database, fault);
      for (const uid of [ALICE, BOB])
        for (const coinId of [USDT, BTC]) await at.sequencer.submit(credit(uid, coinId, 1_000_000n * COIN));
      const places = new Set<string>();
      let named = 0;
      let lost = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        Object.assign(fault, {
          left: draw.below(40),
          error: draw.pick([
            'ENOSPC: no space left on device',
            'EIO: i/o error',
            'SQLITE_FULL: database or disk is full',
          ]),
          met: '',
        });
        const answers: { clientNo: string; uid: number; ok: boolean }[] = [];
        for (let burst = 0; burst < 8; burst += 1) {
          answers.push(
            ...(await Promise.all(
              Array.from({ length: 1 + draw.below(4) }, async () => {
                named += 1;
                const [clientNo, uid] = [`f${named}`, draw.pick([ALICE, BOB])];
                const { answer } = await at.sequencer.submit(
                  place(uid, draw.pick(['buy', 'sell']), 2000 + draw.below(3), 10_000, { clientNo }),
                );
                if ('code' in answer) expect(answer.code).toBe(CODE.busy);
                return { clientNo, uid, ok: !('code' in answer) };
              }),
            )),
          );
          // A reader, so that writing rows may fail, too: what has been answered is in the journal then.
          await at.sequencer.projected().catch((error: unknown) => expect(String(error)).toContain(fault.error));
        }
        const failed = fault.met !== '';
        if (failed) {
          places.add(fault.met.slice(0, 30));
          // Space returns: the sequencer stays stopped until a restart, so that nothing builds on lost state.
          fault.left = Infinity;
          expect(
            (await at.sequencer.submit(place(ALICE, 'buy', 2000, 10_000, { clientNo: `after${round}` }))).answer,
          ).toMatchObject({ code: CODE.busy });
        }
        fault.left = Infinity;
        const hash = failed ? null : at.sequencer.machine.stateHash();
        await at.stop();
        at = await opened(database, fault);
        if (hash) expect(at.sequencer.machine.stateHash()).toBe(hash);
        for (const { clientNo, uid, ok } of answers) {
          const stored = await at.sequencer.queries.orderByClientNo(uid, clientNo);
          expect(stored !== null, `${clientNo} of round ${round}`).toBe(ok);
          lost += ok ? 0 : 1;
        }
      }
      expect((await auditLedger(at.store)).faults).toEqual([]);
      expect(lost).toBeGreaterThan(ROUNDS / 2);
      expect(places.size).toBeGreaterThan(3);
      console.log(
        `${kind}: ${ROUNDS} faults (seed ${SEED}), ${named} commands, ${lost} refused, none falsely answered`,
      );
      await at.stop();
    },
  );
});

it('ends the start of a clock, which would wait for a beat that no store takes', async ({ skip }) => {
  const fault: Fault = { left: Infinity, error: 'ENOSPC: no space left on device', met: '' };
  const { sequencer, stop } = await opened(await databaseOf('SQLite', server, skip), fault);
  await sequencer.submit({
    kind: 'credit',
    uid: INSURANCE_UID,
    wallet: 'contract',
    coinId: USDT,
    units: 1n,
    recordType: 'insurance',
    remark: 'first money',
  });
  fault.left = 0;
  await expect(startClock(sequencer, Date.now)).rejects.toThrow(fault.error);
  await stop();
});
