// Binary options in the machine, rule by rule (S1 to S12).
import { createHash } from 'node:crypto';
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { NO_HASH, fromHex } from '../../../core/encoding/bytes.ts';
import { tickBytes } from '../../../core/proofs/proof-layout.ts';
import { printMoney } from '../../../core/units/units.ts';
import type { SecondsResult } from '../../../core/risk/binary-option.ts';
import { EXCHANGE_UID, type PlaceBinaryOption } from '../../../server/exchange/command.ts';
import { type Machine, createMachine } from '../../../server/exchange/machine.ts';
import { MOST_MARKET_UNITS, MOST_ORDERS, PERIODS } from '../../../server/exchange/binary-options/offers.ts';
import type { BinaryOptionState } from '../../../server/exchange/binary-options/open-binary-options.ts';
import { contractInstruments } from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, COIN, place, sums } from '../../support/exchange/spot-fixture.ts';
import { seeded } from '../../support/exchange/random-commands.ts';
import {
  SPOT,
  type BinaryOptionExchange,
  T0,
  binaryOptionExchange,
  stake,
  binaryOptionsOf,
} from '../../support/exchange/binary-option-fixture.ts';

function refusal(exchange: BinaryOptionExchange, more: Partial<PlaceBinaryOption> = {}, uid = ALICE): number {
  const before = exchange.machine.stateHash();
  const { answer, events } = exchange.run(stake(uid, 'up', more));
  if (!('code' in answer)) return 0;
  expect(events).toEqual([]);
  expect(exchange.machine.stateHash()).toBe(before);
  return answer.code;
}

/** Beats a second apart at these prices; returns the changed binary options of each. */
const beats = (exchange: BinaryOptionExchange, prices: readonly number[]) =>
  prices.flatMap((price) => binaryOptionsOf(exchange.beat(price)));
const P = 1_000_000;
const CAROL = 10_003;
const USERS = [ALICE, BOB, CAROL];

/** A machine restored from what a store would hold of another, with these open binary options. */
function restoredFrom(exchange: BinaryOptionExchange, open: BinaryOptionState[]): Machine {
  const restored = createMachine(contractInstruments());
  const { orderId, dealId, contractId, secondsId } = exchange.machine.counters();
  restored.restore({
    orderId,
    dealId,
    contractId,
    contracts: [],
    balances: exchange.machine.allBalances(),
    orders: exchange.machine.openOrders(100, null),
    markets: [],
    marks: exchange.machine.indexes().map(({ coinInfoId, seq, priceTicks, ts, hash }) => ({
      coinInfoId,
      indexSeq: seq,
      indexTicks: priceTicks,
      indexTs: ts,
      indexHash: hash,
      markTicks: 0,
      beforeTicks: 0,
      basisE8: 0n,
      recent: exchange.recent(coinInfoId),
      ...exchange.machine.mark(coinInfoId),
    })),
    seconds: { lastId: secondsId, open },
    clock: exchange.machine.clock(),
  });
  return restored;
}

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
    const fresh = createMachine(contractInstruments());
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
      MOST_MARKET_UNITS,
    );
    expect(refusal(exchange, { amountUnits: 10n * COIN }, users[11])).toBe(2103);
    const many = binaryOptionExchange();
    for (let at = 0; at < MOST_ORDERS; at += 1) expect(refusal(many, { amountUnits: 10n * COIN })).toBe(0);
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

