// Seconds contracts in the machine, rule by rule: who may buy, what decides, who is paid, and that it happens once.
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
import { contractInstruments } from './contract-fixture.ts';
import { ALICE, BOB, COIN, place, sums } from './instruments.ts';
import { seeded } from './twins/random-commands.ts';
import { SPOT, type SecondsDesk, T0, secondsDesk, stake, told } from './binary-option-fixture.ts';

function refusal(desk: SecondsDesk, more: Partial<PlaceBinaryOption> = {}, uid = ALICE): number {
  const before = desk.machine.stateHash();
  const { answer, events } = desk.run(stake(uid, 'up', more));
  if (!('code' in answer)) return 0;
  expect(events).toEqual([]);
  expect(desk.machine.stateHash()).toBe(before);
  return answer.code;
}

/** Beats a second apart at these prices; what they told of seconds contracts. */
const beats = (desk: SecondsDesk, prices: readonly number[]) => prices.flatMap((price) => told(desk.beat(price)));
const P = 1_000_000;
const CAROL = 10_003;
const PEOPLE = [ALICE, BOB, CAROL];

/** A machine filled with what a store would have kept of another, with these seconds contracts open. */
function restoredFrom(desk: SecondsDesk, open: BinaryOptionState[]): Machine {
  const restored = createMachine(contractInstruments());
  const { orderId, dealId, contractId, secondsId } = desk.machine.counters();
  restored.restore({
    orderId,
    dealId,
    contractId,
    contracts: [],
    balances: desk.machine.allBalances(),
    orders: desk.machine.openOrders(100, null),
    markets: [],
    marks: desk.machine.indexes().map(({ coinInfoId, seq, priceTicks, ts, hash }) => ({
      coinInfoId,
      indexSeq: seq,
      indexTicks: priceTicks,
      indexTs: ts,
      indexHash: hash,
      markTicks: 0,
      beforeTicks: 0,
      basisE8: 0n,
      recent: desk.recent(coinInfoId),
      ...desk.machine.mark(coinInfoId),
    })),
    seconds: { lastId: secondsId, open },
    clock: desk.machine.clock(),
  });
  return restored;
}

