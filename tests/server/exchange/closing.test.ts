// Closing by the system: an announced end, an index that says nothing, the one price of both, and that replaying gives
// the same (R16); the bound of funding (R15).
import { describe, expect, it } from 'vitest';
import { LEAST_CLOSING_TICKS } from '../../../core/proofs/delisting-settlement.ts';
import { CLOSE_ONLY, HALTED, type Instrument, TRADING, instrumentOf } from '../../../core/instruments/instrument.ts';
import type { Direction } from '../../../core/risk/margin.ts';
import { printMoney } from '../../../core/units/units.ts';
import { SILENT_BEATS } from '../../../server/exchange/closing/close-on-clock.ts';
import { MOST_CLOSED } from '../../../server/exchange/closing/settle-contracts.ts';
import { type RecentTick, averageTicks, windowOf } from '../../../server/exchange/closing/settlement-window.ts';
import { CLEARING_UID, type Command, EXCHANGE_UID, INSURANCE_UID } from '../../../server/exchange/command.ts';
import type { ExchangeEvent, Outcome } from '../../../server/exchange/event.ts';
import { type Machine, createMachine } from '../../../server/exchange/machine.ts';
import { BOT_TAKER, PERP, SPOT, contract, contractInstruments, fault, fund } from './contract-fixture.ts';
import { ALICE, BOB, BOT, CAROL, COIN, USDT, place } from './instruments.ts';

const START = Date.UTC(2026, 10, 20, 0, 0, 1);
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Desk {
  machine: Machine;
  run: (command: Command) => Outcome;
  books: (price: number, perpetual?: number) => void;
  /** Beats a second apart, up to a time and with it. */
  beats: (count: number) => ExchangeEvent[];
  goTo: (ts: number) => void;
  now: () => number;
  tape: { ts: number; command: Command }[];
}

const code = ({ answer }: Outcome): number => ('code' in answer ? answer.code : 0);

function openDesk(instruments: Instrument[] = contractInstruments()): Desk {
  const machine = createMachine(instruments);
  const tape: Desk['tape'] = [];
  let now = START;
  const run = (command: Command): Outcome => {
    tape.push({ ts: now, command });
    return machine.apply({ seq: tape.length, ts: now }, command);
  };
  for (const uid of [BOT, BOT_TAKER])
    for (const coinId of [USDT, SPOT, PERP])
      run({ kind: 'credit', uid, wallet: 'spot', coinId, units: 1_000_000_000n * COIN, recordType: 'bot', remark: '' });
  run(fund(INSURANCE_UID, 1_000n));
  const ladder = (coinInfoId: number, middle: number, half: number, step: number, lots: number): Outcome =>
    run({
      kind: 'quote',
      uid: BOT,
      coinInfoId,
      cancel: machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
      place: Array.from({ length: 10 }, (_, at) => at).flatMap((at) => [
        { side: 'buy' as const, priceTicks: middle - half - at * step, lots },
        { side: 'sell' as const, priceTicks: middle + half + at * step, lots },
      ]),
    });
  return {
    machine,
    run,
    tape,
    now: () => now,
    books: (price, perpetual = price) => {
      ladder(SPOT, Math.round(price * 20), 10, 20, 100_000);
      ladder(PERP, Math.round(perpetual * 10), 5, 10, 5000);
    },
    beats: (count) =>
      Array.from({ length: count }, () => {
        now += SECOND;
        return run({ kind: 'clock', uid: EXCHANGE_UID }).events;
      }).flat(),
    goTo: (ts) => {
      now = ts;
    },
  };
}

const delist = (atMs: number, coinInfoId = PERP): Command => ({
  kind: 'delistMarket',
  uid: EXCHANGE_UID,
  coinInfoId,
  atMs,
});

