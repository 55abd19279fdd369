// Funding in the machine: golden values, who pays whom and out of what, which stamps count, restarts; and a naive twin
// over days of random books (R15).
import { describe, expect, it } from 'vitest';
import { type Instrument } from '../../../core/instruments/instrument.ts';
import type { Direction } from '../../../core/risk/margin.ts';
import { printMoney } from '../../../core/units/units.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import type { ExchangeEvent, Outcome } from '../../../server/exchange/event.ts';
import { type Machine, createMachine } from '../../../server/exchange/machine.ts';
import { chance } from '../../core/chance.ts';
import { BOT_TAKER, PERP, SPOT, contract, contractInstruments, fault, fund } from './contract-fixture.ts';
import { ALICE, BOB, BOT, CAROL, COIN, USDT, place } from './instruments.ts';

const HOUR = 3_600_000;
const STAMP = Date.UTC(2026, 10, 20, 8);

interface Desk {
  machine: Machine;
  run: (command: Command) => Outcome;
  /** Both books, 5000 lots on each of ten levels, the perpetual's half a USDT around its own price. */
  books: (index: number, perpetual?: number, lots?: number) => void;
  beat: (ts: number) => ExchangeEvent[];
  /** 0.1 coin at 60 000, met at rest. */
  hold: (uid: number, direction: Direction, lots?: number) => number;
  tape: { ts: number; command: Command }[];
}

function open(more: Partial<Instrument['info']> = { fundingEnable: 1 }): Desk {
  const machine = createMachine(contractInstruments(more));
  const tape: Desk['tape'] = [];
  let now = STAMP - 8 * HOUR + 1000;
  const run = (command: Command): Outcome => {
    tape.push({ ts: now, command });
    return machine.apply({ seq: tape.length, ts: now }, command);
  };
  for (const uid of [BOT, BOT_TAKER])
    for (const coinId of [USDT, SPOT, PERP])
      run({ kind: 'credit', uid, wallet: 'spot', coinId, units: 1_000_000_000n * COIN, recordType: 'bot', remark: '' });
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
    books: (index, perpetual = index, lots = 5000) => {
      ladder(SPOT, Math.round(index * 20), 10, 20, 100_000);
      ladder(PERP, Math.round(perpetual * 10), 5, 10, lots);
    },
    beat: (ts) => {
      now = ts;
      return run({ kind: 'clock', uid: EXCHANGE_UID }).events;
    },
    hold: (uid, direction, lots = 100) => {
      const { answer } = run(contract(uid, direction, { limitTicks: 600_000, lots }));
      if ('code' in answer) throw new Error(`refused with ${answer.code}`);
      run(place(BOT_TAKER, direction === 'long' ? 'sell' : 'buy', 600_000, lots, { coinInfoId: PERP }));
      return answer.contracts![0]!.id;
    },
  };
}

/**
 * A long and a short of 6 000 USDT at 60 000, and one sample of a premium; the mark is 60 000 again when the stamp
 * comes.
 */
