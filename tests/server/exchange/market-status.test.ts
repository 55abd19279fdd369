// Market status (M15): open, close-only, halted; and after a restart.
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLOSE_ONLY, HALTED, TRADING, isMarketStatus } from '../../../core/instruments/instrument.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import {
  INSURANCE_UID,
  PERP,
  SPOT,
  contract,
  contractExchange,
  fault,
  fund,
} from '../../support/exchange/contract-fixture.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  COIN,
  DOGE,
  USDT,
  credit,
  place,
  runner,
  testInstruments,
  codeOf,
} from '../../support/exchange/spot-fixture.ts';

const status = (coinInfoId: number, to: number): Command => ({
  kind: 'marketStatus',
  uid: EXCHANGE_UID,
  coinInfoId,
  status: to,
});

describe('M15: the status of a market', () => {
  it('decides who may place, and keeps resting orders, which can be cancelled', () => {
    const instruments = testInstruments();
    const machine = new Machine(instruments);
    const run = runner(machine);
    for (const uid of [ALICE, BOT]) for (const coinId of [USDT, BTC]) run(credit(uid, coinId, 1000n * COIN));
    run(place(ALICE, 'buy', 2000, 100_000));
    const events = run(status(BTC, CLOSE_ONLY)).events;
    expect(events).toEqual([{ kind: 'marketStatus', coinInfoId: BTC, status: CLOSE_ONLY }]);
    expect(codeOf(run(place(ALICE, 'buy', 2000, 100_000)))).toBe(2008);
    expect(codeOf(run(place(BOT, 'sell', 2010, 100_000)))).toBe(0);
    run(status(BTC, HALTED));
    expect(codeOf(run(place(BOT, 'sell', 2010, 100_000)))).toBe(2008);
    expect(machine.market(BTC)).toMatchObject({ status: HALTED, openOrders: 2 });
    expect(codeOf(run({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: BTC }))).toBe(0);
    expect(codeOf(run(place(ALICE, 'buy', 1000, 100, { coinInfoId: DOGE })))).toBe(0);
    run(status(BTC, TRADING));
    expect(codeOf(run(place(ALICE, 'buy', 2000, 100_000)))).toBe(0);
    expect(codeOf(run(status(77, HALTED)))).toBe(1404);
    expect(codeOf(run(status(BTC, 7)))).toBe(1400);
    // Another machine with the same instruments is not affected.
    run(status(BTC, HALTED));
    expect(new Machine(instruments).market(BTC)?.status).toBe(TRADING);
    expect([0, 1, 2, 3, -1, 0.5].filter(isMarketStatus)).toEqual([0, 1, 2]);
  });

  it('triggers nothing in a halted market, and what is due once it opens', () => {
    const exchange = contractExchange();
    for (const uid of [ALICE, BOB]) exchange.run(fund(uid, 10_000n));
    exchange.run(fund(INSURANCE_UID, 100_000n));
    exchange.moveTo(60_000);
    exchange.open(ALICE, 'long', { multiple: 50 });
    exchange.run(status(PERP, HALTED));
    expect(codeOf(exchange.run(contract(BOB, 'long')))).toBe(2008);
    for (let at = 0; at < 80; at += 1) exchange.moveTo(57_000);
    expect(exchange.machine.allContracts()).toHaveLength(1);
    exchange.run(status(PERP, TRADING));
    exchange.moveTo(57_000);
    exchange.moveTo(57_000);
    expect(exchange.machine.allContracts()).toHaveLength(0);
    expect(fault(exchange.machine)).toBe(null);
  });

  it('R8: gives no index while it is halted, whatever users have left in its book', () => {
    const { machine, run, moveTo, beat } = contractExchange();
    moveTo(60_000);
    run(credit(ALICE, USDT, 100_000n * COIN));
    run(credit(BOB, SPOT, 10n * COIN));
    // A coin each, at 59 800 and at 60 300: their middle would be 60 050.
    expect(codeOf(run(place(ALICE, 'buy', 59_800 * 20, 100_000, { coinInfoId: SPOT })))).toBe(0);
    expect(codeOf(run(place(BOB, 'sell', 60_300 * 20, 100_000, { coinInfoId: SPOT })))).toBe(0);
    const before = machine.mark(PERP);
    run(status(SPOT, HALTED));
    run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: SPOT });
    for (let at = 0; at < 3; at += 1) beat();
    expect(machine.mark(PERP)).toEqual(before);
    run(status(SPOT, TRADING));
    beat();
    expect(machine.mark(PERP)).not.toEqual(before);
  });

  it('is part of the state: of its hash, and of a restart', async () => {
    const folder = dataFolder();
    const open = async () => {
      const store = await openSqlite(folder);
      const sequencer = await createSequencer({ store, instruments: testInstruments(), now: () => 1_700_000_000_000 });
      const stop = async (): Promise<void> => {
        await sequencer.close();
        await store.close();
      };
      onTestFinished(stop);
      return { sequencer, stop };
    };
    const first = await open();
    const before = first.sequencer.machine.stateHash();
    await first.sequencer.submit(status(DOGE, CLOSE_ONLY));
    const after = first.sequencer.machine.stateHash();
    expect(after).not.toBe(before);
    await first.stop();
    const second = await open();
    expect(second.sequencer.machine.stateHash()).toBe(after);
    expect([second.sequencer.machine.market(DOGE)?.status, second.sequencer.machine.market(BTC)?.status]).toEqual([
      CLOSE_ONLY,
      TRADING,
    ]);
  });
});
