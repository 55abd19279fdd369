// Two accounts of one person against the insurance account: one loses more than its margin to the other (R3, R5).
import { describe, expect, it } from 'vitest';
import type { Direction } from '../../../core/risk/margin.ts';
import { HALTED, TRADING } from '../../../core/instruments/instrument.ts';
import { EXCHANGE_UID, type PlaceContract } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import {
  BOT_TAKER,
  INSURANCE_UID,
  PERP,
  SPOT,
  TICKS,
  contract,
  contractExchange,
  fault,
  fund,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, BOT, COIN, USDT, place as spot, codeOf } from '../../support/exchange/spot-fixture.ts';

function thieves() {
  const exchange = contractExchange();
  const { machine, run, moveTo } = exchange;
  for (const uid of [ALICE, BOB]) run(fund(uid, 10_000n));
  run(fund(INSURANCE_UID, 100_000n));
  moveTo(60_000);
  const place = (uid: number, direction: Direction, more: Partial<PlaceContract>): Outcome =>
    run(contract(uid, direction, more));
  return {
    ...exchange,
    place,
    /** The bots' book is gone: swept, or not there yet when a market opens. */
    emptyBook: () => void run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: PERP }),
    held: (id: number) => machine.allContracts().find((each) => each.id === id),
    paid: () => Number(100_000n * COIN - machine.balance(INSURANCE_UID, 'contract', USDT).available) / 1e8,
  };
}
/** Accepts the order of the accomplice, who waits for what the other account loses. */
const waits = (outcome: Outcome): void => expect(codeOf(outcome)).toBe(0);

describe('a thief with two accounts and 100x has nothing from the insurance account', () => {
  it('R3: by opening at a price that the mark would liquidate at once', () => {
    const { machine, place, emptyBook, moveTo, paid } = thieves();
    emptyBook();
    waits(place(BOB, 'short', { limitTicks: 65_900 * TICKS }));
    const far = place(ALICE, 'long', { multiple: 100 });
    expect(far.answer).toMatchObject({ code: 2011, params: { n: 10 } });
    // With a margin that pays the difference, it is opened.
    expect(codeOf(place(ALICE, 'long', { multiple: 10, lots: 10 }))).toBe(0);
    moveTo(60_000);
    expect([paid(), fault(machine)]).toEqual([0, null]);
  });

  it('R3: by an order that rests there until the other account fills it', () => {
    const { machine, place, emptyBook, moveTo, paid } = thieves();
    emptyBook();
    expect(codeOf(place(ALICE, 'long', { multiple: 100, limitTicks: 65_900 * TICKS }))).toBe(2011);
    expect(codeOf(place(ALICE, 'long', { multiple: 100, limitTicks: 60_300 * TICKS }))).toBe(2011);
    expect(codeOf(place(ALICE, 'long', { multiple: 100, limitTicks: 60_200 * TICKS }))).toBe(0);
    expect(codeOf(place(BOB, 'short', { limitTicks: 60_200 * TICKS }))).toBe(0);
    moveTo(60_000);
    expect([paid(), fault(machine)]).toEqual([0, null]);
  });

  it.each(['long', 'short'] as const)('R5: by closing a %s at a price beyond its margin', (direction) => {
    const { machine, run, place, emptyBook, moveTo, paid, open } = thieves();
    const { id } = open(ALICE, direction, { multiple: 100 });
    emptyBook();
    const close = (lots: number): Outcome =>
      run({ kind: 'closeContract', uid: ALICE, contractId: id, lots, slipE8: 0, clientNo: `x${lots}` });
    const far = direction === 'long' ? [54_100, 59_430, 59_450] : [65_900, 60_570, 60_550];
    for (const [at, price] of far.entries()) {
      waits(place(BOB, direction, { limitTicks: price * TICKS, lots: 10, multiple: 5 }));
      // 1 % of margin and a fee of 0.06 %: the third is near enough.
      const part = close(5);
      // The last price that the margin pays decides, not the band.
      if (at < 2)
        expect(part.answer).toMatchObject({
          params: { limit: expect.closeTo(0.94, 1), price: direction === 'long' ? '59436.2' : '60563.1' },
        });
      expect([codeOf(part), codeOf(close(0))], String(price)).toEqual(at < 2 ? [2016, 2016] : [0, 0]);
    }
    moveTo(60_000);
    expect([paid(), fault(machine)]).toEqual([0, null]);
  });

  it('R5 R11: by a stop-loss at a last price of his own, and no user is robbed by one', () => {
    const { machine, run, place, emptyBook, quote, paid, open, held } = thieves();
    const { id } = open(ALICE, 'long', { triggerBy: 'last', lossTicks: 59_900 * TICKS });
    waits(place(BOB, 'long', { limitTicks: 54_100 * TICKS, multiple: 5 }));
    emptyBook();
    // One trade between bots, and no book: the stop waits for one within half a percent of the mark.
    run(spot(BOT, 'buy', 59_800 * TICKS, 1, { coinInfoId: PERP }));
    run(spot(BOT_TAKER, 'sell', 59_800 * TICKS, 1, { coinInfoId: PERP }));
    expect(held(id)).toMatchObject({ status: 1, position: { lots: 100 } });
    quote(59_950);
    expect(held(id)).toBeUndefined();
    expect([paid(), fault(machine)]).toEqual([0, null]);
  });

  it('R5 R11: by a liquidation into an order far below, once the book is swept', () => {
    const { machine, place, quoteSpot, quote, beat, emptyBook, paid, open, held } = thieves();
    const { id } = open(ALICE, 'long', { multiple: 100 });
    waits(place(BOB, 'long', { limitTicks: 54_100 * TICKS, multiple: 5 }));
    emptyBook();
    quoteSpot(59_600);
    beat();
    beat();
    expect(held(id)).toMatchObject({ status: 1, position: { lots: 100 } });
    quote(59_600);
    expect(held(id)).toBeUndefined();
    expect(paid()).toBeLessThan(0);
    expect(fault(machine)).toBe(null);
  });

  it('R1: by opening both ways while the mark stands still and the book goes on', () => {
    const { run, place, quote, quoteSpot, beat, open } = thieves();
    const { id } = open(ALICE, 'long', { multiple: 100, lots: 10 });
    const status = (value: number): void =>
      void run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: value });
    const both = (): number[] => (['long', 'short'] as const).map((way) => codeOf(place(BOB, way, { multiple: 100 })));
    status(HALTED);
    quote(58_000);
    expect(both()).toEqual([2008, 2008]);
    status(TRADING);
    run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: SPOT });
    quote(60_000);
    for (let at = 0; at < 59; at += 1) beat();
    expect(both()).toEqual([0, 0]);
    beat();
    expect(both()).toEqual([2008, 2008]);
    // What reduces risk stays possible.
    expect(codeOf(run({ kind: 'addMargin', uid: ALICE, contractId: id, units: COIN }))).toBe(0);
    expect(codeOf(run({ kind: 'closeContract', uid: ALICE, contractId: id, lots: 0, slipE8: 0, clientNo: 'x' }))).toBe(
      0,
    );
    quoteSpot(60_000);
    beat();
    expect(both()).toEqual([0, 0]);
  });
});
