// Rules of funds, by their numbers in RULES.md, exact to the unit.
import { describe, expect, it } from 'vitest';
import { FUND_STATUS } from '../../../core/orders/fund-order.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { EXCHANGE_UID, type Command } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import type { WorthRule } from '../../../server/exchange/funds/fund.ts';
import type { FundCommand } from '../../../server/exchange/funds/fund-command.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  COIN,
  DOGE,
  PERPETUAL,
  USDT,
  accepted,
  credit,
  place,
  sums,
  testInstruments,
} from '../../support/exchange/spot-fixture.ts';

const START = 1_700_000_000_000;

/** A machine with books of BTC around 10 000 and DOGE around 0.1, and a clock that the test sets. */
function table() {
  const machine = new Machine(testInstruments());
  let seq = 0;
  let nowMs = START;
  const run = (command: Command): Outcome => machine.apply({ seq: (seq += 1), ts: nowMs }, command);
  for (const coinId of [USDT, BTC, DOGE])
    for (const uid of [ALICE, BOT]) run(credit(uid, coinId, (uid === BOT ? 1_000_000n : 1000n) * COIN));
  for (let level = 0; level < 5; level += 1) {
    run(place(BOT, 'buy', 199_990 - level * 20, 100_000));
    run(place(BOT, 'sell', 200_010 + level * 20, 100_000));
    run(place(BOT, 'buy', 9_990 - level * 10, 50_000, { coinInfoId: DOGE }));
    run(place(BOT, 'sell', 10_010 + level * 10, 50_000, { coinInfoId: DOGE }));
  }
  const of = (uid: number, coinId: number, wallet: 'spot' | 'contract' = 'spot') =>
    machine.balance(uid, wallet, coinId);
  return {
    machine,
    run,
    of,
    at: (ms: number) => {
      nowMs = START + ms;
    },
  };
}

const lines = (outcome: Outcome) =>
  outcome.events
    .filter((event) => event.kind === 'posting')
    .map(({ posting: { uid, wallet, coinId, recordType, units, frozenUnits } }) => [
      uid,
      wallet,
      coinId,
      recordType,
      units,
      frozenUnits,
    ]);
const refused = (code: number) => ({ answer: { code }, events: [] });

const transfer = (units: bigint, to: 'spot' | 'contract' = 'contract', coinId = USDT): FundCommand => ({
  kind: 'transfer',
  uid: ALICE,
  coinId,
  units,
  to,
  clientNo: '',
});
const quote = (fromCoinId: number, toCoinId: number, units: bigint, uid = ALICE): FundCommand => ({
  kind: 'quoteConvert',
  uid,
  fromCoinId,
  toCoinId,
  units,
});
const quoteNow = (fromCoinId: number, toCoinId: number, units: bigint): FundCommand => ({
  kind: 'quoteConvert',
  uid: ALICE,
  fromCoinId,
  toCoinId,
  units,
  rule: 'v2',
});
/** One level of bots a side. */
const books = (run: (command: Command) => unknown, bid: number, ask: number): void => {
  run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: BTC });
  run(place(BOT, 'buy', bid, 100_000));
  run(place(BOT, 'sell', ask, 100_000));
};
const convert = (quoteId: number, uid = ALICE): FundCommand => ({ kind: 'convert', uid, quoteId, clientNo: '' });
const deposit = (units: bigint, coinId = USDT): FundCommand => ({
  kind: 'applyDeposit',
  uid: ALICE,
  coinId,
  units,
  chain: 'BTC',
  address: 'a',
  picture: 'p',
  clientNo: '',
});
const withdraw = (units: bigint, feeUnits = COIN, coinId = USDT): FundCommand => ({
  kind: 'requestWithdraw',
  uid: ALICE,
  coinId,
  units,
  feeUnits,
  chain: 'BTC',
  address: 'a',
  memo: '',
  clientNo: '',
});
const decide = (
  fundId: number,
  fundKind: 'recharge' | 'withdraw',
  approved: boolean,
  more: { rule?: WorthRule } = {},
): FundCommand => ({
  kind: 'decideFund',
  uid: EXCHANGE_UID,
  fundId,
  fundKind,
  approved,
  reason: approved ? '' : 'no',
  by: 'me',
  ...more,
});

