// How many orders an owner has open in a market, which each new order asks: counted, not listed.
import { expect, it, onTestFinished, vi } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import { OpenOrders } from '../../../../server/exchange/matching/open-orders.ts';
import { MAX_OPEN_ORDERS } from '../../../../server/exchange/matching/validate-spot-order.ts';
import {
  ALICE,
  BOB,
  BTC,
  COIN,
  USDT,
  credit,
  place,
  runner,
  testInstruments,
} from '../../../support/exchange/spot-fixture.ts';

it('M3 the limit counts what rests, and no more what was cancelled or filled, also after a restore', () => {
  let machine = new Machine(testInstruments());
  let run = runner(machine);
  for (const uid of [ALICE, BOB]) for (const coinId of [USDT, BTC]) run(credit(uid, coinId, 1_000_000n * COIN));
  const rest = (n = 0): number => {
    const { answer } = run(place(ALICE, 'buy', 50_000 - n, 1_000));
    return 'code' in answer ? answer.code : answer.orders[0]!.id;
  };
  const ids = Array.from({ length: MAX_OPEN_ORDERS }, (_, n) => rest(n));
  expect(rest()).toBe(CODE.limitReached);
  // One is cancelled (twice), one filled in two parts.
  for (let time = 0; time < 2; time += 1)
    run({ kind: 'cancelSpot', uid: ALICE, orderIds: [ids.at(-1)!], clientNo: '' });
  for (const lots of [400, 600]) run(place(BOB, 'sell', 50_000, lots, { tif: 'IOC' }));
  expect(machine.openOrders(ALICE, BTC)).toHaveLength(MAX_OPEN_ORDERS - 2);
  const snapshot = structuredClone(machine.snapshot());
  for (const isRestored of [false, true]) {
    if (isRestored) {
      machine = new Machine(testInstruments());
      machine.restore(snapshot);
      run = runner(machine);
    }
    expect([rest(300), rest(300), rest(300)].map((code) => code === CODE.limitReached)).toEqual([false, false, true]);
  }
});

it('M3 a new order lists no others of its owner', () => {
  const run = runner(new Machine(testInstruments()));
  run(credit(ALICE, USDT, 1_000_000n * COIN));
  const listed = vi.spyOn(OpenOrders.prototype, 'of');
  onTestFinished(() => listed.mockRestore());
  for (let n = 0; n < 50; n += 1) run(place(ALICE, 'buy', 50_000 - n, 1_000));
  expect(listed).not.toHaveBeenCalled();
});
