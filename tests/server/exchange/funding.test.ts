// Funding (R15): golden values, payers and sources, payment times, restarts; and a naive twin over two days of random
// books.
import { describe, expect, it } from 'vitest';
import { type Instrument } from '../../../core/instruments/instrument.ts';
import type { Direction } from '../../../core/risk/margin.ts';
import { printMoney } from '../../../core/units/units.ts';
import { riskTermsOf } from '../../../core/orders/margin-terms.ts';
import type { ContractState } from '../../../server/exchange/contracts/contract-state.ts';
import { printContract } from '../../../server/gateway/wire/wire-contract.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import type { ExchangeEvent } from '../../../server/exchange/event.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { chance } from '../../support/data/random-source.ts';
import {
  BOT_TAKER,
  PERP,
  SPOT,
  contract,
  contractInstruments,
  contractsOf,
  fault,
  fund,
  fundBots,
  perpetualQuote,
  spotQuote,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, CAROL, COIN, USDT, place } from '../../support/exchange/spot-fixture.ts';

const HOUR = 3_600_000;
const STAMP = Date.UTC(2026, 10, 20, 8);

interface TestExchange {
  machine: Machine;
  run: (command: Command) => Outcome;
  /** Quotes both books, 5000 lots on each of ten levels, the perpetual around its own price. */
  books: (index: number, perpetual?: number, lots?: number) => void;
  beat: (ts: number) => ExchangeEvent[];
  /** 0.1 coin at 60 000, filled as a resting order. */
  hold: (uid: number, direction: Direction, lots?: number) => number;
  tape: { ts: number; command: Command }[];
}

function open(more: Partial<Instrument['info']> = { fundingEnable: 1 }): TestExchange {
  const machine = new Machine(contractInstruments(more));
  const tape: TestExchange['tape'] = [];
  let now = STAMP - 8 * HOUR + 1000;
  const run = (command: Command): Outcome => {
    tape.push({ ts: now, command });
    return machine.apply({ seq: tape.length, ts: now }, command);
  };
  fundBots(run, [USDT, SPOT, PERP]);
  return {
    machine,
    run,
    tape,
    books: (index, perpetual = index, lots = 5000) => {
      run(spotQuote(machine, index));
      run(perpetualQuote(machine, perpetual, lots));
    },
    beat: (ts) => {
      now = ts;
      return run({ kind: 'clock', uid: EXCHANGE_UID }).events;
    },
    hold: (uid, direction, lots = 100) => {
      const [held] = contractsOf(run(contract(uid, direction, { limitTicks: 600_000, lots })));
      run(place(BOT_TAKER, direction === 'long' ? 'sell' : 'buy', 600_000, lots, { coinInfoId: PERP }));
      return held!.id;
    },
  };
}

/** A long and a short of 6 000 USDT at 60 000, and one premium sample; the mark is 60 000 again before the payment. */
function upToStamp(perpetual: number, more?: Partial<Instrument['info']>): TestExchange {
  const exchange = open(more);
  for (const uid of [ALICE, BOB]) exchange.run(fund(uid, 10_000n));
  exchange.books(60_000);
  exchange.hold(ALICE, 'long');
  exchange.hold(BOB, 'short');
  exchange.books(60_000, perpetual);
  exchange.beat(STAMP - HOUR);
  exchange.books(60_000);
  return exchange;
}

const lines = (events: readonly ExchangeEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'posting' && event.posting.recordType === 'contract_funding'
      ? [
          {
            uid: event.posting.uid,
            units: printMoney(event.posting.units),
            frozen: printMoney(event.posting.frozenUnits),
          },
        ]
      : [],
  );
const payments = (events: readonly ExchangeEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'funding' ? [{ coinInfoId: event.coinInfoId, ts: event.ts, rate: printMoney(event.rateE8) }] : [],
  );
const notes = (events: readonly ExchangeEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'contractNote' && event.note.kind === 'funding'
      ? [[event.note.uid, printMoney(event.note.units)]]
      : [],
  );