describe('funds', () => {
  it('F1 numbers all of them from one counter, and none for a refusal', () => {
    const { machine, run } = table();
    expect(accepted(run(transfer(COIN))).moved?.id).toBe(1);
    run(transfer(-1n));
    run(quote(USDT, USDT, COIN));
    expect(accepted(run(quote(USDT, BTC, COIN))).quote?.id).toBe(2);
    run(withdraw(10_000n * COIN));
    expect(accepted(run(deposit(COIN))).fund?.id).toBe(3);
    expect(accepted(run(withdraw(5n * COIN))).fund?.id).toBe(4);
    expect(machine.counters().fundId).toBe(4);
  });

  it('F2 a transfer moves the whole amount without a fee, out of what is available', () => {
    const { run, of } = table();
    const outcome = run(transfer(400n * COIN));
    expect(lines(outcome)).toEqual([
      [ALICE, 'spot', USDT, 'transfer_to_contract', -400n * COIN, 0n],
      [ALICE, 'contract', USDT, 'transfer_to_contract', 400n * COIN, 0n],
    ]);
    expect(accepted(outcome).moved?.assets).toEqual([
      {
        coinId: USDT,
        spotUnits: 600n * COIN,
        spotFrozenUnits: 0n,
        contractUnits: 400n * COIN,
        contractFrozenUnits: 0n,
      },
    ]);
    expect(run(transfer(600n * COIN + 1n))).toMatchObject(refused(CODE.notEnoughBalance));
    run(place(ALICE, 'buy', 190_000, 6_000));
    expect(run(transfer(600n * COIN))).toMatchObject(refused(CODE.notEnoughBalance));
    run(transfer(400n * COIN, 'spot'));
    expect(of(ALICE, USDT)).toEqual({ available: 430n * COIN, frozen: 570n * COIN });
    expect(run(transfer(1n, 'spot'))).toMatchObject(refused(CODE.notEnoughBalance));
    expect(run(transfer(0n))).toMatchObject(refused(CODE.fieldInvalid));
    for (const coinId of [PERPETUAL, 999])
      expect(run(transfer(1n, 'contract', coinId))).toMatchObject(refused(CODE.notFound));
  });

  it('F3 a quote is valid for ten seconds, for its owner, once, as the newest', () => {
    const { run, at } = table();
    const offered = accepted(run(quote(USDT, BTC, 100n * COIN))).quote!;
    expect(offered.expireTime).toBe(START + 10_000);
    expect(run(convert(offered.id, BOB))).toMatchObject(refused(CODE.quoteExpired));
    at(10_001);
    expect(run(convert(offered.id))).toMatchObject(refused(CODE.quoteExpired));
    at(10_000);
    expect(accepted(run(convert(offered.id))).moved?.id).toBe(offered.id);
    expect(run(convert(offered.id))).toMatchObject(refused(CODE.quoteExpired));
    const [older, newer] = [
      accepted(run(quote(USDT, BTC, COIN))).quote!,
      accepted(run(quote(USDT, DOGE, COIN))).quote!,
    ];
    expect(run(convert(older.id))).toMatchObject(refused(CODE.quoteExpired));
    expect(run(convert(0))).toMatchObject(refused(CODE.quoteExpired));
    accepted(run(convert(newer.id)));
  });

  it('F3 a quote holds while the books are within the fee of it, so that waiting earns nothing', () => {
    const { run, of } = table();
    const moveTo = (ticks: number): void => books(run, ticks - 10, ticks + 10);
    for (const [from, to] of [
      [USDT, BTC],
      [BTC, USDT],
    ] as const) {
      moveTo(200_000);
      const size = from === USDT ? 100n * COIN : COIN / 100n;
      const offered = accepted(run(quoteNow(from, to, size))).quote!;
      // 0.3 % is 600 ticks. Beyond them converting is a gain at once, for the user or the exchange.
      for (const ticks of [200_620, 199_380]) {
        moveTo(ticks);
        expect(run(convert(offered.id)), String(ticks)).toMatchObject(refused(CODE.quoteExpired));
      }
      run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: BTC });
      expect(run(convert(offered.id))).toMatchObject(refused(CODE.quoteExpired));
      const before = of(ALICE, to).available;
      moveTo(from === USDT ? 200_580 : 199_420);
      accepted(run(convert(offered.id)));
      expect(of(ALICE, to).available).toBe(before + offered.outUnits);
      // What the same money buys now, without a fee: no less.
      const now = accepted(run(quoteNow(from, to, size))).quote!;
      expect(now.outUnits + now.feeUnits).toBeGreaterThanOrEqual(offered.outUnits);
    }
  });

  it('F3 a quote pays no more than the worse side of the books at that moment, whoever bought the other away', () => {
    const { run } = table();
    for (const [from, to, size, bid, ask] of [
      // Half a percent lower, and what was offered up to 199 990 is bought: the middle is 0.25 % below the offer's.
      [BTC, USDT, COIN / 100n, 198_990, 199_990],
      [USDT, BTC, 100n * COIN, 200_010, 201_010],
    ] as const) {
      books(run, 199_990, 200_010);
      const { id } = accepted(run(quoteNow(from, to, size))).quote!;
      books(run, bid, ask);
      expect(run(Object.assign(convert(id), { rule: 'v2' } as const))).toMatchObject(refused(CODE.quoteExpired));
      // One that was committed before this rule leads to what it did.
      accepted(run(convert(id)));
    }
  });

  it('F3 a quote needs the money, and markets that trade', () => {
    const second = table();
    const dear = accepted(second.run(quote(USDT, BTC, 900n * COIN))).quote!;
    second.run(transfer(200n * COIN));
    expect(second.run(convert(dear.id))).toMatchObject(refused(CODE.notEnoughBalance));
    second.run(transfer(200n * COIN, 'spot'));
    accepted(second.run(convert(dear.id)));
    const late = accepted(second.run(quote(USDT, BTC, COIN))).quote!;
    second.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: BTC, status: 0 });
    expect(second.run(convert(late.id))).toMatchObject(refused(CODE.marketClosed));
    for (const command of [quote(USDT, BTC, COIN), quote(BTC, DOGE, COIN), quote(DOGE, BTC, COIN)])
      expect(second.run(command)).toMatchObject(refused(CODE.marketClosed));
    accepted(second.run(quote(USDT, DOGE, COIN)));
  });

  it('F4 the rate is the middle of both sides, walked for the size', () => {
    const { run } = table();
    const whole = (command: FundCommand): bigint => {
      const { outUnits, feeUnits } = accepted(run(command)).quote!;
      return outUnits + feeUnits;
    };
    // 1 BTC is there at the best price on each side: 9 999.5 and 10 000.5.
    expect(whole(quote(BTC, USDT, COIN))).toBe(10_000n * COIN);
    // 2 BTC: 9 999.5 and 9 998.5 against 10 000.5 and 10 001.5.
    expect(whole(quote(BTC, USDT, 2n * COIN))).toBe(20_000n * COIN);
    expect(whole(quote(BTC, USDT, 1n))).toBe(10_000n);
    // 5 000 USDT buy 0.4999750012 and are sold for by 0.5000250012: the harmonic mean, cut.
    const bought = (5000n * COIN * COIN) / (1_000_050n * (COIN / 100n));
    const sold = (5000n * COIN * COIN) / (999_950n * (COIN / 100n));
    expect(whole(quote(USDT, BTC, 5000n * COIN))).toBe((2n * bought * sold) / (bought + sold));
    // Through USDT: 0.01 BTC are 100 USDT, 1000 DOGE are worth 100 at 0.0999 and 0.1001.
    const across = whole(quote(BTC, DOGE, COIN / 100n));
    expect(Number(across) / 1e8).toBeCloseTo(1000, 2);
    // Each side has 5 BTC.
    expect(run(quote(BTC, USDT, 5n * COIN + 1n))).toMatchObject(refused(CODE.slippage));
    expect(run(quote(USDT, BTC, 50_001n * COIN))).toMatchObject(refused(CODE.slippage));
    run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: BTC });
    run(place(BOT, 'buy', 198_000, 1000));
    run(place(BOT, 'sell', 202_001, 1000));
    expect(run(quote(BTC, USDT, 1000n))).toMatchObject(refused(CODE.slippage));
  });

  it('F4 a rate is that of bots, and never better than their books pay without a fee', () => {
    const { machine, run } = table();
    const got = (command: FundCommand): bigint => accepted(run(command)).quote!.outUnits;
    expect(got(quoteNow(BTC, USDT, COIN))).toBe(9_970n * COIN);
    // The asks are bought away up to 0.6 % above the bids, and another user bids just below the rest.
    books(run, 200_000, 201_204);
    run(credit(BOB, USDT, 100_000n * COIN));
    run(place(BOB, 'buy', 201_199, 100_000));
    // 10 000 and 10 060.2 are 0.6 % and a little apart; with the bid of BOB it would be next to nothing.
    expect(got(quote(BTC, USDT, COIN))).toBeGreaterThan(10_029n * COIN);
    expect(run(quoteNow(BTC, USDT, COIN))).toMatchObject({ answer: { code: CODE.slippage, params: { limit: 0.6 } } });
    expect(run(quoteNow(USDT, BTC, 5_000n * COIN))).toMatchObject(refused(CODE.slippage));
    books(run, 200_000, 201_200);
    expect(got(quoteNow(BTC, USDT, COIN))).toBeLessThanOrEqual(10_000n * COIN);
    expect(got(quoteNow(USDT, BTC, 5_030n * COIN))).toBeLessThanOrEqual(COIN / 2n);
    // What one book is apart is missing for the other: both together are 0.8 %.
    expect(got(quoteNow(USDT, DOGE, 100n * COIN))).toBeGreaterThan(0n);
    for (const way of [quoteNow(BTC, DOGE, COIN / 100n), quoteNow(DOGE, BTC, 1000n * COIN)])
      expect(run(way)).toMatchObject(refused(CODE.slippage));
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('F5 converting is with the exchange account, 0.3 % of the proceeds rounded up', () => {
    const { machine, run, of } = table();
    const { id, outUnits, feeUnits } = accepted(run(quote(BTC, USDT, 33_333n))).quote!;
    expect(outUnits + feeUnits).toBe(333_330_000n);
    expect(feeUnits).toBe(999_990n);
    const exchangeBefore = of(EXCHANGE_UID, USDT).available;
    expect(lines(run(convert(id)))).toEqual([
      [ALICE, 'spot', BTC, 'convert_out', -33_333n, 0n],
      [EXCHANGE_UID, 'spot', BTC, 'convert_out', 33_333n, 0n],
      [EXCHANGE_UID, 'spot', USDT, 'convert_in', -333_330_000n, 0n],
      [EXCHANGE_UID, 'spot', USDT, 'convert_fee', 999_990n, 0n],
      [ALICE, 'spot', USDT, 'convert_in', 332_330_010n, 0n],
    ]);
    expect(of(EXCHANGE_UID, USDT).available).toBe(exchangeBefore - outUnits);
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
    expect(run(quote(USDT, BTC, 9_000n))).toMatchObject(refused(CODE.fieldInvalid));
  });

  it('F6 a deposit is credited once, at its value then', () => {
    const { machine, run, of } = table();
    run(place(BOB, 'buy', 200_010, 1));
    run(credit(BOB, USDT, 1000n * COIN));
    run(place(BOB, 'buy', 200_010, 1000));
    const asked = run(deposit(3n * COIN, BTC));
    expect(lines(asked)).toEqual([]);
    const { id } = accepted(asked).fund!;
    expect(machine.openFunds().map((fund) => fund.id)).toEqual([id]);
    const credited = run(decide(id, 'recharge', true));
    expect(lines(credited)).toEqual([
      [EXCHANGE_UID, 'spot', BTC, 'recharge', -3n * COIN, 0n],
      [ALICE, 'spot', BTC, 'recharge', 3n * COIN, 0n],
    ]);
    // Last trade at 10 000.5.
    expect(accepted(credited).fund).toMatchObject({
      status: FUND_STATUS.success,
      by: 'me',
      valueUnits: 3_000_150_000_000n,
    });
    expect(of(ALICE, BTC).available).toBe(1003n * COIN);
    for (const approved of [true, false])
      expect(run(decide(id, 'recharge', approved))).toMatchObject(refused(CODE.orderFinished));
    const no = accepted(run(deposit(COIN))).fund!.id;
    expect(lines(run(decide(no, 'recharge', false)))).toEqual([]);
    expect(run(decide(no, 'recharge', true))).toMatchObject(refused(CODE.orderFinished));
    expect(machine.openFunds()).toEqual([]);
    expect(run(decide(99, 'recharge', true))).toMatchObject(refused(CODE.notFound));
    // More than the exchange account may owe: the deposit stays open.
    run(credit(BOT, USDT, 8_999_000_000_000_000_000n));
    const much = accepted(run(deposit(1_000_000_000_000_000n))).fund!.id;
    expect(run(decide(much, 'recharge', true))).toMatchObject(refused(CODE.fieldInvalid));
    expect(machine.openFunds().map((fund) => fund.id)).toEqual([much]);
  });

  it('F6 a deposit is worth what the index says, whoever set the last trade', () => {
    const { machine, run, at } = table();
    const valueOf = (coinId: number, more: { rule?: WorthRule } = {}) =>
      accepted(run(decide(accepted(run(deposit(3n * COIN, coinId))).fund!.id, 'recharge', true, more))).fund!
        .valueUnits;
    at(1000);
    run({ kind: 'clock', uid: EXCHANGE_UID });
    run(credit(BOB, USDT, 1_000_000n * COIN));
    run(place(BOB, 'buy', 200_090, 500_000));
    expect(machine.market(BTC)?.lastPriceTicks).toBe(200_090);
    expect(valueOf(BTC, { rule: 'v2' })).toBe(30_000n * COIN);
    // As it was counted when decisions had no rule: their journal gives the same values.
    expect(valueOf(BTC)).toBe(3_001_350_000_000n);
    // Its book is too thin for an index: never quoted.
    expect(valueOf(DOGE, { rule: 'v2' })).toBe(0n);
    run(place(BOB, 'buy', 10_010, 1000, { coinInfoId: DOGE }));
    expect(valueOf(DOGE, { rule: 'v2' })).toBe(30_030_000n);
    expect(valueOf(USDT, { rule: 'v2' })).toBe(3n * COIN);
  });

  it('F7 a withdrawal freezes its whole amount', () => {
    const { run, of } = table();
    expect(lines(run(withdraw(600n * COIN)))).toEqual([[ALICE, 'spot', USDT, 'withdraw', 0n, 600n * COIN]]);
    expect(of(ALICE, USDT)).toEqual({ available: 400n * COIN, frozen: 600n * COIN });
    expect(run(withdraw(400n * COIN + 1n))).toMatchObject(refused(CODE.notEnoughBalance));
    expect(run(withdraw(COIN, COIN))).toMatchObject(refused(CODE.fieldInvalid));
    expect(run(withdraw(COIN, -COIN))).toMatchObject(refused(CODE.fieldInvalid));
    expect(run(transfer(401n * COIN))).toMatchObject(refused(CODE.notEnoughBalance));
  });

  it('F8 is decided once: paid with its charge, or released', () => {
    const { machine, run, of } = table();
    const ask = (): number => accepted(run(withdraw(100n * COIN, 2n * COIN))).fund!.id;
    const paid = ask();
    const settle: FundCommand = { kind: 'settleWithdraw', uid: EXCHANGE_UID, fundId: paid };
    const cancel = (fundId: number, uid = ALICE): FundCommand => ({ kind: 'cancelWithdraw', uid, fundId });
    expect(run(settle)).toMatchObject(refused(CODE.orderFinished));
    const out = run(decide(paid, 'withdraw', true));
    expect(lines(out)).toEqual([
      [ALICE, 'spot', USDT, 'withdraw', -100n * COIN, -100n * COIN],
      [EXCHANGE_UID, 'spot', USDT, 'withdraw', 98n * COIN, 0n],
      [EXCHANGE_UID, 'spot', USDT, 'withdraw_fee', 2n * COIN, 0n],
    ]);
    expect(accepted(out).fund?.status).toBe(FUND_STATUS.paying);
    for (const command of [cancel(paid), decide(paid, 'withdraw', false), decide(paid, 'withdraw', true)])
      expect(run(command)).toMatchObject(refused(CODE.orderFinished));
    expect(accepted(run(settle)).fund?.status).toBe(FUND_STATUS.success);
    expect(run(settle)).toMatchObject(refused(CODE.orderFinished));
    const [no, back] = [ask(), ask()];
    expect(run(cancel(back, BOB))).toMatchObject(refused(CODE.notFound));
    expect(run(decide(back, 'recharge', true))).toMatchObject(refused(CODE.notFound));
    expect(lines(run(decide(no, 'withdraw', false)))).toEqual([
      [ALICE, 'spot', USDT, 'withdraw_refund', 0n, -100n * COIN],
    ]);
    expect(accepted(run(cancel(back))).fund?.status).toBe(FUND_STATUS.cancelled);
    expect(run(cancel(back))).toMatchObject(refused(CODE.orderFinished));
    expect(of(ALICE, USDT)).toEqual({ available: 900n * COIN, frozen: 0n });
    expect(machine.openFunds()).toEqual([]);
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('F9 limits open orders to twenty of each kind, and the size of an application', () => {
    const { run } = table();
    const most = 10_000_000n * COIN;
    for (const units of [most + 1n, 10n ** 30n])
      for (const coinId of [USDT, BTC]) expect(run(deposit(units, coinId))).toMatchObject(refused(CODE.fieldInvalid));
    run(place(ALICE, 'buy', 200_010, 1000));
    // At 10 000.5 a coin.
    expect(run(deposit(1000n * COIN, BTC))).toMatchObject(refused(CODE.fieldInvalid));
    run({
      kind: 'decideFund',
      uid: EXCHANGE_UID,
      fundId: accepted(run(deposit(999n * COIN, BTC))).fund!.id,
      fundKind: 'recharge',
      approved: false,
      reason: '',
      by: '',
    });
    const ids = Array.from({ length: 20 }, () => accepted(run(withdraw(2n * COIN))).fund!.id);
    expect(run(withdraw(2n * COIN))).toMatchObject(refused(CODE.limitReached));
    for (let n = 0; n < 20; n += 1) accepted(run(deposit(COIN)));
    expect(run(deposit(COIN))).toMatchObject(refused(CODE.limitReached));
    run({ kind: 'cancelWithdraw', uid: ALICE, fundId: ids[7]! });
    accepted(run(withdraw(2n * COIN)));
  });
});