/** Alice long and Bob short, 0.1 and 0.04 coin at 60 000 taken from the book, and an order of each that rests. */
function held(desk: Desk): void {
  for (const uid of [ALICE, BOB]) {
    desk.run(fund(uid, 10_000n));
    desk.run({
      kind: 'credit',
      uid,
      wallet: 'spot',
      coinId: USDT,
      units: 10_000n * COIN,
      recordType: 'test',
      remark: '',
    });
  }
  desk.books(60_000);
  desk.beats(2);
  const open = (uid: number, direction: Direction, lots: number, limitTicks = 0): void => {
    expect(code(desk.run(contract(uid, direction, { lots, limitTicks })))).toBe(0);
  };
  open(ALICE, 'long', 100);
  open(BOB, 'short', 40);
  open(ALICE, 'long', 10, 590_000);
  open(BOB, 'short', 10, 650_000);
}

/** The machine's log, played on another from the start, and the stored part of its state put into a third. */
function sameAgain({ machine, tape }: Desk, instruments = contractInstruments()): void {
  const again = createMachine(instruments);
  tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
  expect(again.stateHash()).toBe(machine.stateHash());
}

const closings = (events: readonly ExchangeEvent[]) =>
  events.flatMap((event) => (event.kind === 'closing' ? [event.closing] : []));
const ended = (events: readonly ExchangeEvent[]) =>
  events.flatMap((event) => (event.kind === 'contract' && event.contract.status > 1 ? [event.contract] : []));

describe('R16: the price of a closing', () => {
  const tick = (seq: number, ts: number, priceTicks: number): RecentTick => ({ seq, ts, priceTicks, prev: '' });

  it('is the average of ten minutes up to the last tick, rounded half up', () => {
    expect(averageTicks([])).toBe(0);
    expect(averageTicks([tick(1, 0, 3), tick(2, 1, 4)])).toBe(4);
    expect(averageTicks([tick(1, 0, 3), tick(2, 1, 3), tick(3, 2, 4)])).toBe(3);
    const ticks = [tick(1, 0, 1), tick(2, 599_999, 5), tick(3, 600_000, 7)];
    expect(windowOf(ticks).map(({ seq }) => seq)).toEqual([2, 3]);
    expect(windowOf([])).toEqual([]);
  });
});

