// Closing by the system (R16): delistings and silent indexes, their price, and replays of both; the limit of one beat
// (R15).
import { describe, expect, it } from 'vitest';
import { MIN_CLOSING_TICKS } from '../../../core/proofs/delisting-settlement.ts';
import { CLOSE_ONLY, HALTED, type Instrument, TRADING, instrumentOf } from '../../../core/instruments/instrument.ts';
import type { Direction } from '../../../core/risk/margin.ts';
import { printMoney } from '../../../core/units/units.ts';
import { SILENT_BEATS } from '../../../server/exchange/closing/close-on-clock.ts';
import { MAX_CLOSED } from '../../../server/exchange/closing/settle-contracts.ts';
import { type RecentTick, averageTicks, windowOf } from '../../../server/exchange/closing/settlement-window.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { CLEARING_UID, type Command, EXCHANGE_UID, INSURANCE_UID } from '../../../server/exchange/command.ts';
import type { ExchangeEvent } from '../../../server/exchange/event.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import {
  BOT_TAKER,
  PERP,
  SPOT,
  contract,
  contractInstruments,
  fault,
  fund,
  fundBots,
  perpetualQuote,
  spotQuote,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, BOT, CAROL, COIN, USDT, place, codeOf } from '../../support/exchange/spot-fixture.ts';

const START = Date.UTC(2026, 10, 20, 0, 0, 1);
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Minutes of the week before Friday, the day of `START`. */
const FRIDAY_MINUTES = 5 * 24 * 60;

interface TestExchange {
  machine: Machine;
  run: (command: Command) => Outcome;
  books: (price: number, perpetual?: number) => void;
  /** Beats a second apart, up to and including a time. */
  beats: (count: number) => ExchangeEvent[];
  goTo: (ts: number) => void;
  now: () => number;
  tape: { ts: number; command: Command }[];
}

