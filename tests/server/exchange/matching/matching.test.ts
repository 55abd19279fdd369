// Rules of matching, by their numbers in RULES.md.
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { SPOT_STATUS } from '../../../../core/orders/spot-order.ts';
import { type Command, EXCHANGE_UID } from '../../../../server/exchange/command.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import type { OrderState } from '../../../../server/exchange/event.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  CAROL,
  COIN,
  PERPETUAL,
  USDT,
  credit,
  market,
  place,
  runner,
  sums,
  testInstruments,
} from '../../../support/exchange/spot-fixture.ts';
import { SPOT, contractExchange } from '../../../support/exchange/contract-fixture.ts';

function table(more = {}): { machine: Machine; run: (command: Command) => Outcome } {
  const machine = new Machine(testInstruments(more));
  const run = runner(machine);
  for (const uid of [ALICE, BOB, CAROL, BOT])
    for (const coinId of [USDT, BTC, PERPETUAL]) run(credit(uid, coinId, 1_000_000n * COIN));
  return { machine, run };
}

function order(outcome: Outcome): OrderState {
  if ('code' in outcome.answer) throw new Error(`refused ${JSON.stringify(outcome.answer)}`);
  return outcome.answer.orders[0]!;
}

function refusal(outcome: Outcome): number {
  expect(outcome.events).toEqual([]);
  return 'code' in outcome.answer ? outcome.answer.code : 0;
}

const trades = (outcome: Outcome) =>
  outcome.events
    .filter((event) => event.kind === 'trade')
    .map(({ id, priceTicks, lots, side }) => [id, priceTicks, lots, side]);
const deals = (outcome: Outcome) => outcome.events.filter((event) => event.kind === 'fill').map(({ fill }) => fill);
const levels = (machine: Machine, side: 1 | 2) => {
  const rows: number[][] = [];
  machine.levels(BTC, side, (priceTicks, lots) => rows.push([priceTicks, lots]));
  return rows;
};