describe('buying', () => {
  it('S6 S12: amount and fee go to the house at once; the order is told with its terms and without a strike', () => {
    const desk = secondsDesk();
    const house = desk.usdt(EXCHANGE_UID);
    const outcome = desk.run(stake(ALICE, 'down', { periodS: 60, amountUnits: 3_333_000_001n }));
    const order = told(outcome)[0]!;
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
    expect(desk.usdt(ALICE)).toBe(10_000n * COIN - 3_339_666_002n);
    expect(desk.usdt(EXCHANGE_UID) - house).toBe(3_339_666_002n);
    expect(outcome.events.flatMap((event) => (event.kind === 'posting' ? [event.posting.recordType] : []))).toEqual([
      'seconds_buy',
      'seconds_buy',
    ]);
    expect(desk.machine.openSeconds(ALICE, SPOT)).toEqual([order]);
    expect(sums(desk.machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('S1: not without them, not closing or halted, not while the index is silent', () => {
    const desk = secondsDesk();
    expect(refusal(desk, { coinInfoId: 102 })).toBe(1404);
    expect(refusal(desk, { coinInfoId: 77 })).toBe(1404);
    desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: 2 });
    expect(refusal(desk)).toBe(2008);
    desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: 0 });
    expect(refusal(desk)).toBe(2008);
    desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: 1 });
    desk.nowMs += 9_999;
    expect(refusal(desk)).toBe(0);
    desk.nowMs += 1;
    expect(refusal(desk)).toBe(2008);
    const fresh = createMachine(contractInstruments());
    expect(fresh.apply({ seq: 1, ts: T0 }, stake(ALICE, 'up')).answer).toMatchObject({ code: 2008 });
  });

  it('S4: another rate, or a price that has left the tolerance, is refused; within it is not', () => {
    const desk = secondsDesk();
    expect(refusal(desk, { profitRateE8: 70_000_001 })).toBe(2017);
    expect(refusal(desk, { profitRateE8: 70_000_000 })).toBe(0);
    // The tick is 1 000 000 * 0.05 = 50 000 USDT.
    const seen = (usdt: string, slipE8: number) =>
      refusal(desk, { seenUnits: BigInt(new Decimal(usdt).times(1e8).toFixed()), slipE8 });
    expect(seen('49999', 2_000)).toBe(2017);
    expect(seen('49999', 2_001)).toBe(0);
    expect(seen('50001', 1_999)).toBe(2017);
    expect(seen('49000', 0)).toBe(0);
  });

  it('S5: the period, the amount, what is open of one and of all, and how many', () => {
    const people = Array.from({ length: 12 }, (_, at) => 10_001 + at);
    const desk = secondsDesk(people, 100_000n);
    expect(refusal(desk, { periodS: 31 })).toBe(2101);
    expect(refusal(desk, { amountUnits: 10n * COIN - 1n })).toBe(2102);
    expect(refusal(desk, { amountUnits: 5000n * COIN + 1n })).toBe(2102);
    for (let at = 0; at < 4; at += 1) expect(refusal(desk, { amountUnits: 5000n * COIN })).toBe(0);
    expect(desk.machine.secondsLeft(ALICE, SPOT, 30)).toBe(0n);
    expect(refusal(desk, { amountUnits: 10n * COIN })).toBe(2103);
    for (const uid of people.slice(1, 10))
      for (let at = 0; at < 4; at += 1) expect(refusal(desk, { amountUnits: 5000n * COIN }, uid)).toBe(0);
    expect(desk.machine.allSeconds().reduce((sum, { amountUnits }) => sum + amountUnits, 0n)).toBe(MOST_MARKET_UNITS);
    expect(refusal(desk, { amountUnits: 10n * COIN }, people[11])).toBe(2103);
    const many = secondsDesk();
    for (let at = 0; at < MOST_ORDERS; at += 1) expect(refusal(many, { amountUnits: 10n * COIN })).toBe(0);
    expect(refusal(many, { amountUnits: 10n * COIN })).toBe(1418);
    expect(refusal(many, { amountUnits: 10n * COIN }, BOB)).toBe(0);
  });

  it('S5: no more than moving the price costs: the bound follows the depth of the bots, and falls with it', () => {
    const desk = secondsDesk(PEOPLE);
    // A tick is 0.05 USDT: 30 s of a price that moves by 40 of them every ten seconds are a standard deviation of some
    // 103, which is 0.0103 %.
    for (let at = 0; at < 80; at += 1) desk.beat(P + (Math.floor(at / 10) % 2) * 40);
    const left = (periodS = 30, uid = ALICE) => desk.machine.secondsLeft(uid, SPOT, periodS);
    desk.quote(P, 1_000_000);
    // 10 coins on the thinner side, 0.1 % twice, and the move; three of five ticks.
    const depth = new Decimal(10).times(49_999.5);
    const bound = depth.times(new Decimal(0.002).plus(new Decimal(102).div(1e6))).times(3);
    expect(new Decimal(left().toString()).div(1e8).div(bound).toNumber()).toBeCloseTo(1, 1);
    expect(left(60)).toBeGreaterThan(left(30));
    const { answer } = desk.run(stake(ALICE, 'up', { amountUnits: 4_000n * COIN }));
    expect(answer).toMatchObject({ code: 2103, params: { left: printMoney(left()) } });
    const whole = left();
    desk.buy(ALICE, 'up', { amountUnits: 1_000n * COIN });
    desk.buy(BOB, 'down', { amountUnits: 1_000n * COIN });
    // Of all together, in both directions.
    for (const uid of PEOPLE) expect(left(30, uid)).toBe(whole - 2_000n * COIN);
    // What a person has lying there does not count: he can take it away.
    desk.run(place(CAROL, 'buy', P - 10, 10_000, { coinInfoId: SPOT }));
    expect(left(30)).toBe(whole - 2_000n * COIN);
    // Who empties the book to push it closes it to stakes as well.
    desk.quote(P, 10_000);
    expect(left(30)).toBe(0n);
    expect(refusal(desk, { amountUnits: 10n * COIN })).toBe(2103);
    desk.quote(0);
    expect(left(30)).toBe(0n);
  });

  it('S6: not without the money for amount and fee', () => {
    const desk = secondsDesk([ALICE], 100n);
    expect(refusal(desk, { amountUnits: 100n * COIN })).toBe(2001);
    expect(refusal(desk, { amountUnits: 99n * COIN })).toBe(0);
  });
});