function openExchange(instruments: Instrument[] = contractInstruments()): TestExchange {
  const machine = new Machine(instruments);
  const tape: TestExchange['tape'] = [];
  let now = START;
  const run = (command: Command): Outcome => {
    tape.push({ ts: now, command });
    return machine.apply({ seq: tape.length, ts: now }, command);
  };
  fundBots(run, [USDT, SPOT, PERP]);
  run(fund(INSURANCE_UID, 1_000n));
  return {
    machine,
    run,
    tape,
    now: () => now,
    books: (price, perpetual = price) => {
      run(spotQuote(machine, price));
      run(perpetualQuote(machine, perpetual));
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

/** Alice is long 0.1 and Bob short 0.04 coin from 60 000, each with a resting order. */
function held(exchange: TestExchange): void {
  for (const uid of [ALICE, BOB]) {
    exchange.run(fund(uid, 10_000n));
    exchange.run({
      kind: 'credit',
      uid,
      wallet: 'spot',
      coinId: USDT,
      units: 10_000n * COIN,
      recordType: 'test',
      remark: '',
    });
  }
  exchange.books(60_000);
  exchange.beats(2);
  const open = (uid: number, direction: Direction, lots: number, limitTicks = 0): void => {
    expect(codeOf(exchange.run(contract(uid, direction, { lots, limitTicks })))).toBe(0);
  };
  open(ALICE, 'long', 100);
  open(BOB, 'short', 40);
  open(ALICE, 'long', 10, 590_000);
  open(BOB, 'short', 10, 650_000);
}

/** Replays the log on a new machine, and restores the stored part of the state into a third. */
function sameAgain({ machine, tape }: TestExchange, instruments = contractInstruments()): void {
  const again = new Machine(instruments);
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

describe('R16: a delisting', () => {
  it('is announced a day ahead, can be moved or called off until the last hour, and halts nothing before', () => {
    const exchange = openExchange();
    held(exchange);
    const now = exchange.now();
    expect(codeOf(exchange.run(delist(now + DAY - 1)))).toBe(1400);
    expect(codeOf(exchange.run(delist(now + 367 * DAY)))).toBe(1400);
    expect(codeOf(exchange.run(delist(now + DAY, 999)))).toBe(1404);
    expect(codeOf(exchange.run(delist(0)))).toBe(1404);
    const before = exchange.machine.stateHash();
    expect(exchange.run(delist(now + DAY)).events).toEqual([
      { kind: 'delisting', delisting: { coinInfoId: PERP, atMs: now + DAY, stage: 0, priceTicks: 0 } },
    ]);
    expect(exchange.machine.stateHash()).not.toBe(before);
    expect(exchange.run(delist(now + DAY)).events).toEqual([]);
    expect(codeOf(exchange.run(delist(now + 2 * DAY)))).toBe(0);
    expect(exchange.run(delist(0)).answer).toEqual({ orders: [] });
    expect(exchange.machine.stateHash()).toBe(before);
    expect(exchange.machine.delisting(PERP)).toBe(null);
    expect(exchange.machine.holders(PERP)).toEqual([ALICE, BOB]);
    const end = now + 3 * DAY;
    exchange.run(delist(end));
    exchange.goTo(end - HOUR - 2 * SECOND);
    exchange.beats(1);
    expect(exchange.machine.market(PERP)!.status).toBe(TRADING);
    exchange.beats(1);
    expect(exchange.machine.market(PERP)!.status).toBe(CLOSE_ONLY);
    for (const change of [0, end + DAY]) expect(codeOf(exchange.run(delist(change)))).toBe(1400);
    expect(codeOf(exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: PERP, status: TRADING }))).toBe(
      1400,
    );
    expect(exchange.run(contract(CAROL, 'long')).answer).toEqual({ code: 2008, params: { delistTime: end } });
    expect(codeOf(exchange.run({ kind: 'closeContract', uid: BOB, contractId: 2, lots: 1, slipE8: 0 }))).toBe(0);
    sameAgain(exchange);
  });

  it('is refused where it removes the book that another index reads', () => {
    const exchange = openExchange();
    exchange.books(60_000);
    const end = exchange.now() + 2 * DAY;
    expect(codeOf(exchange.run(delist(end, SPOT)))).toBe(1400);
    expect(codeOf(exchange.run(delist(end, PERP)))).toBe(0);
    expect(codeOf(exchange.run(delist(end - 1, SPOT)))).toBe(1400);
    expect(codeOf(exchange.run(delist(end, SPOT)))).toBe(0);
    expect(codeOf(exchange.run(delist(0, PERP)))).toBe(1400);
    expect(codeOf(exchange.run(delist(end + DAY, PERP)))).toBe(1400);
    expect(codeOf(exchange.run(delist(0, SPOT)))).toBe(0);
    expect(codeOf(exchange.run(delist(0, PERP)))).toBe(0);
  });

  it('settles everything at one price without a fee, sells the excess, then refuses all orders', () => {
    const exchange = openExchange();
    held(exchange);
    const end = exchange.now() + DAY;
    exchange.run(delist(end));
    exchange.goTo(end - 700 * SECOND);
    exchange.books(61_000, 61_300);
    exchange.beats(400);
    exchange.books(62_000, 62_300);
    const events = exchange.beats(300);
    const [closing] = closings(events);
    // The ten minutes before the end: 300 seconds at each price.
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
    // The book buys above the price: the 60 lots by which longs exceeded shorts were sold there, and the insurance
    // account has the gain.
    const sold = events.flatMap((event) => (event.kind === 'trade' && event.coinInfoId === PERP ? [event] : []));
    expect(sold.map(({ lots, priceTicks, side }) => [lots, priceTicks, side])).toEqual([[60, 622_995, 'sell']]);
    expect(printMoney(exchange.machine.balance(INSURANCE_UID, 'contract', USDT).available)).toBe('1047.97');
    for (const coinId of [USDT, PERP])
      expect(exchange.machine.balance(CLEARING_UID, 'spot', coinId)).toEqual({ available: 0n, frozen: 0n });
    expect(exchange.machine.market(PERP)).toMatchObject({ status: HALTED, openOrders: 0 });
    expect([exchange.machine.allContracts().length, fault(exchange.machine)]).toEqual([0, null]);
    expect(exchange.run(contract(ALICE, 'long')).answer).toEqual({ code: 2008, params: { delistTime: end } });
    expect(codeOf(exchange.run(place(BOT, 'buy', 600_000, 10, { coinInfoId: PERP })))).toBe(2008);
    for (const status of [TRADING, CLOSE_ONLY, HALTED])
      expect(codeOf(exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: PERP, status }))).toBe(1400);
    expect(codeOf(exchange.run(delist(exchange.now() + DAY)))).toBe(1400);
    expect(exchange.beats(100).filter(({ kind }) => kind === 'delisting' || kind === 'closing')).toEqual([]);
    sameAgain(exchange);
  });

  it('settles with the exchange account where the book is halted or worse, and with insurance', () => {
    const exchange = openExchange();
    held(exchange);
    exchange.run(fund(CAROL, 700n));
    expect(codeOf(exchange.run(contract(CAROL, 'long', { lots: 800, multiple: 100 })))).toBe(0);
    const end = exchange.now() + DAY;
    exchange.run(delist(end));
    exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: PERP, status: HALTED });
    exchange.goTo(end - 700 * SECOND);
    exchange.books(50_000);
    const [exchangeUnits, insurance] = [
      () => exchange.machine.balance(EXCHANGE_UID, 'spot', PERP).available,
      () => exchange.machine.balance(INSURANCE_UID, 'contract', USDT).available,
    ];
    const before = { exchange: exchangeUnits(), insurance: insurance() };
    const events = exchange.beats(701);
    expect(closings(events).map(({ priceTicks }) => priceTicks)).toEqual([500_000]);
    expect(events.filter(({ kind }) => kind === 'trade')).toEqual([]);
    // Longs exceeded shorts by 860 lots.
    expect(exchangeUnits() - before.exchange).toBe((860n * COIN) / 1000n);
    expect(insurance()).toBe(0n);
    expect(before.insurance).toBeGreaterThan(0n);
    expect(exchange.machine.balance(CAROL, 'contract', USDT).frozen).toBe(0n);
    expect(exchange.machine.balance(CAROL, 'contract', USDT).available).toBeGreaterThanOrEqual(0n);
    expect(fault(exchange.machine)).toBe(null);
    sameAgain(exchange);
  });

  it('cancels the orders of a spot market, and leaves balances as they are', () => {
    const exchange = openExchange(
      contractInstruments().map((instrument) =>
        instrument.info.id === PERP ? instrumentOf({ ...instrument.info, contractEnable: 0 }) : instrument,
      ),
    );
    held2(exchange);
    const end = exchange.now() + DAY;
    expect(codeOf(exchange.run(delist(end, SPOT)))).toBe(0);
    exchange.goTo(end - HOUR);
    exchange.beats(1);
    expect(codeOf(exchange.run(place(ALICE, 'buy', 1_000_000, 1_000, { coinInfoId: SPOT })))).toBe(2008);
    exchange.goTo(end);
    const events = exchange.beats(1);
    expect(
      events.flatMap((event) =>
        event.kind === 'order' && event.order.uid === ALICE ? [[event.order.status, event.order.reason]] : [],
      ),
    ).toEqual([[4, 'delisted']]);
    expect(exchange.machine.balance(ALICE, 'spot', USDT).frozen).toBe(0n);
    expect(exchange.machine.balance(ALICE, 'spot', SPOT).available).toBe(COIN);
    expect(exchange.machine.market(SPOT)).toMatchObject({ status: HALTED, openOrders: 0 });
    expect(fault(exchange.machine)).toBe(null);
  });

  it('waits after a standstill until the window has a minute of ticks', () => {
    const exchange = openExchange();
    held(exchange);
    const end = exchange.now() + DAY;
    exchange.run(delist(end));
    exchange.goTo(end + 3 * DAY);
    exchange.books(60_500);
    expect(closings(exchange.beats(MIN_CLOSING_TICKS - 1))).toEqual([]);
    expect(exchange.machine.allContracts()).toHaveLength(4);
    const [closing] = closings(exchange.beats(1));
    expect([closing!.priceTicks, closing!.ticks.length]).toEqual([605_000, MIN_CLOSING_TICKS]);
    expect(exchange.machine.allContracts()).toEqual([]);
  });
});

