// Take-profits and stop-losses of a part of a position.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import {
  INSURANCE_UID,
  TICKS,
  contract,
  contractExchange,
  contractsOf,
  fault,
  fund,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, codeOf } from '../../support/exchange/spot-fixture.ts';

function ready() {
  const exchange = contractExchange();
  exchange.run(fund(ALICE, 50_000n));
  exchange.run(fund(INSURANCE_UID, 100_000n));
  exchange.moveTo(60_000);
  const set = (kind: 'setProfit' | 'setLoss', contractId: number, price: number, lots?: number): Command => ({
    kind,
    uid: ALICE,
    contractId,
    priceTicks: price * TICKS,
    lots,
  });
  const state = (id: number) => exchange.machine.allContracts().find((contract) => contract.id === id);
  return { ...exchange, set, state };
}
const closes = ({ events }: Outcome) =>
  events.flatMap((event) =>
    event.kind === 'contractNote' && event.note.kind === 'close' ? [`${event.note.lots} ${event.note.reason}`] : [],
  );

describe('R7: a stop-loss of an order that waits', () => {
  it('lies before the liquidation price that its position would have, as when it is placed', () => {
    const { run, set, state } = ready();
    const waits = (direction: 'long' | 'short', limit: number, lossTicks = 0): Outcome =>
      run(contract(ALICE, direction, { limitTicks: limit * TICKS, multiple: 100, lossTicks }));
    for (const [direction, limit, beyond, before] of [
      ['long', 58_000, 57_500, 57_800],
      ['short', 62_000, 62_500, 62_200],
    ] as const) {
      expect(codeOf(waits(direction, limit, beyond * TICKS))).toBe(2010);
      const { id } = contractsOf(waits(direction, limit))[0]!;
      expect(codeOf(run(set('setLoss', id, beyond)))).toBe(2010);
      expect(state(id)?.lossTicks).toBe(0);
      expect(codeOf(run(set('setLoss', id, before)))).toBe(0);
      expect(state(id)?.lossTicks).toBe(before * TICKS);
    }
  });
});

describe('R7: a part of a position', () => {
  it('is closed once when its price is reached; the rest keeps its entry price, leverage and other price', () => {
    const { open, run, set, state, moveTo, machine } = ready();
    const { id } = open(ALICE, 'long', { lots: 100, profitTicks: 63_000 * TICKS });
    expect(codeOf(run(set('setProfit', id, 60_400, 30)))).toBe(0);
    expect(codeOf(run(set('setLoss', id, 59_500, 40)))).toBe(0);
    expect(state(id)).toMatchObject({ profitLots: 30, lossLots: 40 });
    const before = state(id)!;
    expect(closes(moveTo(60_500))).toEqual(['30 take_profit']);
    expect(state(id)).toMatchObject({
      profitTicks: 0,
      profitLots: 0,
      lossLots: 40,
      lossTicks: 59_500 * TICKS,
      closeType: 0,
      status: 1,
      position: { lots: 70, multiple: 10 },
    });
    expect(state(id)!.position.openUnits).toBe((before.position.openUnits * 7n) / 10n);
    expect(closes(moveTo(60_600))).toEqual([]);
    expect(closes(moveTo(59_400))).toEqual(['40 stop_loss']);
    expect(closes(moveTo(59_300))).toEqual([]);
    expect(state(id)).toMatchObject({ lossTicks: 0, lossLots: 0, position: { lots: 30 } });
    expect(fault(machine)).toBe(null);
  });

  it('is at most what is held: a larger one closes the contract', () => {
    const { open, run, set, state, moveTo } = ready();
    const { id } = open(ALICE, 'short', { lots: 100 });
    expect(codeOf(run(set('setProfit', id, 59_000, 101)))).toBe(2003);
    expect(codeOf(run(set('setProfit', id, 59_000, 0.5)))).toBe(2003);
    expect(codeOf(run(set('setProfit', id, 59_000, 100)))).toBe(0);
    run({ kind: 'closeContract', uid: ALICE, contractId: id, lots: 60, slipE8: 0 });
    expect(closes(moveTo(58_900))).toEqual(['40 take_profit']);
    expect(state(id)).toBe(undefined);
  });

  it('waits for what the book does not fill, and ends with its price', () => {
    const { open, run, set, state, moveTo, quote, quoteSpot, beat } = ready();
    const { id } = open(ALICE, 'long', { lots: 100 });
    run(set('setProfit', id, 60_400, 30));
    // Ten levels of one lot each: ten of the thirty are filled now.
    quoteSpot(60_500);
    quote(60_500, 1);
    expect(closes(beat())).toEqual([]);
    expect(closes(beat())).toEqual(['10 take_profit']);
    expect(state(id)).toMatchObject({ profitLots: 20, position: { lots: 90 } });
    expect(closes(quote(60_500))).toEqual(['20 take_profit']);
    expect(state(id)).toMatchObject({ profitTicks: 0, position: { lots: 70 } });
    run(set('setLoss', id, 60_000, 5));
    run(set('setLoss', id, 0, 5));
    expect(state(id)).toMatchObject({ lossTicks: 0, lossLots: 0 });
    run(set('setLoss', id, 60_000));
    expect(closes(moveTo(59_900))).toEqual(['70 stop_loss']);
  });
});
