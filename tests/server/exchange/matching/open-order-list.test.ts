// A list of open orders that is read again shows what became of each order since, and costs no copies of the rest.
import { expect, it } from 'vitest';
import { SPOT_STATUS } from '../../../../core/orders/spot-order.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
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

const WHOLE = { offset: 0, limit: 100 };

it('a list of open orders follows every fill and cancel, and keeps the states of the others', () => {
  const machine = new Machine(testInstruments());
  const run = runner(machine);
  for (const uid of [ALICE, BOB]) for (const coinId of [USDT, BTC]) run(credit(uid, coinId, 1_000_000n * COIN));
  const ids = [50_000, 49_000, 48_000].map((priceTicks) => {
    const { answer } = run(place(ALICE, 'buy', priceTicks, 1_000));
    return 'orders' in answer ? answer.orders[0]!.id : 0;
  });
  const list = () => machine.openOrderPage(ALICE, WHOLE).list;
  const first = list();
  expect(first.map(({ id, status }) => [id, status])).toEqual(ids.toReversed().map((id) => [id, SPOT_STATUS.onBook]));

  for (const dealt of [300, 700]) {
    run(place(BOB, 'sell', 50_000, dealt === 300 ? 300 : 400, { tif: 'IOC' }));
    const [, , best] = list();
    expect(best).toMatchObject({ id: ids[0], status: SPOT_STATUS.partial, dealLots: dealt });
    expect(best).toEqual(machine.snapshot().orders.find(({ id }) => id === ids[0]));
    expect(machine.order(ids[0]!)).toEqual(best);
  }
  expect(list()[0]).toBe(first[0]);

  run(place(BOB, 'sell', 50_000, 300, { tif: 'IOC' }));
  run({ kind: 'cancelSpot', uid: ALICE, orderIds: [ids[1]!] });
  expect(list()).toEqual([first[0]]);
});
