// An exchange with a stopped clock (R14): no effect meanwhile, and what happens when it beats again.
import { describe, expect, it } from 'vitest';
import { isReject } from '../../../core/orders/spot-order.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import {
  INSURANCE_UID,
  PERP,
  SPOT,
  TICKS,
  contractInstruments,
  fault,
  fund,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, BOT, COIN, USDT, credit } from '../../support/exchange/spot-fixture.ts';

/** A test exchange with a clock that the test sets. */
function ready() {
  const machine = new Machine(contractInstruments());
  let seq = 0;
  const clock = { ms: 1_700_000_000_000 };
  const run = (command: Command): Outcome => machine.apply({ seq: ++seq, ts: clock.ms }, command);
  for (const coinId of [USDT, SPOT, PERP]) run(credit(BOT, coinId, 1_000_000_000n * COIN));
  for (const uid of [ALICE, BOB]) {
    run(fund(uid, 10_000n));
    run(credit(uid, USDT, 1000n * COIN));
  }
  run(fund(INSURANCE_UID, 100_000n));
  const quote = (coinInfoId: number, ticks: number, step: number, lots: number) =>
    run({
      kind: 'quote',
      uid: BOT,
      coinInfoId,
      cancel: machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
      place: [1, 2, 3].flatMap((far) => [
        { side: 'buy' as const, priceTicks: ticks - far * step, lots },
        { side: 'sell' as const, priceTicks: ticks + far * step, lots },
      ]),
    });
  const books = (price: number): void => {
    quote(SPOT, price * 20, 10, 100_000);
    quote(PERP, price * TICKS, 5, 5000);
  };
  const beat = () => {
    clock.ms += 1000;
    return run({ kind: 'clock', uid: EXCHANGE_UID });
  };
  books(60_000);
  for (let at = 0; at < 3; at += 1) beat();
  return { machine, run, books, beat, clock };
}

describe('R14: while the clock is stopped', () => {
  it('marks stay and nothing is triggered or settled; later only new ticks and books count', () => {
    const { machine, run, books, beat, clock } = ready();
    const placed = run({
      kind: 'placeContract',
      uid: ALICE,
      coinInfoId: PERP,
      direction: 'long',
      orderType: 'market',
      multiple: 50,
      lots: 100,
      limitTicks: 0,
      profitTicks: 0,
      lossTicks: 0,
      triggerBy: 'mark',
      slipE8: 0,
      clientNo: 'still',
    });
    if (isReject(placed.answer)) throw new Error(String(placed.answer.code));
    const bought = run({
      kind: 'placeSeconds',
      uid: BOB,
      coinInfoId: SPOT,
      direction: 'up',
      periodS: 30,
      amountUnits: 100n * COIN,
      seenUnits: 0n,
      slipE8: 0,
      profitRateE8: null,
      clientNo: 'still',
    });
    if (isReject(bought.answer)) throw new Error(String(bought.answer.code));
    const bobBefore = machine.balance(BOB, 'spot', USDT).available;
    const mark = machine.mark(PERP);
    // An hour without beats: other commands advance the time, and nothing is settled.
    for (let at = 0; at < 60; at += 1) {
      clock.ms += HOUR_MS / 60;
      const { events } = run({
        kind: 'transfer',
        uid: ALICE,
        coinId: USDT,
        units: COIN,
        to: at % 2 === 0 ? 'contract' : 'spot',
        clientNo: `t${at}`,
      });
      expect(events.every(({ kind }) => kind === 'posting' || kind === 'fund')).toBe(true);
    }
    expect(machine.mark(PERP)).toEqual(mark);
    expect([machine.allContracts().length, machine.allBinaryOptions().length]).toEqual([1, 1]);
    // The clock beats again at other prices: no time of the gap counts for the order, its thirty ticks begin now.
    books(61_000);
    beat();
    expect(machine.allBinaryOptions()).toMatchObject([{ strikeSeq: 0 }]);
    // The mark price follows the books of now; the position is judged by two marks and closed in the book, not at a
    // price of the gap.
    expect(machine.mark(PERP)!.markTicks).toBeGreaterThan(60_900 * TICKS);
    expect(machine.allContracts()).toHaveLength(1);
    books(58_000);
    beat();
    const ended = beat().events.flatMap((event) =>
      event.kind === 'contract' && event.contract.status > 1 ? [event.contract] : [],
    );
    expect(ended).toMatchObject([{ closeReason: 'liquidation' }]);
    expect(ended[0]!.closedUnits).toBeLessThanOrEqual((58_000n * COIN) / 10n);
    for (let at = 0; at < 27; at += 1) beat();
    // The strike is the median of 61 000 and four times 58 000, equal to the execution price: a draw.
    expect(machine.allBinaryOptions()).toEqual([]);
    expect(machine.balance(BOB, 'spot', USDT).available - bobBefore).toBe(100n * COIN + COIN / 5n);
    expect(fault(machine)).toBe(null);
  });
});