describe('R16: an announced end', () => {
  it('is announced a day ahead, can be moved or called off until the last hour, and halts nothing before', () => {
    const desk = openDesk();
    held(desk);
    const now = desk.now();
    expect(code(desk.run(delist(now + DAY - 1)))).toBe(1400);
    expect(code(desk.run(delist(now + 367 * DAY)))).toBe(1400);
    expect(code(desk.run(delist(now + DAY, 999)))).toBe(1404);
    expect(code(desk.run(delist(0)))).toBe(1404);
    const before = desk.machine.stateHash();
    expect(desk.run(delist(now + DAY)).events).toEqual([
      { kind: 'delisting', delisting: { coinInfoId: PERP, atMs: now + DAY, stage: 0, priceTicks: 0 } },
    ]);
    expect(desk.machine.stateHash()).not.toBe(before);
    expect(desk.run(delist(now + DAY)).events).toEqual([]);
    expect(code(desk.run(delist(now + 2 * DAY)))).toBe(0);
    expect(desk.run(delist(0)).answer).toEqual({ orders: [] });
    expect(desk.machine.stateHash()).toBe(before);
    expect(desk.machine.delisting(PERP)).toBe(null);
    expect(desk.machine.holders(PERP)).toEqual([ALICE, BOB]);
    const end = now + 3 * DAY;
    desk.run(delist(end));
    desk.goTo(end - HOUR - 2 * SECOND);
    desk.beats(1);
    expect(desk.machine.market(PERP)!.status).toBe(TRADING);
    desk.beats(1);
    expect(desk.machine.market(PERP)!.status).toBe(CLOSE_ONLY);
    for (const change of [0, end + DAY]) expect(code(desk.run(delist(change)))).toBe(1400);
    expect(code(desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: PERP, status: TRADING }))).toBe(1400);
    expect(desk.run(contract(CAROL, 'long')).answer).toEqual({ code: 2008, params: { delistTime: end } });
    expect(code(desk.run({ kind: 'closeContract', uid: BOB, contractId: 2, lots: 1, slipE8: 0 }))).toBe(0);
    sameAgain(desk);
  });

  it('never takes the book away that another index is read from', () => {
    const desk = openDesk();
    desk.books(60_000);
    const end = desk.now() + 2 * DAY;
    expect(code(desk.run(delist(end, SPOT)))).toBe(1400);
    expect(code(desk.run(delist(end, PERP)))).toBe(0);
    expect(code(desk.run(delist(end - 1, SPOT)))).toBe(1400);
    expect(code(desk.run(delist(end, SPOT)))).toBe(0);
    expect(code(desk.run(delist(0, PERP)))).toBe(1400);
    expect(code(desk.run(delist(end + DAY, PERP)))).toBe(1400);
    expect(code(desk.run(delist(0, SPOT)))).toBe(0);
    expect(code(desk.run(delist(0, PERP)))).toBe(0);
  });

  it('closes everything at one price, without a fee: orders revoked, longs and shorts settled, the rest to the book and the house; then nothing is taken any more', () => {
    const desk = openDesk();
    held(desk);
    const end = desk.now() + DAY;
    desk.run(delist(end));
    desk.goTo(end - 700 * SECOND);
    desk.books(61_000, 61_300);
    desk.beats(400);
    desk.books(62_000, 62_300);
    const events = desk.beats(300);
    const [closing] = closings(events);
    // The ten minutes up to the moment: 300 seconds at either price.
    expect(closing).toMatchObject({ coinInfoId: PERP, reason: 'delisted', ts: end, priceTicks: 615_000 });
    expect(closing!.ticks).toHaveLength(600);
    expect(
      ended(events).map(({ uid, status, closeType, closeReason, closeFeeUnits }) => [
        uid,
        status,
        closeType,
        closeReason,
        closeFeeUnits,
      ]),
    ).toEqual([
      [ALICE, 4, 0, 'delisted', 0n],
      [BOB, 4, 0, 'delisted', 0n],
      [ALICE, 3, 4, 'delisted', 0n],
      [BOB, 3, 4, 'delisted', 0n],
    ]);
    // Alice bought 0.1 at 60 000.5, Bob sold 0.04 at 59 999.5.
    const [alice, bob] = ended(events).slice(2);
    expect(printMoney(alice!.realisedUnits + alice!.openFeeUnits)).toBe('149.95');
    expect(printMoney(bob!.realisedUnits + bob!.openFeeUnits)).toBe('-60.02');
    // The book buys above the price: the 60 lots that longs had more of were sold there, and the insurance has what it
    // gave beyond.
    const sold = events.flatMap((event) => (event.kind === 'trade' && event.coinInfoId === PERP ? [event] : []));
    expect(sold.map(({ lots, priceTicks, side }) => [lots, priceTicks, side])).toEqual([[60, 622_995, 'sell']]);
    expect(printMoney(desk.machine.balance(INSURANCE_UID, 'contract', USDT).available)).toBe('1047.97');
    for (const coinId of [USDT, PERP])
      expect(desk.machine.balance(CLEARING_UID, 'spot', coinId)).toEqual({ available: 0n, frozen: 0n });
    expect(desk.machine.market(PERP)).toMatchObject({ status: HALTED, openOrders: 0 });
    expect([desk.machine.allContracts().length, fault(desk.machine)]).toEqual([0, null]);
    expect(desk.run(contract(ALICE, 'long')).answer).toEqual({ code: 2008, params: { delistTime: end } });
    expect(code(desk.run(place(BOT, 'buy', 600_000, 10, { coinInfoId: PERP })))).toBe(2008);
    for (const status of [TRADING, CLOSE_ONLY, HALTED])
      expect(code(desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: PERP, status }))).toBe(1400);
    expect(code(desk.run(delist(desk.now() + DAY)))).toBe(1400);
    expect(desk.beats(100).filter(({ kind }) => kind === 'delisting' || kind === 'closing')).toEqual([]);
    sameAgain(desk);
  });

  it('goes to the house at the price where the book is halted or says worse, and the insurance pays what a margin does not', () => {
    const desk = openDesk();
    held(desk);
    desk.run(fund(CAROL, 700n));
    expect(code(desk.run(contract(CAROL, 'long', { lots: 800, multiple: 100 })))).toBe(0);
    const end = desk.now() + DAY;
    desk.run(delist(end));
    desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: PERP, status: HALTED });
    desk.goTo(end - 700 * SECOND);
    desk.books(50_000);
    const [house, insurance] = [
      () => desk.machine.balance(EXCHANGE_UID, 'spot', PERP).available,
      () => desk.machine.balance(INSURANCE_UID, 'contract', USDT).available,
    ];
    const before = { house: house(), insurance: insurance() };
    const events = desk.beats(701);
    expect(closings(events).map(({ priceTicks }) => priceTicks)).toEqual([500_000]);
    expect(events.filter(({ kind }) => kind === 'trade')).toEqual([]);
    // 860 lots more were long than short.
    expect(house() - before.house).toBe((860n * COIN) / 1000n);
    expect(insurance()).toBe(0n);
    expect(before.insurance).toBeGreaterThan(0n);
    expect(desk.machine.balance(CAROL, 'contract', USDT).frozen).toBe(0n);
    expect(desk.machine.balance(CAROL, 'contract', USDT).available).toBeGreaterThanOrEqual(0n);
    expect(fault(desk.machine)).toBe(null);
    sameAgain(desk);
  });

  it('cancels the orders of a spot market, and leaves coins where they are', () => {
    const desk = openDesk(
      contractInstruments().map((instrument) =>
        instrument.info.id === PERP ? instrumentOf({ ...instrument.info, contractEnable: 0 }) : instrument,
      ),
    );
    held2(desk);
    const end = desk.now() + DAY;
    expect(code(desk.run(delist(end, SPOT)))).toBe(0);
    desk.goTo(end - HOUR);
    desk.beats(1);
    expect(code(desk.run(place(ALICE, 'buy', 1_000_000, 1_000, { coinInfoId: SPOT })))).toBe(2008);
    desk.goTo(end);
    const events = desk.beats(1);
    expect(
      events.flatMap((event) =>
        event.kind === 'order' && event.order.uid === ALICE ? [[event.order.status, event.order.reason]] : [],
      ),
    ).toEqual([[4, 'delisted']]);
    expect(desk.machine.balance(ALICE, 'spot', USDT).frozen).toBe(0n);
    expect(desk.machine.balance(ALICE, 'spot', SPOT).available).toBe(COIN);
    expect(desk.machine.market(SPOT)).toMatchObject({ status: HALTED, openOrders: 0 });
    expect(fault(desk.machine)).toBe(null);
  });

  it('waits after a standstill until the window holds a minute of ticks', () => {
    const desk = openDesk();
    held(desk);
    const end = desk.now() + DAY;
    desk.run(delist(end));
    desk.goTo(end + 3 * DAY);
    desk.books(60_500);
    expect(closings(desk.beats(LEAST_CLOSING_TICKS - 1))).toEqual([]);
    expect(desk.machine.allContracts()).toHaveLength(4);
    const [closing] = closings(desk.beats(1));
    expect([closing!.priceTicks, closing!.ticks.length]).toEqual([605_000, LEAST_CLOSING_TICKS]);
    expect(desk.machine.allContracts()).toEqual([]);
  });
});