/** A user with a coin and a resting order in the spot market only. */
function held2(exchange: TestExchange): void {
  exchange.books(60_000);
  for (const coinId of [USDT, SPOT])
    exchange.run({
      kind: 'credit',
      uid: ALICE,
      wallet: 'spot',
      coinId,
      units: coinId === USDT ? 100_000n * COIN : COIN,
      recordType: 'test',
      remark: '',
    });
  expect(codeOf(exchange.run(place(ALICE, 'buy', 1_150_000, 1_000, { coinInfoId: SPOT })))).toBe(0);
}

describe('R16: a silent index', () => {
  const silence = (exchange: TestExchange): void => {
    exchange.run({ kind: 'cancelAllSpot', uid: BOT, coinInfoId: SPOT });
    exchange.run(place(BOT, 'buy', 1_000_000, 1_000, { coinInfoId: SPOT }));
  };

  it('closes contracts after half an hour of beats, at its last average; any tick resets the count', () => {
    const exchange = openExchange();
    held(exchange);
    exchange.beats(300);
    // A trade is not an index tick.
    exchange.run(place(BOT_TAKER, 'buy', 1_200_010, 1_000, { coinInfoId: SPOT, tif: 'IOC' }));
    silence(exchange);
    expect(ended(exchange.beats(SILENT_BEATS - 1))).toEqual([]);
    exchange.books(60_000);
    exchange.beats(600);
    silence(exchange);
    expect(ended(exchange.beats(SILENT_BEATS - 1))).toEqual([]);
    const events = exchange.beats(1);
    expect(ended(events).map(({ closeType, closeReason }) => [closeType, closeReason])).toEqual([
      [0, 'index_silent'],
      [0, 'index_silent'],
      [4, 'index_silent'],
      [4, 'index_silent'],
    ]);
    const [closing] = closings(events);
    expect(closing!.ticks).toHaveLength(600);
    expect(closing!.priceTicks).toBe(averageTicks(closing!.ticks));
    expect(exchange.machine.market(PERP)!.status).toBe(TRADING);
    expect([exchange.machine.allContracts(), fault(exchange.machine)]).toEqual([[], null]);
    sameAgain(exchange);
  });

  it('is not that of a stopped clock, a halted market or one outside its hours', () => {
    const exchange = openExchange();
    held(exchange);
    exchange.run(place(BOT_TAKER, 'buy', 1_200_010, 1_000, { coinInfoId: SPOT, tif: 'IOC' }));
    silence(exchange);
    exchange.beats(10);
    exchange.goTo(exchange.now() + 5 * DAY);
    expect(ended(exchange.beats(10))).toEqual([]);
    exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: SPOT, status: HALTED });
    expect(ended(exchange.beats(SILENT_BEATS + 10))).toEqual([]);
    const sleeping = openExchange(
      contractInstruments().map(({ info }) =>
        instrumentOf(info.id === SPOT ? { ...info, session: { tz: 'UTC', open: [[0, FRIDAY_MINUTES + 1]] } } : info),
      ),
    );
    held(sleeping);
    silence(sleeping);
    expect(ended(sleeping.beats(SILENT_BEATS + 10))).toEqual([]);
  });
});