describe('settlement', () => {
  it("S2: a tick in the millisecond of the purchase is not one of the order's ticks", () => {
    const exchange = binaryOptionExchange();
    exchange.beat(P);
    const order = exchange.buy(ALICE, 'up');
    expect([order.buyTime, order.openTime, order.rule]).toEqual([exchange.nowMs, exchange.nowMs + 1, 'v2']);
    // Another beat in that millisecond comes after the purchase and is not one of its ticks.
    expect(binaryOptionsOf(exchange.beat(P + 40, 0))).toEqual([]);
    const first = exchange.machine.indexes().find(({ coinInfoId }) => coinInfoId === SPOT)!.seq + 1;
    expect(binaryOptionsOf(exchange.beat(P + 80, 1))).toEqual([]);
    expect(beats(exchange, [P, P + 1, P + 2, P + 3])).toMatchObject([
      { strikeSeq: first, strikeTicks: P + 2, strikeTs: exchange.nowMs },
    ]);
  });

  it('S7 S8: the strike is the median of the first five ticks, the exit that of the last five', () => {
    const exchange = binaryOptionExchange();
    exchange.nowMs += 500;
    const up = exchange.buy(ALICE, 'up');
    const down = exchange.buy(BOB, 'down');
    // Two of five prices are manipulated without effect.
    const struck = beats(exchange, [P + 5, P + 900, P + 4, P - 900, P + 5]);
    expect(struck).toMatchObject([
      { id: up.id, strikeTicks: P + 5, status: 0 },
      { id: down.id, strikeTicks: P + 5 },
    ]);
    expect(
      beats(
        exchange,
        Array.from({ length: 20 }, (_, at) => P - at),
      ),
    ).toEqual([]);
    expect(beats(exchange, [P + 6, P + 7, P - 800, P - 800])).toEqual([]);
    const settled = binaryOptionsOf(exchange.beat(P + 8));
    expect(settled).toMatchObject([
      {
        id: up.id,
        result: 'win',
        status: 2,
        exitTicks: P + 6,
        exitTs: exchange.nowMs,
        payoutUnits: 170n * COIN,
        settleTime: exchange.nowMs,
        strikeTicks: P + 5,
      },
      { id: down.id, result: 'lose', status: 2, payoutUnits: 0n },
    ]);
    expect(exchange.usdt(ALICE)).toBe(10_000n * COIN - 100n * COIN - COIN / 5n + 170n * COIN);
    expect(exchange.usdt(BOB)).toBe(10_000n * COIN - 100n * COIN - COIN / 5n);
    expect(exchange.machine.allBinaryOptions()).toEqual([]);
    expect(beats(exchange, [P, P, P])).toEqual([]);
    expect(sums(exchange.machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('S8 S6: an equal price is a draw and refunds amount and fee', () => {
    const exchange = binaryOptionExchange();
    exchange.buy(ALICE, 'up');
    const outcomes = [P, P, P, ...Array.from({ length: 22 }, () => P + 77), P + 9, P, P, P, P - 9].map((price) =>
      exchange.beat(price),
    );
    expect(binaryOptionsOf(outcomes.at(-1)!)).toMatchObject([
      { result: 'draw', status: 2, strikeTicks: P, exitTicks: P, payoutUnits: 100n * COIN + COIN / 5n },
    ]);
    expect(
      outcomes
        .at(-1)!
        .events.flatMap((event) =>
          event.kind === 'posting' && event.posting.uid === ALICE ? [event.posting.recordType] : [],
        ),
    ).toEqual(['seconds_refund']);
    expect(exchange.usdt(ALICE)).toBe(10_000n * COIN);
  });

  it('S9: a stopped clock or a book without a price settles nothing: the order waits for its ticks', () => {
    for (const awayMs of [10_000, 16_000, 3_600_000]) {
      const away = binaryOptionExchange();
      away.buy(ALICE, 'up');
      beats(
        away,
        Array.from({ length: 25 }, () => P),
      );
      // The exchange was stopped over the expiry.
      expect(binaryOptionsOf(away.beat(P + 90, awayMs))).toEqual([]);
      expect(beats(away, [P + 90, P + 90, P + 90])).toEqual([]);
      expect(binaryOptionsOf(away.beat(P + 90))).toMatchObject([{ result: 'win', exitTicks: P + 90 }]);
    }
    const quiet = binaryOptionExchange();
    quiet.buy(ALICE, 'down');
    beats(quiet, [P, P, P]);
    quiet.quote(0);
    expect(Array.from({ length: 60 }, () => binaryOptionsOf(quiet.beat())).flat()).toEqual([]);
    expect(
      beats(
        quiet,
        Array.from({ length: 26 }, () => P - 9),
      ),
    ).toMatchObject([{ strikeTicks: P }]);
    expect(binaryOptionsOf(quiet.beat(P - 9))).toMatchObject([{ result: 'win', exitTicks: P - 9 }]);
  });

  it('S9: stopping the clock at a favourable price gains nothing: the remaining ticks must come', () => {
    const exchange = binaryOptionExchange();
    exchange.buy(ALICE, 'up');
    beats(exchange, [...Array.from({ length: 5 }, () => P), ...Array.from({ length: 15 }, () => P + 50)]);
    // Ahead by fifty ticks; the process is stopped for an hour.
    expect(binaryOptionsOf(exchange.beat(P + 50, 3_600_000))).toEqual([]);
    expect(
      beats(
        exchange,
        Array.from({ length: 9 }, () => P - 5),
      ),
    ).toMatchObject([{ result: 'lose', exitTicks: P - 5 }]);
  });

  it('S9: is void only when a day of beats brought too few ticks, not by time or a stopped clock', () => {
    const none = binaryOptionExchange();
    const order = none.buy(ALICE, 'up');
    none.quote(0);
    expect(binaryOptionsOf(none.beat(undefined, 30 * 86_400_000))).toEqual([]);
    for (let at = 2; at < 86_430; at += 1)
      if (binaryOptionsOf(none.beat()).length > 0) throw new Error(`decided at beat ${at}`);
    expect(binaryOptionsOf(none.beat())).toMatchObject([
      {
        id: order.id,
        result: 'void',
        reason: 'silence',
        strikeSeq: 0,
        status: 3,
        payoutUnits: 100n * COIN + COIN / 5n,
      },
    ]);
    expect(none.usdt(ALICE)).toBe(10_000n * COIN);
  });

  it('S7 S9: an order sold by rule v1 is settled by rule v1', () => {
    const exchange = binaryOptionExchange();
    exchange.beat(P);
    const old = (more: Partial<BinaryOptionState>): BinaryOptionState => ({
      ...exchange.buy(ALICE, 'up'),
      rule: 'v1',
      ...more,
    });
    const open = [old({}), old({})];
    const machine = restoredFrom(exchange, open);
    const at = (ms: number) => binaryOptionsOf(machine.apply({ seq: 1, ts: ms }, { kind: 'clock', uid: EXCHANGE_UID }));
    const { openTime } = open[0]!;
    expect(at(openTime + 500)).toMatchObject([{ rule: 'v1', strikeTicks: P, strikeTs: openTime + 500 }, {}]);
    expect(at(openTime + 29_500)).toEqual([]);
    expect(at(openTime + 30_500)).toMatchObject([{ result: 'draw', exitTs: openTime + 29_500 }, { result: 'draw' }]);
    const silent = restoredFrom(exchange, open);
    expect(
      binaryOptionsOf(silent.apply({ seq: 1, ts: openTime + 500 }, { kind: 'clock', uid: EXCHANGE_UID })),
    ).toHaveLength(2);
    expect(
      binaryOptionsOf(silent.apply({ seq: 2, ts: openTime + 46_000 }, { kind: 'clock', uid: EXCHANGE_UID })),
    ).toMatchObject([{ result: 'void', reason: 'fewTicks' }, { result: 'void' }]);
  });

  it('S10: a market with open orders can be set to close-only, but not halted', () => {
    const exchange = binaryOptionExchange();
    exchange.buy(ALICE, 'up');
    const status = (to: number) =>
      exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: to }).answer;
    expect(status(0)).toMatchObject({ code: 1400 });
    expect(status(2)).toEqual({ orders: [] });
    beats(
      exchange,
      Array.from({ length: 32 }, (_, at) => P + at),
    );
    expect(exchange.machine.areBinaryOptionsRunning(SPOT)).toBe(false);
    expect(status(0)).toEqual({ orders: [] });
  });

  it('S11: the price that the buyer names changes neither strike nor result', () => {
    const outcomes = [0n, 4_999_900_000_000n].map((seenUnits) => {
      const exchange = binaryOptionExchange();
      exchange.buy(ALICE, 'up', { seenUnits, slipE8: seenUnits === 0n ? 0 : 1_000_000 });
      return beats(
        exchange,
        Array.from({ length: 33 }, (_, at) => P + at),
      ).at(-1)!;
    });
    expect(outcomes[1]).toMatchObject({
      result: 'win',
      strikeTicks: outcomes[0]!.strikeTicks,
      exitTicks: outcomes[0]!.exitTicks,
      payoutUnits: outcomes[0]!.payoutUnits,
    });
  });

  it('S3 R8: every tick is hashed with the one before', () => {
    const exchange = binaryOptionExchange();
    const ticks = [P + 1, P + 2, P + 3].flatMap((price) =>
      exchange
        .beat(price)
        .events.flatMap((event) => (event.kind === 'index' && event.coinInfoId === SPOT ? [event] : [])),
    );
    for (const [at, { seq, ts, priceTicks, prev, hash }] of ticks.entries()) {
      const bytes = tickBytes(fromHex(prev, 32) ?? NO_HASH, SPOT, {
        seq,
        ts,
        priceE8: BigInt(priceTicks) * 5_000_000n,
      });
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
      if (at > 0) expect(prev).toBe(ticks[at - 1]!.hash);
    }
    expect(exchange.machine.indexes().find(({ coinInfoId }) => coinInfoId === SPOT)?.hash).toBe(ticks.at(-1)!.hash);
  });
});

describe('many settlements', () => {
  it(
    'S6 S7 S8 S10: 100 000 settlements pay the rule to the unit, each once, and nothing is lost (seed 8)',
    { timeout: 120_000 },
    () => {
      const random = seeded(8);
      const users = Array.from({ length: 170 }, (_, at) => 10_001 + at);
      const exchange = binaryOptionExchange(users, 10_000_000n);
      const exchangeUnits = exchange.usdt(EXCHANGE_UID);
      const count: Record<SecondsResult, number> = { win: 0, lose: 0, draw: 0, void: 0 };
      let settled = 0;
      let net = 0n;
      while (settled < 100_000) {
        for (const uid of users) {
          for (let at = 0; at < 98; at += 1) {
            const { periodS } = PERIODS[Math.floor(random() * 5)]!;
            exchange.buy(uid, random() < 0.5 ? 'up' : 'down', {
              periodS,
              amountUnits: 10n * COIN + BigInt(Math.floor(random() * 200_000_000)),
            });
          }
        }
        for (let at = 0; at < 310; at += 1) {
          for (const order of binaryOptionsOf(exchange.beat(P + Math.floor(random() * 3)))) {
            if (order.result === '') continue;
            settled += 1;
            count[order.result] += 1;
            const stakeUnits = new Decimal(order.amountUnits.toString());
            const fee = stakeUnits
              .times(PERIODS.find(({ periodS }) => periodS === order.periodS)!.feeRateE8.toString())
              .div(1e8)
              .ceil();
            const sign = Math.sign(order.exitTicks - order.strikeTicks) * (order.direction === 'up' ? 1 : -1);
            const due =
              sign > 0
                ? stakeUnits.times(new Decimal(1).plus(new Decimal(order.profitRateE8).div(1e8))).floor()
                : sign < 0
                  ? new Decimal(0)
                  : stakeUnits.plus(fee);
            expect(order.feeUnits.toString()).toBe(fee.toFixed());
            if (order.payoutUnits.toString() !== due.toFixed())
              throw new Error(`order ${order.id}: paid ${order.payoutUnits}, the rule says ${due.toFixed()}`);
            net += order.payoutUnits - order.amountUnits - order.feeUnits;
          }
        }
        expect(exchange.machine.allBinaryOptions()).toEqual([]);
      }
      console.log(`${settled} settled: ${JSON.stringify(count)}`);
      expect(exchange.machine.counters().secondsId).toBe(settled);
      expect(Math.min(count.win, count.lose, count.draw)).toBeGreaterThan(10_000);
      expect(users.reduce((sum, uid) => sum + exchange.usdt(uid), 0n)).toBe(
        BigInt(users.length) * 10_000_000n * COIN + net,
      );
      expect(exchange.usdt(EXCHANGE_UID)).toBe(exchangeUnits - net);
      expect(sums(exchange.machine).every((sum) => sum === 0n)).toBe(true);
    },
  );
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
    const again = createMachine(contractInstruments());
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
      createMachine(contractInstruments()).restore({
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