/** Somebody with a coin and an order that rests, in the spot market alone. */
function held2(desk: Desk): void {
  desk.books(60_000);
  for (const coinId of [USDT, SPOT])
    desk.run({
      kind: 'credit',
      uid: ALICE,
      wallet: 'spot',
      coinId,
      units: coinId === USDT ? 100_000n * COIN : COIN,
      recordType: 'test',
      remark: '',
    });
  expect(code(desk.run(place(ALICE, 'buy', 1_150_000, 1_000, { coinInfoId: SPOT })))).toBe(0);
}

describe('R16: an index that says nothing', () => {
  const silence = (desk: Desk): void => {
    desk.run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: SPOT });
    desk.run(place(BOT, 'buy', 1_000_000, 1_000, { coinInfoId: SPOT }));
  };

  it('closes what is open after half an hour of beats, at the average of what it said last; any word of it begins anew', () => {
    const desk = openDesk();
    held(desk);
    desk.beats(300);
    // A last trade says nothing of now.
    desk.run(place(BOT_TAKER, 'buy', 1_200_010, 1_000, { coinInfoId: SPOT, tif: 'IOC' }));
    silence(desk);
    expect(ended(desk.beats(SILENT_BEATS - 1))).toEqual([]);
    desk.books(60_000);
    desk.beats(600);
    silence(desk);
    expect(ended(desk.beats(SILENT_BEATS - 1))).toEqual([]);
    const events = desk.beats(1);
    expect(ended(events).map(({ closeType, closeReason }) => [closeType, closeReason])).toEqual([
      [0, 'index_silent'],
      [0, 'index_silent'],
      [4, 'index_silent'],
      [4, 'index_silent'],
    ]);
    const [closing] = closings(events);
    expect(closing!.ticks).toHaveLength(600);
    expect(closing!.priceTicks).toBe(averageTicks(closing!.ticks));
    expect(desk.machine.market(PERP)!.status).toBe(TRADING);
    expect([desk.machine.allContracts(), fault(desk.machine)]).toEqual([[], null]);
    sameAgain(desk);
  });

  it('is not the silence of a clock that stands, of a halted market, or of one that sleeps', () => {
    const desk = openDesk();
    held(desk);
    desk.run(place(BOT_TAKER, 'buy', 1_200_010, 1_000, { coinInfoId: SPOT, tif: 'IOC' }));
    silence(desk);
    desk.beats(10);
    desk.goTo(desk.now() + 5 * DAY);
    expect(ended(desk.beats(10))).toEqual([]);
    desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: HALTED });
    expect(ended(desk.beats(SILENT_BEATS + 10))).toEqual([]);
    const sleeping = openDesk(
      contractInstruments().map(({ info }) =>
        instrumentOf(info.id === SPOT ? { ...info, session: { tz: 'UTC', open: [] } } : info),
      ),
    );
    held(sleeping);
    silence(sleeping);
    expect(ended(sleeping.beats(SILENT_BEATS + 10))).toEqual([]);
  });
});