describe('R15 R16: more work than one beat may do', () => {
  it('continues at the next beats, each contract once, at one rate and one price', () => {
    const exchange = openExchange(contractInstruments({ fundingEnable: 1 }));
    exchange.books(60_000);
    exchange.beats(1);
    const users = Array.from({ length: MAX_CLOSED / 200 + 1 }, (_, at) => 20_000 + at);
    for (const uid of users) {
      exchange.run(fund(uid, 200_000n));
      exchange.books(60_000);
      for (let n = 0; n < 200; n += 1)
        exchange.run(
          contract(uid, uid % 2 === 0 ? 'long' : 'short', { lots: 1, limitTicks: uid % 2 === 0 ? 600_005 : 599_995 }),
        );
    }
    const count = users.length * 200;
    expect(exchange.machine.allContracts().filter(({ position }) => position.lots === 1)).toHaveLength(count);
    const stamp = Date.UTC(2026, 10, 20, 8);
    exchange.goTo(stamp - SECOND);
    const funded = (events: readonly ExchangeEvent[]) =>
      events.filter((event) => event.kind === 'contractNote' && event.note.kind === 'funding').length;
    expect([funded(exchange.beats(1)), funded(exchange.beats(1)), funded(exchange.beats(1))]).toEqual([
      MAX_CLOSED,
      count - MAX_CLOSED,
      0,
    ]);
    expect(
      new Set(
        exchange.machine
          .allContracts()
          .map(({ position: { fundingUnits }, direction }) => `${direction} ${fundingUnits}`),
      ).size,
    ).toBe(2);
    exchange.run(delist(exchange.now() + DAY));
    exchange.goTo(exchange.now() + DAY - 100 * SECOND);
    exchange.books(61_000);
    exchange.beats(99);
    const [first, second] = [exchange.beats(1), exchange.beats(1)];
    expect([ended(first).length, ended(second).length]).toEqual([MAX_CLOSED, count - MAX_CLOSED]);
    expect(fault(exchange.machine)).toBe(null);
    expect(new Set([...ended(first), ...ended(second)].map(({ closedUnits }) => closedUnits)).size).toBe(1);
    expect([closings(first).length, closings(second).length]).toEqual([1, 0]);
    expect(exchange.machine.delisting(PERP)).toMatchObject({ stage: 2, priceTicks: 610_000 });
  });
});