describe('R15: funding', () => {
  it.each([
    ['0.03 %', 60_018.5, '-0.6', '0.6', '0.0001'],
    ['-0.10 %', 59_939.5, '3', '-3', '-0.0005'],
    ['0.10 %', 60_060.5, '-3', '3', '0.0005'],
  ])('on 6 000 with a premium of %s is the golden value', (_, perpetual, long, short, rate) => {
    const exchange = upToStamp(perpetual);
    expect(printMoney(exchange.machine.mark(PERP)!.funding!.rateE8)).toBe(rate);
    expect(exchange.machine.mark(PERP)!.funding!.nextMs).toBe(STAMP);
    const events = exchange.beat(STAMP + 300);
    expect(lines(events)).toEqual([
      { uid: ALICE, units: long, frozen: '0' },
      { uid: BOB, units: short, frozen: '0' },
    ]);
    expect(notes(events)).toEqual([
      [ALICE, long],
      [BOB, short],
    ]);
    expect(exchange.machine.allContracts().map(({ position }) => printMoney(position.fundingUnits))).toEqual([
      long,
      short,
    ]);
    expect(exchange.machine.mark(PERP)!.funding!.nextMs).toBe(STAMP + 8 * HOUR);
    expect(payments(events)).toEqual([{ coinInfoId: PERP, ts: STAMP, rate }]);
    expect(payments(exchange.beat(STAMP + 1300))).toEqual([]);
    expect(fault(exchange.machine)).toBeNull();
    const order = events.flatMap((event) =>
      event.kind === 'mark' || event.kind === 'contractNote' ? [event.kind] : [],
    );
    expect(order).toEqual(['mark', 'contractNote', 'contractNote']);
  });

  it('is off by default', () => {
    const exchange = upToStamp(60_060.5, {});
    const events = exchange.beat(STAMP + 300);
    expect(lines(events)).toEqual([]);
    expect(payments(events)).toEqual([]);
    expect(exchange.machine.mark(PERP)!.funding).toBeUndefined();
  });

  it('is paid once at each time, by the positions held then', () => {
    const exchange = upToStamp(60_060.5);
    exchange.run({ kind: 'closeAllContracts', uid: BOB, coinInfoId: null, direction: null });
    expect(lines(exchange.beat(STAMP)).map(({ uid }) => uid)).toEqual([ALICE, EXCHANGE_UID]);
    exchange.run(fund(CAROL, 10_000n));
    exchange.hold(CAROL, 'long');
    for (const later of [1000, 30_000, HOUR, 8 * HOUR - 1]) expect(lines(exchange.beat(STAMP + later))).toEqual([]);
    expect(lines(exchange.beat(STAMP + 8 * HOUR)).map(({ uid }) => uid)).toEqual([ALICE, CAROL, EXCHANGE_UID]);
    expect(fault(exchange.machine)).toBeNull();
  });

  it('is realised with the closing, in proportion', () => {
    const [paid, free] = [upToStamp(60_060.5), upToStamp(60_060.5, {})];
    const realised = [paid, free].map((exchange) => {
      exchange.beat(STAMP);
      const id = exchange.machine.openContracts(ALICE, PERP)[0]!.id;
      const { answer } = exchange.run({ kind: 'closeContract', uid: ALICE, contractId: id, lots: 0, slipE8: 0 });
      return 'code' in answer ? 0n : answer.contracts![0]!.realisedUnits;
    });
    expect(printMoney(realised[0]! - realised[1]!)).toBe('-3');
  });

  it.each(['long', 'short'] as const)(
    'of a %s is printed whole, before, between and after its closings',
    (direction) => {
      const exchange = upToStamp(60_060.5);
      const instrument = contractInstruments({ fundingEnable: 1 }).find(({ info }) => info.id === PERP)!;
      const printed = (state: ContractState): string | undefined =>
        printContract(instrument, riskTermsOf(instrument), state, { markTicks: 0, lastTicks: 0 }).fundingFee;
      exchange.beat(STAMP);
      const [uid, paid] = direction === 'long' ? [ALICE, '-3'] : [BOB, '3'];
      const held = exchange.machine.openContracts(uid, PERP)[0]!;
      const shown = [printed(held)];
      exchange.books(60_123.4);
      for (const lots of [33, 1, 0]) {
        const { answer } = exchange.run({ kind: 'closeContract', uid, contractId: held.id, lots, slipE8: 0 });
        shown.push('code' in answer ? String(answer.code) : printed(answer.contracts![0]!));
      }
      expect(shown).toEqual([paid, paid, paid, paid]);
    },
  );

  it('is paid from the margin where the balance is too small', () => {
    const exchange = open();
    exchange.run(fund(ALICE, 610n));
    exchange.books(60_000);
    const contractId = exchange.hold(ALICE, 'long');
    exchange.run({
      kind: 'addMargin',
      uid: ALICE,
      contractId,
      units: exchange.machine.balance(ALICE, 'contract', USDT).available - COIN / 4n,
    });
    const before = exchange.machine.openContracts(ALICE, PERP)[0]!.position.marginUnits;
    exchange.books(60_000, 60_060.5);
    exchange.beat(STAMP - HOUR);
    exchange.books(60_000);
    expect(lines(exchange.beat(STAMP))).toEqual([
      { uid: ALICE, units: '-3', frozen: '-2.75' },
      { uid: EXCHANGE_UID, units: '3', frozen: '0' },
    ]);
    expect(printMoney(before - exchange.machine.openContracts(ALICE, PERP)[0]!.position.marginUnits)).toBe('2.75');
    expect(exchange.machine.balance(ALICE, 'contract', USDT).available).toBe(0n);
    expect(fault(exchange.machine)).toBeNull();
  });

  it.each([
    ['that no beat reached within a minute', (exchange: TestExchange) => exchange.beat(STAMP + 60_000)],
    [
      'in a halted market',
      (exchange: TestExchange) => {
        exchange.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: PERP, status: 0 });
        return exchange.beat(STAMP);
      },
    ],
    ['after days away', (exchange: TestExchange) => exchange.beat(STAMP + 24 * HOUR)],
  ])('skips a payment %s', (_, act) => {
    const exchange = upToStamp(60_060.5);
    expect(lines(act(exchange))).toEqual([]);
  });

  it('is the same after a replay, and after a restart within an interval', () => {
    const exchange = upToStamp(60_060.5);
    const again = new Machine(contractInstruments({ fundingEnable: 1 }));
    exchange.tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
    expect(again.stateHash()).toBe(exchange.machine.stateHash());
    const restored = new Machine(contractInstruments({ fundingEnable: 1 }));
    restored.restore(stored(exchange.machine));
    expect(restored.stateHash()).toBe(exchange.machine.stateHash());
    const expected = exchange.beat(STAMP);
    expect(
      restored.apply({ seq: exchange.tape.length, ts: STAMP }, { kind: 'clock', uid: EXCHANGE_UID }).events,
    ).toEqual(expected);
    expect(restored.stateHash()).toBe(exchange.machine.stateHash());
  });
});

