// Index, mark, triggers and margin of contracts in the machine, rule by rule (R6 to R11).
import { describe, expect, it } from 'vitest';
import { EXCHANGE_UID } from '../../../server/exchange/command.ts';
import {
  BOT_TAKER,
  INSURANCE_UID,
  PERP,
  SPOT,
  TICKS,
  contract,
  fault,
  fund,
  contractExchange,
  contractsOf,
  endedContracts,
  fundedExchange,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, COIN, USDT, place, codeOf } from '../../support/exchange/spot-fixture.ts';

describe('index and mark', () => {
  it('R8: the index is the average of buying and selling 25 000 USDT in the spot book, in numbered ticks', () => {
    const { beat, run, machine, quoteSpot } = fundedExchange();
    const ticks = () => beat().events.filter(({ kind }) => kind === 'index');
    const { seq } = machine.indexes()[0]!;
    expect(machine.indexes()).toMatchObject([
      { coinInfoId: SPOT, seq, priceTicks: 60_000 * 20 },
      { coinInfoId: PERP, seq, priceTicks: 60_000 * TICKS },
    ]);
    quoteSpot(61_000);
    expect(ticks()).toMatchObject([
      { coinInfoId: SPOT, seq: seq + 1, priceTicks: 61_000 * 20 },
      { coinInfoId: PERP, seq: seq + 1, priceTicks: 61_000 * TICKS },
    ]);
    // A hundredth of a coin at the best price is a sixtieth of the bought value: 600 of 25 000 USDT at 61 000.45
    // instead of 61 000.5.
    run(place(BOT_TAKER, 'sell', 61_000 * 20 + 9, 1_000, { coinInfoId: SPOT }));
    expect(ticks()).toMatchObject([{ priceTicks: 61_000 * 20 }, {}]);
    run({ kind: 'cancelAllSpot', uid: 100, coinInfoId: SPOT });
    run({ kind: 'cancelAllSpot', uid: BOT_TAKER, coinInfoId: SPOT });
    expect(ticks()).toEqual([]);
    // Neither a trade nor a book with too little in it gives an index tick.
    run(place(BOT_TAKER, 'sell', 60_500 * 20, 10, { coinInfoId: SPOT }));
    run(place(100, 'buy', 60_500 * 20, 10, { coinInfoId: SPOT }));
    run(place(BOT_TAKER, 'sell', 60_501 * 20, 41_000, { coinInfoId: SPOT }));
    run(place(100, 'buy', 60_499 * 20, 41_000, { coinInfoId: SPOT }));
    expect(ticks()).toEqual([]);
    run(place(BOT_TAKER, 'sell', 60_502 * 20, 500, { coinInfoId: SPOT }));
    run(place(100, 'buy', 60_498 * 20, 500, { coinInfoId: SPOT }));
    expect(ticks()).toMatchObject([
      { seq: seq + 3, priceTicks: 60_500 * 20 },
      { seq: seq + 3, priceTicks: 60_500 * TICKS },
    ]);
    // Two sides more than 1 % apart give no tick.
    run({ kind: 'cancelAllSpot', uid: 100, coinInfoId: SPOT });
    run(place(100, 'buy', 59_800 * 20, 100_000, { coinInfoId: SPOT }));
    expect(ticks()).toEqual([]);
  });

  it('R8: the impact value grows to ten times the open stakes of binary options', () => {
    const { beat, run } = fundedExchange();
    run({
      kind: 'credit',
      uid: EXCHANGE_UID,
      wallet: 'spot',
      coinId: USDT,
      units: 1_000_000n * COIN,
      recordType: 'bot',
      remark: '',
    });
    const index = () =>
      beat().events.flatMap((event) =>
        event.kind === 'index' && event.coinInfoId === SPOT ? [event.priceTicks] : [],
      )[0]!;
    // 30 000 USDT at 60 001, the rest a hundred USDT above: it counts once stakes raise the impact value.
    const book = (lots: number) => {
      run({ kind: 'cancelAllSpot', uid: 100, coinInfoId: SPOT });
      for (const [priceTicks, held] of [
        [60_001, lots],
        [60_100, 5_000_000],
      ] as const)
        run(place(100, 'sell', priceTicks * 20, held, { coinInfoId: SPOT }));
      run(place(100, 'buy', 59_999 * 20, 5_000_000, { coinInfoId: SPOT }));
    };
    book(50_000);
    expect(index()).toBe(60_000 * 20);
    book(5_000_000);
    run({
      kind: 'credit',
      uid: ALICE,
      wallet: 'spot',
      coinId: USDT,
      units: 20_000n * COIN,
      recordType: 'test',
      remark: '',
    });
    for (let at = 0; at < 5; at += 1) {
      expect(
        codeOf(
          run({
            kind: 'placeSeconds',
            uid: ALICE,
            coinInfoId: SPOT,
            direction: 'up',
            periodS: 30,
            amountUnits: 2_000n * COIN,
            seenUnits: 0n,
            slipE8: 0,
            profitRateE8: null,
            clientNo: `s${at}`,
          }),
        ),
      ).toBe(0);
    }
    book(50_000);
    // 100 000 USDT: 30 000.5 at 60 001 and 69 999.5 at 60 100, on average 60 070.26; the middle is 60 034.63.
    expect(index()).toBe(Math.round(60_034.63 * 20));
  });

  it('E3: a beat emits index ticks, then marks, then what it triggers, each with a note', () => {
    const { open, quote, quoteSpot, beat } = fundedExchange();
    open(ALICE, 'long', { multiple: 50 });
    quote(57_000);
    quoteSpot(57_000);
    expect(beat().events.map(({ kind }) => kind)).toEqual(['clock', 'index', 'index', 'mark']);
    const kinds = beat().events.map(({ kind }) => kind);
    expect(kinds.slice(0, 5)).toEqual(['clock', 'index', 'index', 'mark', 'trade']);
    expect(kinds.slice(-2)).toEqual(['contract', 'contractNote']);
  });

  it("R9: the contract's own trades and book move the mark by 0.1 % at most, over half an hour", () => {
    const { run, machine, beat, quote } = fundedExchange();
    const before = machine.mark(PERP)!.markTicks;
    run({ kind: 'cancelAllSpot', uid: 100, coinInfoId: PERP });
    run(place(BOT_TAKER, 'sell', 50_000 * TICKS, 1, { coinInfoId: PERP }));
    run(place(100, 'buy', 50_000 * TICKS, 1, { coinInfoId: PERP }));
    expect(machine.market(PERP)?.lastPriceTicks).toBe(50_000 * TICKS);
    beat();
    expect(machine.mark(PERP)!.markTicks).toBe(before);
    quote(70_000);
    beat();
    expect(Math.abs(machine.mark(PERP)!.markTicks - before)).toBeLessThanOrEqual(1);
    for (let at = 0; at < 7200; at += 1) beat();
    expect(machine.mark(PERP)!.markTicks / before).toBeGreaterThan(1.0009);
    expect(machine.mark(PERP)!.markTicks / before).toBeLessThanOrEqual(1.001);
  });

  it('R9: without an index tick the mark stays, and one mark alone triggers nothing', () => {
    const { open, run, machine, beat, quote, quoteSpot } = fundedExchange();
    const { id } = open(ALICE, 'long', { multiple: 50 });
    const standing = machine.mark(PERP)!;
    run({ kind: 'cancelAllSpot', uid: 100, coinInfoId: SPOT });
    for (let at = 0; at < 5; at += 1) beat();
    expect(machine.mark(PERP)).toMatchObject({ markTicks: standing.markTicks, beforeTicks: standing.beforeTicks });
    quote(60_000);
    for (const [price, held] of [
      [55_000, true],
      [60_000, true],
      [55_000, true],
      [55_000, false],
    ] as const) {
      quoteSpot(price);
      beat();
      expect(
        machine.allContracts().some((state) => state.id === id),
        String(price),
      ).toBe(held);
    }
  });
});