describe('R15 R16: more than one beat can carry', () => {
  it('is carried by the next ones, each contract once, at one rate and one price', { timeout: 60_000 }, () => {
    const desk = openDesk(contractInstruments({ fundingEnable: 1 }));
    desk.books(60_000);
    desk.beats(1);
    const people = Array.from({ length: MOST_CLOSED / 200 + 1 }, (_, at) => 20_000 + at);
    for (const uid of people) {
      desk.run(fund(uid, 200_000n));
      desk.books(60_000);
      for (let n = 0; n < 200; n += 1)
        desk.run(
          contract(uid, uid % 2 === 0 ? 'long' : 'short', { lots: 1, limitTicks: uid % 2 === 0 ? 600_005 : 599_995 }),
        );
    }
    const count = people.length * 200;
    expect(desk.machine.allContracts().filter(({ position }) => position.lots === 1)).toHaveLength(count);
    const stamp = Date.UTC(2026, 10, 20, 8);
    desk.goTo(stamp - SECOND);
    const funded = (events: readonly ExchangeEvent[]) =>
      events.filter((event) => event.kind === 'contractNote' && event.note.kind === 'funding').length;
    expect([funded(desk.beats(1)), funded(desk.beats(1)), funded(desk.beats(1))]).toEqual([
      MOST_CLOSED,
      count - MOST_CLOSED,
      0,
    ]);
    expect(
      new Set(
        desk.machine.allContracts().map(({ position: { fundingUnits }, direction }) => `${direction} ${fundingUnits}`),
      ).size,
    ).toBe(2);
    desk.run(delist(desk.now() + DAY));
    desk.goTo(desk.now() + DAY - 100 * SECOND);
    desk.books(61_000);
    desk.beats(99);
    const [first, second] = [desk.beats(1), desk.beats(1)];
    expect([ended(first).length, ended(second).length]).toEqual([MOST_CLOSED, count - MOST_CLOSED]);
    expect(fault(desk.machine)).toBe(null);
    expect(new Set([...ended(first), ...ended(second)].map(({ closedUnits }) => closedUnits)).size).toBe(1);
    expect([closings(first).length, closings(second).length]).toEqual([1, 0]);
    expect(desk.machine.delisting(PERP)).toMatchObject({ stage: 2, priceTicks: 610_000 });
  });
});