describe('what decides', () => {
  it('S2: a tick of the same millisecond is not among its ticks: the order opens after it', () => {
    const desk = secondsDesk();
    desk.beat(P);
    const order = desk.buy(ALICE, 'up');
    expect([order.buyTime, order.openTime, order.rule]).toEqual([desk.nowMs, desk.nowMs + 1, 'v2']);
    // Another beat of that millisecond comes after the purchase, and still is not one of them.
    expect(told(desk.beat(P + 40, 0))).toEqual([]);
    const first = desk.machine.indexes().find(({ coinInfoId }) => coinInfoId === SPOT)!.seq + 1;
    expect(told(desk.beat(P + 80, 1))).toEqual([]);
    expect(beats(desk, [P, P + 1, P + 2, P + 3])).toMatchObject([
      { strikeSeq: first, strikeTicks: P + 2, strikeTs: desk.nowMs },
    ]);
  });

  it('S7 S8: the middle of the first five ticks strikes, the thirtieth tick makes the middle of the last five the exit', () => {
    const desk = secondsDesk();
    desk.nowMs += 500;
    const up = desk.buy(ALICE, 'up');
    const down = desk.buy(BOB, 'down');
    // Two of five are swept away, and change nothing.
    const struck = beats(desk, [P + 5, P + 900, P + 4, P - 900, P + 5]);
    expect(struck).toMatchObject([
      { id: up.id, strikeTicks: P + 5, status: 0 },
      { id: down.id, strikeTicks: P + 5 },
    ]);
    expect(
      beats(
        desk,
        Array.from({ length: 20 }, (_, at) => P - at),
      ),
    ).toEqual([]);
    expect(beats(desk, [P + 6, P + 7, P - 800, P - 800])).toEqual([]);
    const settled = told(desk.beat(P + 8));
    expect(settled).toMatchObject([
      {
        id: up.id,
        result: 'win',
        status: 2,
        exitTicks: P + 6,
        exitTs: desk.nowMs,
        payoutUnits: 170n * COIN,
        settleTime: desk.nowMs,
        strikeTicks: P + 5,
      },
      { id: down.id, result: 'lose', status: 2, payoutUnits: 0n },
    ]);
    expect(desk.usdt(ALICE)).toBe(10_000n * COIN - 100n * COIN - COIN / 5n + 170n * COIN);
    expect(desk.usdt(BOB)).toBe(10_000n * COIN - 100n * COIN - COIN / 5n);
    expect(desk.machine.allSeconds()).toEqual([]);
    expect(beats(desk, [P, P, P])).toEqual([]);
    expect(sums(desk.machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('S8 S6: an equal price is a draw, and gives back amount and fee', () => {
    const desk = secondsDesk();
    desk.buy(ALICE, 'up');
    const outcomes = [P, P, P, ...Array.from({ length: 22 }, () => P + 77), P + 9, P, P, P, P - 9].map((price) =>
      desk.beat(price),
    );
    expect(told(outcomes.at(-1)!)).toMatchObject([
      { result: 'draw', status: 2, strikeTicks: P, exitTicks: P, payoutUnits: 100n * COIN + COIN / 5n },
    ]);
    expect(
      outcomes
        .at(-1)!
        .events.flatMap((event) =>
          event.kind === 'posting' && event.posting.uid === ALICE ? [event.posting.recordType] : [],
        ),
    ).toEqual(['seconds_refund']);
    expect(desk.usdt(ALICE)).toBe(10_000n * COIN);
  });

  it('S9: a clock that stands, or a book without a price, decides nothing: the order waits for its ticks, and a winner wins', () => {
    for (const awayMs of [10_000, 16_000, 3_600_000]) {
      const away = secondsDesk();
      away.buy(ALICE, 'up');
      beats(
        away,
        Array.from({ length: 25 }, () => P),
      );
      // The exchange was away over the expiry.
      expect(told(away.beat(P + 90, awayMs))).toEqual([]);
      expect(beats(away, [P + 90, P + 90, P + 90])).toEqual([]);
      expect(told(away.beat(P + 90))).toMatchObject([{ result: 'win', exitTicks: P + 90 }]);
    }
    const quiet = secondsDesk();
    quiet.buy(ALICE, 'down');
    beats(quiet, [P, P, P]);
    quiet.quote(0);
    expect(Array.from({ length: 60 }, () => told(quiet.beat())).flat()).toEqual([]);
    expect(
      beats(
        quiet,
        Array.from({ length: 26 }, () => P - 9),
      ),
    ).toMatchObject([{ strikeTicks: P }]);
    expect(told(quiet.beat(P - 9))).toMatchObject([{ result: 'win', exitTicks: P - 9 }]);
  });

  it('S9: standing still at a moment of advantage keeps nothing: the ticks that are left must come', () => {
    const desk = secondsDesk();
    desk.buy(ALICE, 'up');
    beats(desk, [...Array.from({ length: 5 }, () => P), ...Array.from({ length: 15 }, () => P + 50)]);
    // Ahead by fifty; the process is stopped for an hour, and goes on.
    expect(told(desk.beat(P + 50, 3_600_000))).toEqual([]);
    expect(
      beats(
        desk,
        Array.from({ length: 9 }, () => P - 5),
      ),
    ).toMatchObject([{ result: 'lose', exitTicks: P - 5 }]);
  });

  it('S9: void only when a day of beats brought too few of its ticks; time alone, or a stopped clock, voids nothing', () => {
    const none = secondsDesk();
    const order = none.buy(ALICE, 'up');
    none.quote(0);
    expect(told(none.beat(undefined, 30 * 86_400_000))).toEqual([]);
    for (let at = 2; at < 86_430; at += 1) if (told(none.beat()).length > 0) throw new Error(`decided at beat ${at}`);
    expect(told(none.beat())).toMatchObject([
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

  it('S7 S9: an order that was sold by rule v1 is decided by rule v1', () => {
    const desk = secondsDesk();
    desk.beat(P);
    const old = (more: Partial<BinaryOptionState>): BinaryOptionState => ({
      ...desk.buy(ALICE, 'up'),
      rule: 'v1',
      ...more,
    });
    const open = [old({}), old({})];
    const machine = restoredFrom(desk, open);
    const at = (ms: number) => told(machine.apply({ seq: 1, ts: ms }, { kind: 'clock', uid: EXCHANGE_UID }));
    const { openTime } = open[0]!;
    expect(at(openTime + 500)).toMatchObject([{ rule: 'v1', strikeTicks: P, strikeTs: openTime + 500 }, {}]);
    expect(at(openTime + 29_500)).toEqual([]);
    expect(at(openTime + 30_500)).toMatchObject([{ result: 'draw', exitTs: openTime + 29_500 }, { result: 'draw' }]);
    const silent = restoredFrom(desk, open);
    expect(told(silent.apply({ seq: 1, ts: openTime + 500 }, { kind: 'clock', uid: EXCHANGE_UID }))).toHaveLength(2);
    expect(told(silent.apply({ seq: 2, ts: openTime + 46_000 }, { kind: 'clock', uid: EXCHANGE_UID }))).toMatchObject([
      { result: 'void', reason: 'fewTicks' },
      { result: 'void' },
    ]);
  });

  it('S10: the market of open orders is left to closing, but never halted', () => {
    const desk = secondsDesk();
    desk.buy(ALICE, 'up');
    const status = (to: number) =>
      desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: to }).answer;
    expect(status(0)).toMatchObject({ code: 1400 });
    expect(status(2)).toEqual({ orders: [] });
    beats(
      desk,
      Array.from({ length: 32 }, (_, at) => P + at),
    );
    expect(desk.machine.secondsRunning(SPOT)).toBe(false);
    expect(status(0)).toEqual({ orders: [] });
  });

  it('S11: what a buyer says of the price changes neither strike nor result', () => {
    const outcomes = [0n, 4_999_900_000_000n].map((seenUnits) => {
      const desk = secondsDesk();
      desk.buy(ALICE, 'up', { seenUnits, slipE8: seenUnits === 0n ? 0 : 1_000_000 });
      return beats(
        desk,
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
    const desk = secondsDesk();
    const ticks = [P + 1, P + 2, P + 3].flatMap((price) =>
      desk.beat(price).events.flatMap((event) => (event.kind === 'index' && event.coinInfoId === SPOT ? [event] : [])),
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
    expect(desk.machine.indexes().find(({ coinInfoId }) => coinInfoId === SPOT)?.hash).toBe(ticks.at(-1)!.hash);
  });
});

describe('many', () => {
  it(
    'S6 S7 S8 S10: 100 000 settlements pay the rule to the unit, each once, and nothing is lost (seed 8)',
    { timeout: 120_000 },
    () => {
      const random = seeded(8);
      const people = Array.from({ length: 170 }, (_, at) => 10_001 + at);
      const desk = secondsDesk(people, 10_000_000n);
      const house = desk.usdt(EXCHANGE_UID);
      const count: Record<SecondsResult, number> = { win: 0, lose: 0, draw: 0, void: 0 };
      let settled = 0;
      let net = 0n;
      while (settled < 100_000) {
        for (const uid of people) {
          for (let at = 0; at < 98; at += 1) {
            const { periodS } = PERIODS[Math.floor(random() * 5)]!;
            desk.buy(uid, random() < 0.5 ? 'up' : 'down', {
              periodS,
              amountUnits: 10n * COIN + BigInt(Math.floor(random() * 200_000_000)),
            });
          }
        }
        for (let at = 0; at < 310; at += 1) {
          for (const order of told(desk.beat(P + Math.floor(random() * 3)))) {
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
        expect(desk.machine.allSeconds()).toEqual([]);
      }
      console.log(`${settled} settled: ${JSON.stringify(count)}`);
      expect(desk.machine.counters().secondsId).toBe(settled);
      expect(Math.min(count.win, count.lose, count.draw)).toBeGreaterThan(10_000);
      expect(people.reduce((sum, uid) => sum + desk.usdt(uid), 0n)).toBe(
        BigInt(people.length) * 10_000_000n * COIN + net,
      );
      expect(desk.usdt(EXCHANGE_UID)).toBe(house - net);
      expect(sums(desk.machine).every((sum) => sum === 0n)).toBe(true);
    },
  );
});

describe('state', () => {
  it('S10: a replay gives the same hash; a machine filled with the stored state goes on alike', () => {
    const desk = secondsDesk();
    const random = seeded(3);
    for (let at = 0; at < 200; at += 1) {
      if (random() < 0.4)
        desk.run(stake(random() < 0.5 ? ALICE : BOB, random() < 0.5 ? 'up' : 'down', { amountUnits: 10n * COIN }));
      desk.beat(P + Math.floor(random() * 5));
    }
    expect(desk.machine.allSeconds().length).toBeGreaterThan(3);
    const again = createMachine(contractInstruments());
    desk.tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
    expect(again.stateHash()).toBe(desk.machine.stateHash());
    const restored = restoredFrom(desk, desk.machine.allSeconds());
    expect(restored.stateHash()).toBe(desk.machine.stateHash());
    for (let at = 0; at < 40; at += 1) {
      const stamp = { seq: at, ts: desk.nowMs + 1000 * (at + 1) };
      expect(restored.apply(stamp, { kind: 'clock', uid: EXCHANGE_UID })).toEqual(
        desk.machine.apply(stamp, { kind: 'clock', uid: EXCHANGE_UID }),
      );
    }
    expect(restored.allSeconds()).toEqual([]);
  });

  it('what contradicts itself is not restored', () => {
    const desk = secondsDesk();
    const order = desk.buy(ALICE, 'up');
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