function upToStamp(perpetual: number, more?: Partial<Instrument['info']>): Desk {
  const desk = open(more);
  for (const uid of [ALICE, BOB]) desk.run(fund(uid, 10_000n));
  desk.books(60_000);
  desk.hold(ALICE, 'long');
  desk.hold(BOB, 'short');
  desk.books(60_000, perpetual);
  desk.beat(STAMP - HOUR);
  desk.books(60_000);
  return desk;
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
    const desk = upToStamp(perpetual);
    expect(printMoney(desk.machine.mark(PERP)!.funding!.rateE8)).toBe(rate);
    expect(desk.machine.mark(PERP)!.funding!.nextMs).toBe(STAMP);
    const events = desk.beat(STAMP + 300);
    expect(lines(events)).toEqual([
      { uid: ALICE, units: long, frozen: '0' },
      { uid: BOB, units: short, frozen: '0' },
    ]);
    expect(notes(events)).toEqual([
      [ALICE, long],
      [BOB, short],
    ]);
    expect(desk.machine.allContracts().map(({ position }) => printMoney(position.fundingUnits))).toEqual([long, short]);
    expect(desk.machine.mark(PERP)!.funding!.nextMs).toBe(STAMP + 8 * HOUR);
    expect(fault(desk.machine)).toBeNull();
    const order = events.flatMap((event) =>
      event.kind === 'mark' || event.kind === 'contractNote' ? [event.kind] : [],
    );
    expect(order).toEqual(['mark', 'contractNote', 'contractNote']);
  });

  it('is off by default', () => {
    const desk = upToStamp(60_060.5, {});
    expect(lines(desk.beat(STAMP + 300))).toEqual([]);
    expect(desk.machine.mark(PERP)!.funding).toBeUndefined();
  });

  it('is taken once a stamp, from what is held then: not from what was closed before or is opened after', () => {
    const desk = upToStamp(60_060.5);
    desk.run({ kind: 'closeAllContracts', uid: BOB, coinInfoId: null, direction: null });
    expect(lines(desk.beat(STAMP)).map(({ uid }) => uid)).toEqual([ALICE, EXCHANGE_UID]);
    desk.run(fund(CAROL, 10_000n));
    desk.hold(CAROL, 'long');
    for (const later of [1000, 30_000, HOUR, 8 * HOUR - 1]) expect(lines(desk.beat(STAMP + later))).toEqual([]);
    expect(lines(desk.beat(STAMP + 8 * HOUR)).map(({ uid }) => uid)).toEqual([ALICE, CAROL, EXCHANGE_UID]);
    expect(fault(desk.machine)).toBeNull();
  });

  it('is realised with the closing, in its part', () => {
    const [paid, free] = [upToStamp(60_060.5), upToStamp(60_060.5, {})];
    const realised = [paid, free].map((desk) => {
      desk.beat(STAMP);
      const id = desk.machine.openContracts(ALICE, PERP)[0]!.id;
      const { answer } = desk.run({ kind: 'closeContract', uid: ALICE, contractId: id, lots: 0, slipE8: 0 });
      return 'code' in answer ? 0n : answer.contracts![0]!.realisedUnits;
    });
    expect(printMoney(realised[0]! - realised[1]!)).toBe('-3');
  });

  it('comes out of the margin where the wallet has too little', () => {
    const desk = open();
    desk.run(fund(ALICE, 610n));
    desk.books(60_000);
    const contractId = desk.hold(ALICE, 'long');
    desk.run({
      kind: 'addMargin',
      uid: ALICE,
      contractId,
      units: desk.machine.balance(ALICE, 'contract', USDT).available - COIN / 4n,
    });
    const before = desk.machine.openContracts(ALICE, PERP)[0]!.position.marginUnits;
    desk.books(60_000, 60_060.5);
    desk.beat(STAMP - HOUR);
    desk.books(60_000);
    expect(lines(desk.beat(STAMP))).toEqual([
      { uid: ALICE, units: '-3', frozen: '-2.75' },
      { uid: EXCHANGE_UID, units: '3', frozen: '0' },
    ]);
    expect(printMoney(before - desk.machine.openContracts(ALICE, PERP)[0]!.position.marginUnits)).toBe('2.75');
    expect(desk.machine.balance(ALICE, 'contract', USDT).available).toBe(0n);
    expect(fault(desk.machine)).toBeNull();
  });

  it.each([
    ['that no beat reached within a minute', (desk: Desk) => desk.beat(STAMP + 60_000)],
    [
      'in a halted market',
      (desk: Desk) => {
        desk.run({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: PERP, status: 0 });
        return desk.beat(STAMP);
      },
    ],
    ['after days away', (desk: Desk) => desk.beat(STAMP + 24 * HOUR)],
  ])('passes over a stamp %s', (_, act) => {
    const desk = upToStamp(60_060.5);
    expect(lines(act(desk))).toEqual([]);
  });

  it('says the same after a replay, and after a restart in the middle of an interval', () => {
    const desk = upToStamp(60_060.5);
    const again = createMachine(contractInstruments({ fundingEnable: 1 }));
    desk.tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
    expect(again.stateHash()).toBe(desk.machine.stateHash());
    const restored = createMachine(contractInstruments({ fundingEnable: 1 }));
    restored.restore(stored(desk.machine));
    expect(restored.stateHash()).toBe(desk.machine.stateHash());
    const expected = desk.beat(STAMP);
    expect(restored.apply({ seq: desk.tape.length, ts: STAMP }, { kind: 'clock', uid: EXCHANGE_UID }).events).toEqual(
      expected,
    );
    expect(restored.stateHash()).toBe(desk.machine.stateHash());
  });
});

function stored(machine: Machine): Parameters<Machine['restore']>[0] {
  const { orderId, dealId, contractId } = machine.counters();
  const people = [...new Set(machine.allBalances().map(({ uid }) => uid))];
  return {
    orderId,
    dealId,
    contractId,
    balances: machine.allBalances(),
    orders: people.flatMap((uid) => machine.openOrders(uid, null)),
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

/** Premium from the book as anybody sees it, lot by lot: what 20 000 USDT at the index would meet on average. */
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
  it('takes the same of everybody through two days of random books', () => {
    const draw = chance(seed);
    const desk = open();
    for (const uid of [ALICE, BOB, CAROL]) desk.run(fund(uid, 50_000n));
    desk.books(60_000);
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
      desk.hold(uid, direction, lots);
    for (let ts = STAMP - 2 * HOUR; ts < STAMP + 40 * HOUR; ts += 20_000 + draw.below(160_000)) {
      const index = 60_000 + draw.below(400) - 200;
      desk.books(index, index + draw.below(160) - 80, 20 + draw.below(300));
      const before = desk.machine.allContracts();
      const events = desk.beat(ts);
      const now = Math.floor(ts / (8 * HOUR));
      const told = new Map(notes(events) as [number, string][]);
      if (now !== interval) {
        const due = now === interval + 1 && ts % (8 * HOUR) < 60_000 && samples.length > 0;
        const average = Math.floor(samples.reduce((sum, value) => sum + value, 0) / samples.length);
        const rate = average + Math.max(-50_000, Math.min(50_000, 10_000 - average));
        const mark = desk.machine.mark(PERP)!.markTicks;
        const expected = due
          ? before.map(({ uid, direction, position }) => {
              const sign = direction === 'long' ? -1 : 1;
              // Value in units is exact: ticks * lots * 10^4.
              return [uid, printMoney(BigInt(Math.floor((sign * mark * position.lots * rate) / 10_000)))] as const;
            })
          : [];
        expect([...told], `stamp before ${new Date(ts).toISOString()}, seed ${seed}`).toEqual(
          expected.filter(([, units]) => units !== '0'),
        );
        if (due) stamps += 1;
        paid += told.size;
        samples = [];
        minute = -1;
        interval = now;
      } else expect(told.size).toBe(0);
      if (Math.floor(ts / 60_000) !== minute) samples.push(naivePremium(desk.machine));
      minute = Math.floor(ts / 60_000);
      expect(fault(desk.machine)).toBeNull();
    }
    expect(stamps).toBeGreaterThan(0);
    expect(paid).toBeGreaterThan(2);
  });
});