function stored(machine: Machine): Parameters<Machine['restore']>[0] {
  const { orderId, dealId, contractId } = machine.counters();
  const users = [...new Set(machine.allBalances().map(({ uid }) => uid))];
  return {
    orderId,
    dealId,
    contractId,
    balances: machine.allBalances(),
    orders: users.flatMap((uid) => machine.openOrders(uid, null)),
    contracts: machine.allContracts(),
    markets: [SPOT, PERP].map((coinInfoId) => ({ coinInfoId, ...machine.market(coinInfoId)! })),
    clock: machine.clock(),
    marks: machine.indexes().map(({ coinInfoId, seq, priceTicks, ts, hash }) => {
      const mark = machine.mark(coinInfoId);
      const funding = mark?.funding;
      return {
        coinInfoId,
        indexSeq: seq,
        indexTicks: priceTicks,
        indexTs: ts,
        indexHash: hash,
        markTicks: mark?.markTicks ?? 0,
        beforeTicks: mark?.beforeTicks ?? 0,
        basisE8: mark?.basisE8 ?? 0n,
        ...(funding
          ? {
              funding: {
                startMs: funding.startMs,
                minuteMs: funding.minuteMs,
                samples: funding.samples,
                sumE8: funding.sumE8,
                dueRateE8: funding.dueRateE8,
                dueAfterId: funding.dueAfterId,
                dueUntilId: funding.dueUntilId,
              },
            }
          : {}),
      };
    }),
  };
}

