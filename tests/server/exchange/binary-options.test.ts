// Buying binary options in the machine, and their state (S1, S4 to S6, S10, S12).
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { printMoney } from '../../../core/units/units.ts';
import { EXCHANGE_UID, type PlaceBinaryOption } from '../../../server/exchange/command.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { MAX_MARKET_UNITS, MAX_ORDERS } from '../../../server/exchange/binary-options/offers.ts';
import { contractInstruments } from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, COIN, place, sums } from '../../support/exchange/spot-fixture.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import {
  SPOT,
  type BinaryOptionExchange,
  T0,
  binaryOptionExchange,
  stake,
  binaryOptionsOf,
  restoredFrom,
} from '../../support/exchange/binary-option-fixture.ts';

function refusal(exchange: BinaryOptionExchange, more: Partial<PlaceBinaryOption> = {}, uid = ALICE): number {
  const before = exchange.machine.stateHash();
  const { answer, events } = exchange.run(stake(uid, 'up', more));
  if (!('code' in answer)) return 0;
  expect(events).toEqual([]);
  expect(exchange.machine.stateHash()).toBe(before);
  return answer.code;
}

const P = 1_000_000;
const CAROL = 10_003;
const USERS = [ALICE, BOB, CAROL];

describe('buying', () => {
  it('S6 S12: amount and fee go to the exchange account; the order is emitted with its terms, without a strike', () => {
    const exchange = binaryOptionExchange();
    const exchangeUnits = exchange.usdt(EXCHANGE_UID);
    const outcome = exchange.run(stake(ALICE, 'down', { periodS: 60, amountUnits: 3_333_000_001n }));
    const order = binaryOptionsOf(outcome)[0]!;
    // 0.2 % of 33.33000001 rounded up.
    expect(order).toMatchObject({
      id: 1,
      uid: ALICE,
      direction: 'down',
      feeUnits: 6_666_001n,
      profitRateE8: 80_000_000,
      status: 0,
      result: '',
      strikeSeq: 0,
      exitSeq: 0,
    });
    expect(order.expirationTime - order.openTime).toBe(60_000);
    expect(exchange.usdt(ALICE)).toBe(10_000n * COIN - 3_339_666_002n);
    expect(exchange.usdt(EXCHANGE_UID) - exchangeUnits).toBe(3_339_666_002n);
    expect(outcome.events.flatMap((event) => (event.kind === 'posting' ? [event.posting.recordType] : []))).toEqual([
      'seconds_buy',
      'seconds_buy',
    ]);
    expect(exchange.machine.openBinaryOptions(ALICE, SPOT)).toEqual([order]);
    expect(sums(exchange.machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('S1: refused without binary options, in close-only and halted markets, and with a silent index', () => {
    const exchange = binaryOptionExchange();
    expect(refusal(exchange, { coinInfoId: 102 })).toBe(1404);
    expect(refusal(exchange, { coinInfoId: 77 })).toBe(1404);
    exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: 2 });
    expect(refusal(exchange)).toBe(2008);
    exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: 0 });
    expect(refusal(exchange)).toBe(2008);
    exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: 1 });
    exchange.nowMs += 9_999;
    expect(refusal(exchange)).toBe(0);
    exchange.nowMs += 1;
    expect(refusal(exchange)).toBe(2008);
    const fresh = new Machine(contractInstruments());
    expect(fresh.apply({ seq: 1, ts: T0 }, stake(ALICE, 'up')).answer).toMatchObject({ code: 2008 });
  });

  it('S4: another payout rate, or a price beyond the tolerance, is refused; one within it is not', () => {
    const exchange = binaryOptionExchange();
    expect(refusal(exchange, { profitRateE8: 70_000_001 })).toBe(2017);
    expect(refusal(exchange, { profitRateE8: 70_000_000 })).toBe(0);
    // The tick is 1 000 000 * 0.05 = 50 000 USDT.
    const seen = (usdt: string, slipE8: number) =>
      refusal(exchange, { seenUnits: BigInt(new Decimal(usdt).times(1e8).toFixed()), slipE8 });
    expect(seen('49999', 2_000)).toBe(2017);
    expect(seen('49999', 2_001)).toBe(0);
    expect(seen('50001', 1_999)).toBe(2017);
    expect(seen('49000', 0)).toBe(0);
  });

  it('S5: limits period, amount, open stakes of one user and of all, and the number of orders', () => {
    const users = Array.from({ length: 12 }, (_, at) => 10_001 + at);
    const exchange = binaryOptionExchange(users, 100_000n);
    expect(refusal(exchange, { periodS: 31 })).toBe(2101);
    expect(refusal(exchange, { amountUnits: 10n * COIN - 1n })).toBe(2102);
    expect(refusal(exchange, { amountUnits: 5000n * COIN + 1n })).toBe(2102);
    for (let at = 0; at < 4; at += 1) expect(refusal(exchange, { amountUnits: 5000n * COIN })).toBe(0);
    expect(exchange.machine.stakeLeft(ALICE, SPOT, 30)).toBe(0n);
    expect(refusal(exchange, { amountUnits: 10n * COIN })).toBe(2103);
    for (const uid of users.slice(1, 10))
      for (let at = 0; at < 4; at += 1) expect(refusal(exchange, { amountUnits: 5000n * COIN }, uid)).toBe(0);
    expect(exchange.machine.allBinaryOptions().reduce((sum, { amountUnits }) => sum + amountUnits, 0n)).toBe(
      MAX_MARKET_UNITS,
    );
    expect(refusal(exchange, { amountUnits: 10n * COIN }, users[11])).toBe(2103);
    const many = binaryOptionExchange();
    for (let at = 0; at < MAX_ORDERS; at += 1) expect(refusal(many, { amountUnits: 10n * COIN })).toBe(0);
    expect(refusal(many, { amountUnits: 10n * COIN })).toBe(1418);
    expect(refusal(many, { amountUnits: 10n * COIN }, BOB)).toBe(0);
  });

  it("S5: limits stakes to the cost of moving the price, by the depth of the bots' orders", () => {
    const exchange = binaryOptionExchange(USERS);
    // A tick is 0.05 USDT. A price that moves by 40 ticks every ten seconds has a standard deviation of about 103 ticks
    // in 30 s, which is 0.0103 %.
    for (let at = 0; at < 80; at += 1) exchange.beat(P + (Math.floor(at / 10) % 2) * 40);
    const left = (periodS = 30, uid = ALICE) => exchange.machine.stakeLeft(uid, SPOT, periodS);
    exchange.quote(P, 1_000_000);
    // 10 coins on the thinner side, two fees of 0.1 %, and the move; three of five ticks.
    const depth = new Decimal(10).times(49_999.5);
    const bound = depth.times(new Decimal(0.002).plus(new Decimal(102).div(1e6))).times(3);
    expect(new Decimal(left().toString()).div(1e8).div(bound).toNumber()).toBeCloseTo(1, 1);
    expect(left(60)).toBeGreaterThan(left(30));
    const { answer } = exchange.run(stake(ALICE, 'up', { amountUnits: 4_000n * COIN }));
    expect(answer).toMatchObject({ code: 2103, params: { left: printMoney(left()) } });
    const whole = left();
    exchange.buy(ALICE, 'up', { amountUnits: 1_000n * COIN });
    exchange.buy(BOB, 'down', { amountUnits: 1_000n * COIN });
    // The limit is for all users and both directions together.
    for (const uid of USERS) expect(left(30, uid)).toBe(whole - 2_000n * COIN);
    // A user's own orders do not count: they can be cancelled.
    exchange.run(place(CAROL, 'buy', P - 10, 10_000, { coinInfoId: SPOT }));
    expect(left(30)).toBe(whole - 2_000n * COIN);
    // Emptying the book to move the price also ends the sale of options.
    exchange.quote(P, 10_000);
    expect(left(30)).toBe(0n);
    expect(refusal(exchange, { amountUnits: 10n * COIN })).toBe(2103);
    exchange.quote(0);
    expect(left(30)).toBe(0n);
  });

  it('S6: refused without the money for amount and fee', () => {
    const exchange = binaryOptionExchange([ALICE], 100n);
    expect(refusal(exchange, { amountUnits: 100n * COIN })).toBe(2001);
    expect(refusal(exchange, { amountUnits: 99n * COIN })).toBe(0);
  });
});