describe('matching', () => {
  it('M1 best price first, then the earlier order; the rest of an order keeps its place', () => {
    const { machine, run } = table();
    const first = order(run(place(ALICE, 'sell', 2000, 100_000)));
    const second = order(run(place(BOB, 'sell', 2000, 100_000)));
    run(place(BOB, 'sell', 1990, 10_000));
    const outcome = run(place(CAROL, 'buy', 2000, 70_000));
    expect(trades(outcome)).toEqual([
      [1, 1990, 10_000, 'buy'],
      [2, 2000, 60_000, 'buy'],
    ]);
    expect(
      deals(run(place(CAROL, 'buy', 2000, 60_000)))
        .filter((deal) => deal.maker)
        .map((deal) => [deal.orderId, deal.lots]),
    ).toEqual([
      [first.id, 40_000],
      [second.id, 20_000],
    ]);
    expect(levels(machine, 2)).toEqual([[2000, 80_000]]);
  });

  it('M2 trades at the price of the order that rested', () => {
    const { run } = table();
    run(place(ALICE, 'buy', 2000, 100_000));
    expect(trades(run(place(BOB, 'sell', 1950, 100_000)))).toEqual([[1, 2000, 100_000, 'sell']]);
  });

  it('M3 a halted market takes no orders, a close-only one none of users, who need hours and band', () => {
    expect(refusal(table({ status: 0 }).run(place(ALICE, 'buy', 2000, 100_000)))).toBe(CODE.marketClosed);
    expect(refusal(table({ status: 0 }).run(place(BOT, 'buy', 2000, 100_000)))).toBe(CODE.marketClosed);
    expect(refusal(table({ status: 2 }).run(place(ALICE, 'buy', 2000, 100_000)))).toBe(CODE.marketClosed);
    expect(order(table({ status: 2 }).run(place(BOT, 'buy', 2000, 100_000))).status).toBe(SPOT_STATUS.onBook);
    expect(refusal(table({ watchOnly: 1 }).run(place(ALICE, 'buy', 2000, 100_000)))).toBe(CODE.marketClosed);
    expect(
      refusal(
        table({ session: { tz: 'UTC', open: [] as [number, number][] } }).run(place(ALICE, 'buy', 2000, 100_000)),
      ),
    ).toBe(CODE.marketClosed);
    const { run } = table();
    expect(refusal(run(place(ALICE, 'buy', 2000, 100_000, { coinInfoId: PERPETUAL })))).toBe(CODE.marketClosed);
    expect(order(run(place(BOT, 'buy', 2000, 100_000, { coinInfoId: PERPETUAL }))).status).toBe(SPOT_STATUS.onBook);
    expect(refusal(run(place(ALICE, 'buy', 2000, 100_000, { coinInfoId: 77 })))).toBe(CODE.notFound);
    run(place(ALICE, 'sell', 2000, 100_000));
    run(place(BOB, 'buy', 2000, 100_000));
    expect(refusal(run(place(ALICE, 'buy', 1799, 100_000)))).toBe(CODE.priceOutsideBand);
    expect(order(run(place(ALICE, 'buy', 1800, 100_000))).status).toBe(SPOT_STATUS.onBook);
    expect(order(run(place(BOT, 'buy', 1000, 100_000))).status).toBe(SPOT_STATUS.onBook);
  });

  it('M3 the band is around the index: two accounts that trade with each other do not move it', () => {
    const { machine, run, moveTo } = contractExchange();
    moveTo(60_000);
    run({ kind: 'restart', uid: EXCHANGE_UID });
    for (const uid of [ALICE, BOB]) {
      run(credit(uid, SPOT, COIN));
      run(credit(uid, USDT, 100_000n * COIN));
    }
    const trade = (price: number): number => {
      const { answer } = run(place(ALICE, 'sell', price * 20, 1_000, { coinInfoId: SPOT }));
      run(place(BOB, 'buy', price * 20, 1_000, { coinInfoId: SPOT }));
      return 'code' in answer ? answer.code : 0;
    };
    expect(trade(54_000)).toBe(0);
    expect(machine.market(SPOT)?.lastPriceTicks).toBe(54_000 * 20);
    expect(trade(48_600)).toBe(CODE.priceOutsideBand);
    // Who trades at the market's price is not shut out by them.
    expect(trade(60_000)).toBe(0);
    expect(trade(66_000)).toBe(0);
    expect(trade(66_001)).toBe(CODE.priceOutsideBand);
  });

  it('M16 a bounded market order is filled whole within its bound, or refused', () => {
    const { machine, run } = table();
    run(place(BOT, 'buy', 1990, 1_000_000));
    run(place(BOT, 'sell', 2010, 100_000));
    run(place(BOT, 'sell', 2020, 100_000));
    // Before the first trade the middle, 2000, is the reference.
    expect(refusal(run(market(ALICE, 'buy', 150_000, { slipE8: 990_000 })))).toBe(CODE.slippage);
    expect(refusal(run(market(ALICE, 'sell', 100_000, { slipE8: 499_999 })))).toBe(CODE.slippage);
    expect(trades(run(market(ALICE, 'buy', 50_000, { slipE8: 500_000 })))).toEqual([[1, 2010, 50_000, 'buy']]);
    // 2010 was the last trade: 2020 is 0.4976 % from it.
    expect(refusal(run(market(ALICE, 'buy', 100_000, { slipE8: 497_000 })))).toBe(CODE.slippage);
    expect(refusal(run(market(ALICE, 'buy', 0, { totalUnits: 9_000_000_000n, slipE8: 497_000 })))).toBe(CODE.slippage);
    expect(trades(run(market(ALICE, 'buy', 100_000, { slipE8: 498_000 })))).toEqual([
      [2, 2010, 50_000, 'buy'],
      [3, 2020, 50_000, 'buy'],
    ]);
    expect(order(run(market(ALICE, 'buy', 0, { totalUnits: 4_000_000_000n, slipE8: 1 })))).toMatchObject({
      status: SPOT_STATUS.finished,
      reason: '',
    });
    // Own orders on the way, a bound on a limit order, and a bound that is not a fraction.
    run(place(ALICE, 'sell', 2000, 100_000));
    expect(refusal(run(market(ALICE, 'buy', 100_000, { slipE8: 5_000_000 })))).toBe(CODE.slippage);
    for (const wrong of [
      place(ALICE, 'buy', 2000, 100_000, { slipE8: 1 }),
      market(ALICE, 'buy', 100_000, { slipE8: -1 }),
      market(ALICE, 'buy', 100_000, { slipE8: 0.5 }),
    ]) {
      expect(refusal(run(wrong))).toBe(CODE.fieldInvalid);
    }
    expect(new Set(sums(machine))).toEqual(new Set([0n]));
  });

  it('M16 is refused for the balance where the money does not pay within the bound', () => {
    const { run } = table();
    run(place(BOT, 'sell', 2000, 100_000));
    run(place(BOT, 'buy', 1990, 100_000));
    const poor = 10_009;
    run(credit(poor, USDT, 99n * COIN));
    expect(refusal(run(market(poor, 'buy', 100_000, { slipE8: 1_000_000 })))).toBe(CODE.notEnoughBalance);
    expect(order(run(market(poor, 'buy', 99_000, { slipE8: 1_000_000 }))).status).toBe(SPOT_STATUS.finished);
  });

  it('M4 refuses amounts that are too small, too large or not whole', () => {
    const { run } = table();
    expect(refusal(run(place(ALICE, 'buy', 2000, 0)))).toBe(CODE.amountZero);
    expect(refusal(run(place(ALICE, 'buy', 0, 100)))).toBe(CODE.priceZero);
    expect(refusal(run(place(ALICE, 'buy', 2000.5, 100)))).toBe(CODE.fieldInvalid);
    expect(refusal(run(place(ALICE, 'buy', 2000, Number.NaN)))).toBe(CODE.fieldInvalid);
    expect(refusal(run(place(ALICE, 'buy', 2000, -5)))).toBe(CODE.fieldInvalid);
    expect(refusal(run(place(ALICE, 'buy', 2000, 100_000_001)))).toBe(CODE.amountOffStep);
    expect(refusal(run(place(ALICE, 'buy', 2000, 999)))).toBe(CODE.belowMinNotional);
    expect(order(run(place(ALICE, 'buy', 2000, 1000))).frozenUnits).toBe(COIN);
    expect(refusal(run(market(ALICE, 'buy', 0, { totalUnits: COIN - 1n })))).toBe(CODE.belowMinNotional);
    expect(refusal(run(market(ALICE, 'sell', 0, { totalUnits: COIN })))).toBe(CODE.fieldInvalid);
  });

  it('M5 the rest of a limit order rests, that of an IOC order is cancelled', () => {
    const { machine, run } = table();
    run(place(ALICE, 'sell', 2000, 50_000));
    expect(order(run(place(BOB, 'buy', 2000, 70_000, { tif: 'IOC' })))).toMatchObject({
      status: SPOT_STATUS.cancelled,
      reason: 'ioc',
      dealLots: 50_000,
      frozenUnits: 0n,
    });
    run(place(ALICE, 'sell', 2000, 50_000));
    expect(order(run(place(BOB, 'buy', 2010, 70_000)))).toMatchObject({
      status: SPOT_STATUS.partial,
      dealLots: 50_000,
    });
    expect(levels(machine, 1)).toEqual([[2010, 20_000]]);
  });

  it('M6 FOK fills whole or not at all, for limit and market orders, without own orders', () => {
    const { run } = table();
    run(place(ALICE, 'sell', 2000, 50_000));
    run(place(BOB, 'sell', 2010, 50_000));
    expect(refusal(run(place(CAROL, 'buy', 2000, 50_001, { tif: 'FOK' })))).toBe(CODE.fokNotFillable);
    expect(refusal(run(place(BOB, 'buy', 2010, 60_000, { tif: 'FOK' })))).toBe(CODE.fokNotFillable);
    expect(refusal(run(market(CAROL, 'buy', 100_001, { tif: 'FOK' })))).toBe(CODE.fokNotFillable);
    expect(refusal(run(market(CAROL, 'buy', 0, { tif: 'FOK', totalUnits: 101n * COIN })))).toBe(CODE.fokNotFillable);
    expect(order(run(place(CAROL, 'buy', 2010, 60_000, { tif: 'FOK' })))).toMatchObject({
      status: SPOT_STATUS.finished,
      dealLots: 60_000,
    });
    expect(order(run(market(CAROL, 'buy', 0, { tif: 'FOK', totalUnits: 40n * COIN }))).status).toBe(
      SPOT_STATUS.finished,
    );
  });

  it('M7 post-only never takes', () => {
    const { run } = table();
    run(place(ALICE, 'sell', 2000, 50_000));
    expect(refusal(run(place(BOB, 'buy', 2000, 50_000, { postOnly: true })))).toBe(CODE.postOnlyWouldTrade);
    expect(refusal(run(place(BOB, 'buy', 1999, 50_000, { postOnly: true, tif: 'IOC' })))).toBe(CODE.fieldInvalid);
    expect(order(run(place(BOB, 'buy', 1999, 50_000, { postOnly: true }))).status).toBe(SPOT_STATUS.onBook);
  });

  it('M8 a market order never rests: by amount, by total, and where book or money ends', () => {
    const { machine, run } = table();
    expect(order(run(market(BOB, 'buy', 1000)))).toMatchObject({
      status: SPOT_STATUS.cancelled,
      reason: 'no_liquidity',
      dealLots: 0,
    });
    run(place(ALICE, 'sell', 2000, 100_000));
    run(place(ALICE, 'sell', 2200, 100_000));
    expect(order(run(market(BOB, 'buy', 50_000)))).toMatchObject({
      status: SPOT_STATUS.finished,
      dealLots: 50_000,
      dealUnits: 50n * COIN,
    });
    // 60.00005 of the total pay 0.5 at 100 and 0.09090 at 110; the rest does not pay for a lot of 0.00001 at 110.
    expect(order(run(market(BOB, 'buy', 0, { totalUnits: 60n * COIN + 5000n })))).toMatchObject({
      status: SPOT_STATUS.finished,
      dealLots: 59_090,
      dealUnits: 5_999_900_000n,
    });
    expect(order(run(market(BOB, 'buy', 0, { totalUnits: 1000n * COIN })))).toMatchObject({
      status: SPOT_STATUS.cancelled,
      reason: 'no_liquidity',
    });
    expect(levels(machine, 2)).toEqual([]);
    run(place(ALICE, 'sell', 2200, 100_000));
    run(credit(10_009, USDT, 11n * COIN));
    expect(order(run(market(10_009, 'buy', 50_000)))).toMatchObject({
      status: SPOT_STATUS.cancelled,
      reason: 'balance',
      dealLots: 10_000,
    });
    expect(machine.balance(10_009, 'spot', USDT)).toEqual({ available: 0n, frozen: 0n });
    expect(refusal(run(market(10_009, 'buy', 50_000)))).toBe(CODE.notEnoughBalance);
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('M8 a total that pays for no lot is refused', () => {
    const machine = new Machine(testInstruments({ amountStep: '1', minAmount: '1', minNotional: '1' }));
    const run = runner(machine);
    for (const coinId of [USDT, BTC]) for (const uid of [ALICE, BOB]) run(credit(uid, coinId, 1000n * COIN));
    run(place(ALICE, 'sell', 2000, 2));
    expect(refusal(run(market(BOB, 'buy', 0, { totalUnits: 99n * COIN })))).toBe(CODE.amountOffStep);
    expect(order(run(market(BOB, 'buy', 0, { totalUnits: 101n * COIN })))).toMatchObject({
      status: SPOT_STATUS.finished,
      dealUnits: 100n * COIN,
    });
  });

  it('M9 of two own orders that would trade, the newest is cancelled', () => {
    const { machine, run } = table();
    run(place(BOB, 'sell', 1990, 10_000));
    run(place(ALICE, 'sell', 2000, 50_000));
    expect(order(run(place(ALICE, 'buy', 2000, 30_000)))).toMatchObject({
      status: SPOT_STATUS.cancelled,
      reason: 'self_trade',
      dealLots: 10_000,
      frozenUnits: 0n,
    });
    expect(levels(machine, 2)).toEqual([[2000, 50_000]]);
    expect(levels(machine, 1)).toEqual([]);
  });

  it('M10 cancels open orders of the caller only', () => {
    const { machine, run } = table();
    const mine = order(run(place(ALICE, 'buy', 2000, 50_000)));
    const other = order(run(place(BOB, 'buy', 2000, 50_000)));
    expect(refusal(run({ kind: 'cancelSpot', uid: ALICE, orderIds: [other.id] }))).toBe(CODE.notFound);
    expect(refusal(run({ kind: 'cancelSpot', uid: ALICE, orderIds: [999] }))).toBe(CODE.notFound);
    expect(order(run({ kind: 'cancelSpot', uid: ALICE, orderIds: [999, other.id, mine.id, mine.id] }))).toMatchObject({
      id: mine.id,
      status: SPOT_STATUS.cancelled,
      reason: 'user',
      frozenUnits: 0n,
    });
    expect(refusal(run({ kind: 'cancelSpot', uid: ALICE, orderIds: [mine.id] }))).toBe(CODE.orderFinished);
    expect(levels(machine, 1)).toEqual([[2000, 50_000]]);
    run(place(BOB, 'buy', 1990, 50_000));
    const all = run({ kind: 'cancelAllSpot', uid: BOB, coinInfoId: null });
    expect(!('code' in all.answer) && all.answer.orders.map(({ priceTicks }) => priceTicks)).toEqual([2000, 1990]);
    expect(machine.balance(BOB, 'spot', USDT)).toEqual({ available: 1_000_000n * COIN, frozen: 0n });
    expect(machine.market(BTC)?.openOrders).toBe(0);
  });

  it('M11 a quote cancels, then rests orders that do not trade', () => {
    const { machine, run } = table();
    const quote = (cancel: number[], lines: ['buy' | 'sell', number, number][]) =>
      run({
        kind: 'quote',
        uid: BOT,
        coinInfoId: BTC,
        cancel,
        place: lines.map(([side, priceTicks, lots]) => ({ side, priceTicks, lots })),
      });
    const first = quote(
      [],
      [
        ['buy', 1990, 10_000],
        ['sell', 2010, 10_000],
      ],
    );
    const ids = 'code' in first.answer ? [] : first.answer.orders.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    run(place(ALICE, 'sell', 2005, 10_000));
    const second = quote(
      [...ids, 12345],
      [
        ['buy', 2005, 10_000],
        ['buy', 2000, 10_000],
        ['buy', 1995, 1],
        ['sell', 2004, 10_000],
      ],
    );
    expect('code' in second.answer ? [] : second.answer.orders.map(({ priceTicks }) => priceTicks)).toEqual([
      2000, 2004,
    ]);
    expect(levels(machine, 1)).toEqual([[2000, 10_000]]);
    expect(levels(machine, 2)).toEqual([
      [2004, 10_000],
      [2005, 10_000],
    ]);
  });

  it('M12 and M13 a refusal uses no number and changes nothing', () => {
    const { machine, run } = table();
    const before = [machine.allBalances(), machine.counters(), machine.market(BTC)];
    refusal(run(place(ALICE, 'buy', 2000, 99_999_999_999)));
    refusal(run(place(10_050, 'buy', 2000, 100_000)));
    expect([machine.allBalances(), machine.counters(), machine.market(BTC)]).toEqual(before);
    expect(order(run(place(ALICE, 'buy', 2000, 100_000))).id).toBe(1);
  });

  it('M14 a user has at most 200 open orders in a market, a bot more', () => {
    const { run } = table();
    for (let at = 0; at < 200; at += 1) order(run(place(ALICE, 'buy', 1000 + at, 10_000)));
    expect(refusal(run(place(ALICE, 'buy', 1000, 10_000)))).toBe(CODE.limitReached);
    for (let at = 0; at < 201; at += 1) order(run(place(BOT, 'buy', 1000 + at, 10_000)));
    expect(refusal(run({ kind: 'cancelSpot', uid: ALICE, orderIds: Array.from({ length: 201 }, (_, at) => at) }))).toBe(
      CODE.fieldInvalid,
    );
  });
});
