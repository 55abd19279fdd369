// Rules of the ledger, by their numbers in RULES.md, exact to the unit.
import { describe, expect, it } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { EXCHANGE_UID, INSURANCE_UID } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  COIN,
  USDT,
  codeOf,
  credit,
  market,
  place,
  runner,
  sums,
  testInstruments,
} from '../../support/exchange/spot-fixture.ts';

function table() {
  const machine = new Machine(testInstruments());
  const run = runner(machine);
  run(credit(ALICE, BTC, COIN));
  run(credit(BOB, USDT, 10_000n * COIN));
  return { machine, run, of: (uid: number, coinId: number) => machine.balance(uid, 'spot', coinId) };
}

const lines = (outcome: Outcome) =>
  outcome.events.filter((event) => event.kind === 'posting').map(({ posting }) => posting);

describe('ledger', () => {
  it('L1 and L6 a credit has two entries; the exchange account owes it', () => {
    const { machine, run, of } = table();
    const outcome = run(credit(BOB, USDT, 5n));
    expect(
      lines(outcome).map(({ uid, units, frozenUnits, available }) => [uid, units, frozenUnits, available]),
    ).toEqual([
      [EXCHANGE_UID, -5n, 0n, -10_000n * COIN - 5n],
      [BOB, 5n, 0n, 10_000n * COIN + 5n],
    ]);
    expect(of(EXCHANGE_UID, USDT).available).toBe(-10_000n * COIN - 5n);
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('L6 refuses a credit of zero, below zero, or beyond a 64-bit column', () => {
    const { run } = table();
    for (const units of [0n, -1n, 9_000_000_000_000_000_000n]) {
      expect(run(credit(BOB, USDT, units))).toMatchObject({ answer: { code: CODE.fieldInvalid }, events: [] });
    }
  });

  it('L6 a bot gives back what it has available, a user nothing', () => {
    const { machine, run, of } = table();
    run(credit(BOT, USDT, 10n * COIN));
    const owed = of(EXCHANGE_UID, USDT).available;
    expect(codeOf(run(credit(BOT, USDT, -4n * COIN)))).toBe(0);
    expect([of(BOT, USDT).available, of(EXCHANGE_UID, USDT).available]).toEqual([6n * COIN, owed + 4n * COIN]);
    for (const [uid, units] of [
      [BOT, -7n * COIN],
      [BOB, -COIN],
      [INSURANCE_UID, -COIN],
      [EXCHANGE_UID, -COIN],
    ] as const)
      expect(run(credit(uid, USDT, units))).toMatchObject({ answer: { code: CODE.fieldInvalid }, events: [] });
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('L3 refuses what the available balance does not cover; frozen money does not count', () => {
    const { run } = table();
    expect(run(place(BOB, 'buy', 200_000, 100_001)).answer).toMatchObject({
      code: CODE.notEnoughBalance,
      params: { need: '10000.1', have: '10000' },
    });
    run(place(BOB, 'buy', 200_000, 60_000));
    expect(run(place(BOB, 'buy', 200_000, 60_000)).answer).toMatchObject({ code: CODE.notEnoughBalance });
    expect(run(place(ALICE, 'sell', 200_000, 100_001)).answer).toMatchObject({ code: CODE.notEnoughBalance });
    expect(run(market(BOB, 'buy', 0, { totalUnits: 5000n * COIN })).answer).toMatchObject({
      code: CODE.notEnoughBalance,
    });
  });

  it('L4 freezes a resting order at its own price; a better price benefits the buyer', () => {
    const { run, of } = table();
    run(place(ALICE, 'sell', 200_000, 50_000));
    expect(of(ALICE, BTC)).toEqual({ available: COIN / 2n, frozen: COIN / 2n });
    const outcome = run(place(BOB, 'buy', 210_000, 60_000));
    // 0.5 at 10 000 paid; 0.1 at 10 500 frozen.
    expect(of(BOB, USDT)).toEqual({ available: 3950n * COIN, frozen: 1050n * COIN });
    expect('code' in outcome.answer ? null : outcome.answer.orders[0]!.frozenUnits).toBe(1050n * COIN);
    run({ kind: 'cancelAllSpot', uid: BOB, coinInfoId: BTC });
    expect(of(BOB, USDT)).toEqual({ available: 5000n * COIN, frozen: 0n });
  });

  it("L5 fees are taken from the proceeds, rounded up, at the maker's and taker's own rates", () => {
    const { machine, run, of } = table();
    run(place(ALICE, 'sell', 862_507, 1230));
    const outcome = run(place(BOB, 'buy', 862_507, 1230));
    // 0.0123 at 43 125.35 = 530.441805; taker 0.1 % of base = 0.0000123, maker 0.08 % of quote = 0.424353444.
    expect(of(BOB, BTC).available).toBe(1_230_000n - 1230n);
    expect(of(ALICE, USDT).available).toBe(53_044_180_500n - 42_435_345n);
    expect(of(EXCHANGE_UID, BTC).available).toBe(-COIN + 1230n);
    expect(of(EXCHANGE_UID, USDT).available).toBe(-10_000n * COIN + 42_435_345n);
    const perCoin = new Map<number, bigint>();
    for (const { coinId, units } of lines(outcome)) perCoin.set(coinId, (perCoin.get(coinId) ?? 0n) + units);
    expect([...perCoin.values()]).toEqual([0n, 0n]);
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('L7 names the types of its entries', () => {
    const { run } = table();
    const rested = run(place(ALICE, 'sell', 200_000, 50_000));
    const types = (outcome: Outcome) => lines(outcome).map(({ recordType }) => recordType);
    expect(types(rested)).toEqual(['spot_sell']);
    expect(types(run(place(BOB, 'buy', 200_000, 30_000)))).toEqual([
      'spot_buy',
      'spot_buy',
      'spot_sell',
      'spot_sell',
      'spot_fee',
      'spot_fee',
    ]);
    expect(types(run({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null }))).toEqual(['spot_sell_close']);
  });

  it('E1 emits a fill in order: trade, ledger entries, fills, maker, level, taker', () => {
    const { run } = table();
    run(place(ALICE, 'sell', 200_000, 50_000));
    expect(run(place(BOB, 'buy', 200_000, 60_000)).events.map(({ kind }) => kind)).toEqual([
      'trade',
      'posting',
      'posting',
      'posting',
      'posting',
      'posting',
      'posting',
      'fill',
      'fill',
      'order',
      'level',
      'posting',
      'level',
      'order',
    ]);
  });
});
