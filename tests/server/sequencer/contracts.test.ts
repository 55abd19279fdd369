// Contracts in the store: the same state hash after every restart, and no start on contradictory data.
import { describe, expect, it } from 'vitest';
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import { contractInstruments } from '../../support/exchange/contract-fixture.ts';
import { BOT } from '../../support/exchange/spot-fixture.ts';
import { USERS, contractStream } from '../../support/exchange/random-contracts.ts';
import { withdrawBots } from '../../support/exchange/withdraw-bots.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';
import { openSequencer } from './opened-sequencer.ts';

const SEED = 77;
const COMMANDS = 2400;
const RESTART_EVERY = 300;
/** The first funding time after the stream's start. */
const FUNDING_STAMP = Date.UTC(2023, 10, 15);

const server = postgresForFile();

const opened = (database: TestDatabase, now: () => number) =>
  openSequencer(database, contractInstruments({ fundingEnable: 1 }), now);

describe.each(STORE_KINDS)('contracts in the store (%s)', (kind) => {
  it(`are the same after each restart (seed ${SEED})`, { timeout: 180_000 }, async ({ skip }) => {
    const database = await databaseOf(kind, server, skip);
    let nowMs = 1_700_000_000_000;
    let at = await opened(database, () => nowMs);
    let done = 0;
    const stream = contractStream(SEED, COMMANDS, {
      lastContractId: () => at.sequencer.machine.counters().contractId,
      botOrders: (coinInfoId) => at.sequencer.machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
    });
    let held = 0;
    for (const command of stream) {
      nowMs = done === COMMANDS / 2 ? FUNDING_STAMP : nowMs + 7;
      await at.sequencer.submit(command);
      done += 1;
      if (done % RESTART_EVERY !== 0) continue;
      await withdrawBots(at.sequencer);
      const before = at.sequencer.machine.stateHash();
      held += at.sequencer.machine.allContracts().length;
      await at.stop();
      at = await opened(database, () => nowMs);
      expect(at.sequencer.machine.stateHash(), `after ${done} commands`).toBe(before);
    }
    expect(held).toBeGreaterThan(20);
    for (const uid of USERS) {
      const live = at.sequencer.machine
        .openContracts(uid, null)
        .map((state) => ({ ...state }))
        .reverse();
      expect(await at.sequencer.queries.active(uid)).toEqual(live);
      const { list, total } = await at.sequencer.queries.history(uid, { offset: 0, limit: 5 });
      expect(list.length).toBe(Math.min(5, total));
      for (const state of list) {
        const notes = await at.sequencer.queries.notes(state.id);
        expect(notes[0]).toMatchObject({ kind: 'place', uid });
        expect(notes.filter(({ kind }) => kind === 'open').reduce((sum, { lots }) => sum + lots, 0)).toBe(
          state.openedLots,
        );
        expect(await at.sequencer.queries.contractByClientNo(uid, state.clientNo)).toEqual(state);
      }
    }
    const { queries, machine } = at.sequencer;
    const markets = [...new Set(machine.allContracts().map(({ coinInfoId }) => coinInfoId))];
    for (const coinInfoId of markets) {
      const lots = (direction: string): number =>
        machine
          .allContracts()
          .filter((state) => state.coinInfoId === coinInfoId && state.direction === direction)
          .reduce((sum, { position }) => sum + position.lots, 0);
      const { now, changes } = await queries.openInterest(coinInfoId, 0, 1_000);
      expect(now).toMatchObject({ longLots: lots('long'), shortLots: lots('short') });
      // Before the first trade there were no positions.
      expect(changes.reduce((sum, { longLots }) => sum - longLots, now.longLots)).toBe(0);
      expect(changes.reduce((sum, { shortLots }) => sum - shortLots, now.shortLots)).toBe(0);
      expect(changes.map(({ startMs }) => startMs)).toEqual(
        changes.map(({ startMs }) => startMs).toSorted((a, b) => b - a),
      );
      const payments = await queries.fundingPayments(coinInfoId, 90);
      expect(payments.map(({ ts }) => ts)).toEqual([FUNDING_STAMP]);
      expect(payments[0]!.rateE8).not.toBe(0n);
      expect(await queries.fundingPayments(coinInfoId, 0)).toEqual([]);
    }
    expect(markets.length).toBeGreaterThan(0);
    await at.sequencer.projected();
    const funding = await at.store.all<{ uid: bigint; units: bigint }>(
      "SELECT uid, units FROM exchange_line WHERE record_type = 'contract_funding'",
    );
    expect(funding.filter(({ uid }) => uid >= 10_000n).length).toBeGreaterThan(2);
    expect(funding.reduce((sum, { units }) => sum + units, 0n)).toBe(0n);
    const ticks = await at.store.all<{ coin_info_id: bigint; count: bigint; most: bigint }>(
      'SELECT coin_info_id, COUNT(*) AS count, MAX(seq) AS most FROM exchange_index GROUP BY coin_info_id',
    );
    expect(ticks.length).toBe(2);
    for (const { count, most } of ticks) expect(count).toBe(most);
    await at.stop();
  });

  it('are not opened when money, positions and books disagree', async ({ skip }) => {
    for (const damage of [
      'UPDATE exchange_contract SET position_margin_units = position_margin_units + 1 WHERE status < 3',
      // Of one contract only: a long's and a short's change would cancel out.
      'UPDATE exchange_contract SET position_open_units = position_open_units + 1 WHERE id = (SELECT MIN(id) FROM exchange_contract WHERE status < 3)',
      'UPDATE exchange_contract SET position_lots = position_lots + 1 WHERE id = (SELECT MIN(id) FROM exchange_contract WHERE status < 3 AND position_lots > 0)',
      'UPDATE exchange_contract SET pending_lots = 1, book_order_id = 0, status = 1 WHERE status < 3',
    ]) {
      const database = await databaseOf(kind, server, skip);
      let nowMs = 1_700_000_000_000;
      const at = await opened(database, () => nowMs++);
      for (const command of contractStream(5, 200, { lastContractId: () => 0, botOrders: () => [] }))
        await at.sequencer.submit(command);
      await at.sequencer.projected();
      expect(at.sequencer.machine.allContracts().some(({ position }) => position.lots > 0)).toBe(true);
      await at.store.run(damage);
      await at.stop();
      const store = await database.open();
      await expect(createSequencer({ store, instruments: contractInstruments(), now: () => nowMs })).rejects.toThrow(
        /frozen|positions|waits/,
      );
      await store.close();
    }
  });
});