describe('state', () => {
  it('S10: a replay has the same hash; a restored machine continues alike', () => {
    const exchange = binaryOptionExchange();
    const random = seeded(3);
    for (let at = 0; at < 200; at += 1) {
      if (random() < 0.4)
        exchange.run(stake(random() < 0.5 ? ALICE : BOB, random() < 0.5 ? 'up' : 'down', { amountUnits: 10n * COIN }));
      exchange.beat(P + Math.floor(random() * 5));
    }
    expect(exchange.machine.allBinaryOptions().length).toBeGreaterThan(3);
    const again = new Machine(contractInstruments());
    exchange.tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
    expect(again.stateHash()).toBe(exchange.machine.stateHash());
    const restored = restoredFrom(exchange, exchange.machine.allBinaryOptions());
    expect(restored.stateHash()).toBe(exchange.machine.stateHash());
    for (let at = 0; at < 40; at += 1) {
      const stamp = { seq: at, ts: exchange.nowMs + 1000 * (at + 1) };
      expect(restored.apply(stamp, { kind: 'clock', uid: EXCHANGE_UID })).toEqual(
        exchange.machine.apply(stamp, { kind: 'clock', uid: EXCHANGE_UID }),
      );
    }
    expect(restored.allBinaryOptions()).toEqual([]);
  });

  it('a contradictory state is not restored', () => {
    const exchange = binaryOptionExchange();
    const order = exchange.buy(ALICE, 'up');
    const restored = (seconds: { lastId: number; open: (typeof order)[] }) => () =>
      new Machine(contractInstruments()).restore({
        orderId: 0,
        dealId: 0,
        contractId: 0,
        contracts: [],
        balances: [],
        orders: [],
        markets: [],
        marks: [],
        seconds,
      });
    expect(restored({ lastId: 1, open: [order] })).not.toThrow();
    expect(restored({ lastId: 0, open: [order] })).toThrow(/newer/);
    expect(restored({ lastId: 1, open: [{ ...order, status: 2 }] })).toThrow(/settled/);
    expect(restored({ lastId: 1, open: [{ ...order, coinInfoId: 77 }] })).toThrow(/no index/);
  });
});