/** Premium from the book, lot by lot: the average price of 20 000 USDT at the index. */
function naivePremium(machine: Machine): number {
  const index = machine.indexes().find(({ coinInfoId }) => coinInfoId === PERP)!.priceTicks;
  const lots = Math.max(1, Math.floor(20_000 / ((index / 10) * 0.001) + 1e-9));
  const impact = (side: 1 | 2, round: (value: number) => number): number => {
    let left = lots;
    let sum = 0;
    machine.levels(PERP, side, (priceTicks, here) => {
      sum += priceTicks * Math.min(left, here);
      left -= Math.min(left, here);
    });
    return left > 0 ? 0 : round(sum / lots);
  };
  const bid = impact(1, Math.floor);
  const ask = impact(2, Math.ceil);
  return Math.floor(((Math.max(0, bid - index) - (ask > 0 ? Math.max(0, index - ask) : 0)) * 1e8) / index);
}

describe.each([1, 2, 3])('R15: a naive twin (seed %i)', (seed) => {
  it('agrees on every payment through two days of random books', () => {
    const draw = chance(seed);
    const exchange = open();
    for (const uid of [ALICE, BOB, CAROL]) exchange.run(fund(uid, 50_000n));
    exchange.books(60_000);
    let samples: number[] = [];
    let minute = -1;
    let interval = Math.floor((STAMP - 1) / (8 * HOUR));
    let stamps = 0;
    let paid = 0;
    for (const [uid, direction, lots] of [
      [ALICE, 'long', 100],
      [BOB, 'short', 70],
      [CAROL, 'long', 33],
    ] as const)
      exchange.hold(uid, direction, lots);
    for (let ts = STAMP - 2 * HOUR; ts < STAMP + 40 * HOUR; ts += 20_000 + draw.below(160_000)) {
      const index = 60_000 + draw.below(400) - 200;
      exchange.books(index, index + draw.below(160) - 80, 20 + draw.below(300));
      const before = exchange.machine.allContracts();
      const events = exchange.beat(ts);
      const now = Math.floor(ts / (8 * HOUR));
      const payments = new Map(notes(events) as [number, string][]);
      if (now !== interval) {
        const due = now === interval + 1 && ts % (8 * HOUR) < 60_000 && samples.length > 0;
        const average = Math.floor(samples.reduce((sum, value) => sum + value, 0) / samples.length);
        const rate = average + Math.max(-50_000, Math.min(50_000, 10_000 - average));
        const mark = exchange.machine.mark(PERP)!.markTicks;
        const expected = due
          ? before.map(({ uid, direction, position }) => {
              const sign = direction === 'long' ? -1 : 1;
              // Value in units is exact: ticks * lots * 10^4.
              return [uid, printMoney(BigInt(Math.floor((sign * mark * position.lots * rate) / 10_000)))] as const;
            })
          : [];
        expect([...payments], `stamp before ${new Date(ts).toISOString()}, seed ${seed}`).toEqual(
          expected.filter(([, units]) => units !== '0'),
        );
        if (due) stamps += 1;
        paid += payments.size;
        samples = [];
        minute = -1;
        interval = now;
      } else expect(payments.size).toBe(0);
      if (Math.floor(ts / 60_000) !== minute) samples.push(naivePremium(exchange.machine));
      minute = Math.floor(ts / 60_000);
      expect(fault(exchange.machine)).toBeNull();
    }
    expect(stamps).toBeGreaterThan(0);
    expect(paid).toBeGreaterThan(2);
  });
});