describe('triggers', () => {
  it('R7 R11: take-profit and stop-loss close within the command that moved the mark', () => {
    const { open, moveTo, machine, run } = fundedExchange();
    const gains = open(ALICE, 'long', { profitTicks: 60_400 * TICKS });
    const stops = open(BOB, 'short', { lossTicks: 60_300 * TICKS });
    expect(codeOf(run({ kind: 'setProfit', uid: BOB, contractId: stops.id, priceTicks: 60_000 * TICKS }))).toBe(2009);
    expect(
      contractsOf(run({ kind: 'setProfit', uid: BOB, contractId: stops.id, priceTicks: 59_000 * TICKS })),
    ).toMatchObject([{ profitTicks: 590_000 }]);
    expect(endedContracts(moveTo(60_200))).toEqual([]);
    // Both are due at once: the stop-loss is first.
    expect(endedContracts(moveTo(60_500))).toEqual([`${stops.id} stop_loss`, `${gains.id} take_profit`]);
    expect(fault(machine)).toBe(null);
  });

  it('R7: a trade triggers at once by the last price', () => {
    const { open, run, machine } = fundedExchange();
    const { id } = open(ALICE, 'long', { triggerBy: 'last', lossTicks: 59_999 * TICKS });
    // The best bid, 59 999.5, has not passed the stop; the next one has.
    expect(
      endedContracts(run(place(BOT_TAKER, 'sell', 59_999 * TICKS, 5000, { coinInfoId: PERP, tif: 'IOC' }))),
    ).toEqual([]);
    expect(endedContracts(run(place(BOT_TAKER, 'sell', 59_998 * TICKS, 10, { coinInfoId: PERP, tif: 'IOC' })))).toEqual(
      [`${id} stop_loss`],
    );
    expect(machine.allContracts()).toEqual([]);
    expect(fault(machine)).toBe(null);
  });

  it('R11: until the index ticks after a start, no trade triggers what waits for the last price', () => {
    const { open, run, machine, moveTo } = fundedExchange();
    const CAROL = BOB + 1;
    run(fund(CAROL, 10_000n));
    const stop = open(ALICE, 'long', { triggerBy: 'last', lossTicks: 59_000 * TICKS });
    const profit = open(ALICE, 'long', { triggerBy: 'last', profitTicks: 62_000 * TICKS });
    // The bots' orders end with their process. Two accounts of one person then make any price within the band.
    run({ kind: 'restart', uid: EXCHANGE_UID });
    for (const price of [55_000, 65_000]) {
      open(BOB, 'long', { limitTicks: price * TICKS, lots: 10, multiple: 1 });
      open(CAROL, 'short', { limitTicks: price * TICKS, lots: 10, multiple: 1 });
      expect(machine.market(PERP)?.lastPriceTicks).toBe(price * TICKS);
      // What is due would be sold to one of them, half a percent below the mark.
      const bid = run(contract(BOB, 'long', { limitTicks: 59_800 * TICKS, lots: 200, multiple: 10 }));
      expect(endedContracts(bid)).toEqual([]);
      run({ kind: 'cancelContract', uid: BOB, contractIds: null, coinInfoId: PERP, clientNo: '' });
    }
    // With the next tick it waits for the last price as before.
    moveTo(60_000);
    expect(machine.openContracts(ALICE, PERP).map(({ id }) => id)).toEqual([stop.id, profit.id]);
    run(place(BOT_TAKER, 'buy', 62_000 * TICKS, 1, { coinInfoId: PERP, tif: 'IOC' }));
    expect(endedContracts(moveTo(62_100))).toEqual([]);
    expect(endedContracts(run(place(BOT_TAKER, 'buy', 62_200 * TICKS, 10, { coinInfoId: PERP, tif: 'IOC' })))).toEqual([
      `${profit.id} take_profit`,
    ]);
    expect(fault(machine)).toBe(null);
  });

  it('R11: liquidations run first, the one furthest past its price before the others', () => {
    const { open, moveTo, machine } = fundedExchange();
    const stop = open(ALICE, 'long', { multiple: 10, lossTicks: 59_400 * TICKS });
    const near = open(ALICE, 'long', { multiple: 50 });
    const far = open(BOB, 'long', { multiple: 100 });
    expect(endedContracts(moveTo(58_000))).toEqual([
      `${far.id} liquidation`,
      `${near.id} liquidation`,
      `${stop.id} stop_loss`,
    ]);
    expect(fault(machine)).toBe(null);
  });

  it('R6: insurance receives what a liquidation leaves and pays what it lacks; no user falls below zero', () => {
    const { open, moveTo, machine, usdt } = fundedExchange();
    const { id } = open(ALICE, 'long', { lots: 100, multiple: 10 });
    const before = machine.balance(INSURANCE_UID, 'contract', USDT).available;
    // Case C of the golden vectors: liquidated at 54 300, where the simple formula would still hold it.
    moveTo(56_000);
    moveTo(54_400);
    expect(machine.allContracts()).toHaveLength(1);
    expect(endedContracts(moveTo(54_300))).toEqual([`${id} liquidation`]);
    expect(usdt(ALICE)).toEqual({ available: '9396.39497', frozen: '0' });
    const saved = machine.balance(INSURANCE_UID, 'contract', USDT).available - before;
    // 600.005 margin - 570.1 loss - fee 3.25797
    expect(saved).toBe(2_664_703_000n);
    open(BOB, 'long', { lots: 100, multiple: 100 });
    moveTo(53_000);
    expect(usdt(BOB).frozen).toBe('0');
    expect(machine.balance(INSURANCE_UID, 'contract', USDT).available).toBeLessThan(before + saved);
    expect(fault(machine)).toBe(null);
  });

  it('R6: the exchange account pays when the insurance account is empty', () => {
    const exchange = contractExchange();
    exchange.run(fund(ALICE, 1000n));
    exchange.moveTo(60_000);
    exchange.open(ALICE, 'short', { lots: 100, multiple: 100 });
    exchange.moveTo(63_000);
    expect(exchange.machine.allContracts()).toEqual([]);
    expect(exchange.machine.balance(INSURANCE_UID, 'contract', USDT).available).toBe(0n);
    expect(fault(exchange.machine)).toBe(null);
  });

  it('R11: what the book does not fill is tried again', () => {
    const { open, quoteSpot, quote, beat, run, machine } = fundedExchange();
    const { id } = open(ALICE, 'long', { lots: 100, multiple: 100 });
    run({ kind: 'cancelAllSpot', uid: 100, coinInfoId: PERP });
    quoteSpot(57_000);
    beat();
    expect(machine.allContracts()).toMatchObject([{ id, status: 1 }]);
    expect(endedContracts(quote(57_000, 40)).concat(endedContracts(beat()))).toEqual([`${id} liquidation`]);
    expect(fault(machine)).toBe(null);
  });
});

