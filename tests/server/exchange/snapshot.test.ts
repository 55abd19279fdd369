// A snapshot of a machine, restored into another: both answer every further command alike.
import { Packr } from 'msgpackr';
import { expect, it } from 'vitest';
import { EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import type { StoredState } from '../../../server/exchange/restore-state.ts';
import { contractInstruments } from '../../support/exchange/contract-fixture.ts';
import { contractStream } from '../../support/exchange/random-contracts.ts';
import { BOT } from '../../support/exchange/spot-fixture.ts';

const SEED = Number(process.env['SNAPSHOT_SEED'] ?? Date.now() % 1_000_000);
const packr = new Packr({ int64AsType: 'bigint' });

/** As it comes over a line. */
const sent = (state: StoredState): StoredState => packr.unpack(packr.pack(state)) as StoredState;

function restored(state: StoredState): Machine {
  const machine = new Machine(contractInstruments());
  machine.restore(state);
  return machine;
}

it(`continues as the machine would, at any moment (seed ${SEED})`, () => {
  const machine = new Machine(contractInstruments());
  let copies: Machine[] = [];
  let seq = 0;
  let events = 0;
  const commands = contractStream(SEED, 2_500, {
    lastContractId: () => machine.counters().contractId,
    botOrders: (coinInfoId) => machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
  });
  for (const command of commands) {
    seq += 1;
    const stamp = { seq, ts: 1_800_000_000_000 + 40 * seq };
    const outcome = machine.apply(stamp, command);
    for (const copy of copies) expect(copy.apply(stamp, command), `command ${seq}`).toEqual(outcome);
    events += outcome.events.length * copies.length;
    if (seq % 125 > 0) continue;
    const hash = machine.stateHash();
    for (const copy of copies) expect(copy.stateHash(), `after command ${seq}`).toBe(hash);
    const snapshot = machine.snapshot();
    expect(restored(snapshot).snapshot()).toEqual(snapshot);
    copies = [...copies.slice(-3), restored(sent(snapshot))];
    expect(copies.at(-1)!.stateHash()).toBe(hash);
  }
  expect(events).toBeGreaterThan(10_000);
  expect(machine.allContracts().length).toBeGreaterThan(0);
});

it('is not changed by what the machine does later', () => {
  const machine = new Machine(contractInstruments());
  let seq = 0;
  const run = (seed: number): void => {
    for (const command of contractStream(seed, 150, {
      lastContractId: () => machine.counters().contractId,
      botOrders: (coinInfoId) => machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
    }))
      machine.apply({ seq: (seq += 1), ts: 1_800_000_000_000 + 40 * seq }, command);
  };
  run(1);
  const snapshot = machine.snapshot();
  const copy = structuredClone(snapshot);
  run(2);
  machine.apply({ seq: seq + 1, ts: 1_800_000_100_000 }, { kind: 'restart', uid: EXCHANGE_UID });
  expect(snapshot).toEqual(copy);
});