describe('margin', () => {
  it('R10: adding margin moves the liquidation price; removing leaves the initial margin and 80 % risk', () => {
    const { open, run, usdt, moveTo, machine } = fundedExchange();
    const { id } = open(ALICE, 'long', { lots: 100, multiple: 10 });
    expect(codeOf(run({ kind: 'addMargin', uid: ALICE, contractId: id, units: 20_000n * COIN }))).toBe(2001);
    expect(codeOf(run({ kind: 'addMargin', uid: ALICE, contractId: id, units: 0n }))).toBe(1400);
    expect(contractsOf(run({ kind: 'addMargin', uid: ALICE, contractId: id, units: 200n * COIN }))).toMatchObject([
      { addedUnits: 200n * COIN, position: { marginUnits: 80_000_500_000n } },
    ]);
    expect(usdt(ALICE).frozen).toBe('800.005');
    moveTo(56_000);
    moveTo(54_300);
    expect(machine.allContracts()).toHaveLength(1);
    expect(codeOf(run({ kind: 'addMargin', uid: ALICE, contractId: id, units: -200n * COIN }))).toBe(2001);
    moveTo(60_000);
    expect(contractsOf(run({ kind: 'addMargin', uid: ALICE, contractId: id, units: -200n * COIN }))).toMatchObject([
      { addedUnits: 0n },
    ]);
    expect(codeOf(run({ kind: 'addMargin', uid: ALICE, contractId: id, units: -1n }))).toBe(2001);
    expect(fault(machine)).toBe(null);
  });
});
