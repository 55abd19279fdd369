// A contract order that takes the place of another (R19), one by one. Among all others: the twin.
import { describe, expect, it } from 'vitest';
import { BID } from '../../../core/feed/checksum.ts';
import type { CommandOf } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import {
  BOT_TAKER,
  INSURANCE_UID,
  PERP,
  TICKS,
  contract,
  contractExchange,
  fault,
  fund,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, COIN, USDT, place, codeOf } from '../../support/exchange/spot-fixture.ts';

const at = (price: number): number => price * TICKS;

function replaceExchange(aliceUsdt = 10_000n) {
  const exchange = contractExchange();
  exchange.run(fund(ALICE, aliceUsdt));
  exchange.run(fund(BOB, 10_000n));
  exchange.run(fund(INSURANCE_UID, 100_000n));
  exchange.moveTo(60_000);
  const { machine, run } = exchange;
  return {
    ...exchange,
    replace: (contractId: number, price: number, more: Partial<CommandOf<'replaceContract'>> = {}) =>
      run({
        kind: 'replaceContract',
        uid: ALICE,
        contractId,
        lots: 0,
        limitTicks: at(price),
        clientNo: `r ${price}`,
        ...more,
      }),
    set: (kind: 'setProfit' | 'setLoss', contractId: number, price: number, lots?: number) =>
      run({ kind, uid: ALICE, contractId, priceTicks: at(price), lots, triggerBy: 'last' }),
    /** Sells to what rests down to a price. */
    fill: (price: number, lots: number) =>
      run(place(BOT_TAKER, 'sell', at(price), lots, { coinInfoId: PERP, tif: 'IOC' })),
    state: (id: number) => machine.openContract(id),
  };
}
/** Contracts that an outcome changed, as they were last: id, status, and what rests. */
function changed({ events }: Outcome): string[] {
  const last = new Map<number, string>();
  for (const event of events)
    if (event.kind === 'contract') {
      const { id, status, pendingLots, closeReason } = event.contract;
      last.set(id, `${id} ${status} ${pendingLots} ${closeReason}`);
    }
  return [...last.values()];
}

describe('R19: a contract order in the place of another', () => {
  it('ends the one and places the other, as it was, with all of its money', () => {
    const { open, set, replace, state, machine, usdt } = replaceExchange(620n);
    const { id } = open(ALICE, 'long', { lots: 100, limitTicks: at(59_000) });
    set('setProfit', id, 63_000, 30);
    set('setLoss', id, 57_000);
    const { frozen } = usdt(ALICE);
    expect(changed(replace(id, 60_000))).toEqual([`${id} 4 0 user`, `${id + 1} 0 100 `]);
    expect(state(id + 1)).toMatchObject({
      direction: 'long',
      multiple: 10,
      lots: 100,
      limitTicks: at(60_000),
      clientNo: 'r 60000',
      profitTicks: at(63_000),
      profitLots: 30,
      lossTicks: at(57_000),
      lossLots: 0,
      triggerBy: 'last',
    });
    expect([machine.levelLots(PERP, BID, at(59_000)), machine.levelLots(PERP, BID, at(60_000))]).toEqual([0, 100]);
    expect(Number(usdt(ALICE).frozen)).toBeCloseTo((Number(frozen) * 60) / 59, 5);
    expect(fault(machine)).toBe(null);
  });

  it('refused, it changes nothing: money, band, tick, take-profit, stop-loss, a closed or a halted market', () => {
    const { open, replace, machine, run } = replaceExchange(620n);
    const triggers = { profitTicks: at(60_200), lossTicks: at(57_000) };
    const { id } = open(ALICE, 'long', { lots: 100, limitTicks: at(59_000), ...triggers });
    const free = machine.balance(ALICE, 'contract', USDT).available;
    run({ kind: 'transfer', uid: ALICE, coinId: USDT, units: free, to: 'spot', clientNo: 't' });
    const before = machine.stateHash();
    const refused = [
      replace(id, 59_500),
      replace(id, 70_000),
      replace(id, 0),
      replace(id, 59_000.05),
      replace(id, 60_300),
      replace(id, 56_000),
      replace(id, 59_000, { lots: -1 }),
    ];
    expect(refused.map(codeOf)).toEqual([2001, 2006, 2004, 1400, 2009, 2010, 2003]);
    expect(refused.flatMap(({ events }) => events)).toEqual([]);
    expect(machine.stateHash()).toBe(before);
    for (const status of [2, 0]) {
      run({ kind: 'marketStatus', uid: 1, coinInfoId: PERP, status });
      expect(codeOf(replace(id, 58_000))).toBe(2008);
    }
    expect(machine.openContract(id)).toMatchObject({ pendingLots: 100, limitTicks: at(59_000) });
  });

  it('is of what the other had not filled, though its owner saw more; the position stays where it is', () => {
    const { open, replace, fill, state, machine } = replaceExchange();
    const { id } = open(ALICE, 'long', { lots: 100, limitTicks: at(59_999), profitTicks: at(63_000) });
    fill(59_999, 5040);
    expect(state(id)).toMatchObject({ pendingLots: 60, position: { lots: 40 } });
    const held = state(id)!.position;
    expect(changed(replace(id, 59_000, { lots: 100 }))).toEqual([`${id} 1 0 `, `${id + 1} 0 60 `]);
    expect(state(id)).toMatchObject({ position: held, profitTicks: at(63_000), bookOrderId: 0, heldUnits: 0n });
    expect(state(id + 1)).toMatchObject({ lots: 60, profitTicks: at(63_000) });
    // Less than rests is a smaller order.
    expect(changed(replace(id + 1, 58_000, { lots: 20 }))).toEqual([`${id + 1} 4 0 user`, `${id + 2} 0 20 `]);
    expect(fault(machine)).toBe(null);
  });

  it('closes no more by a part than its owner set, and all where that was everything', () => {
    const { open, set, replace, fill, state } = replaceExchange();
    const { id } = open(ALICE, 'long', { lots: 100, limitTicks: at(59_999) });
    set('setProfit', id, 63_000, 70);
    set('setLoss', id, 59_000, 30);
    fill(59_999, 5040);
    replace(id, 59_500);
    expect(state(id)).toMatchObject({ profitLots: 70, lossLots: 30, position: { lots: 40 } });
    expect(state(id + 1)).toMatchObject({ profitTicks: at(63_000), profitLots: 30, lossTicks: 0, lossLots: 0 });
    replace(id + 1, 59_400, { lots: 10 });
    expect(state(id + 2)).toMatchObject({ lots: 10, profitLots: 10 });
  });

  it('trades at once what it meets, and never with its owner', () => {
    const { open, replace, state, machine } = replaceExchange();
    const { id: small } = open(ALICE, 'long', { lots: 100, limitTicks: at(59_000) });
    expect(changed(replace(small, 60_001))).toEqual([`${small} 4 0 user`, `${small + 1} 1 0 `]);
    expect(state(small + 1)).toMatchObject({ openedLots: 100, pendingLots: 0 });
    const { id: short } = open(ALICE, 'short', { lots: 10, limitTicks: at(60_100) });
    const { id: long } = open(ALICE, 'long', { lots: 10, limitTicks: at(59_900) });
    expect(changed(replace(short, 59_900))).toEqual([`${short} 4 0 user`, `${long + 1} 1 0 `]);
    expect(fault(machine)).toBe(null);
  });

  it('of one that was filled or revoked, of another user or of none is refused', () => {
    const { open, run, replace, fill, machine } = replaceExchange();
    const { id } = open(ALICE, 'long', { lots: 100, limitTicks: at(59_999) });
    const theirs = open(BOB, 'long', { lots: 100, limitTicks: at(59_000) }).id;
    const revoked = open(ALICE, 'long', { lots: 100, limitTicks: at(59_000) }).id;
    run({ kind: 'cancelContract', uid: ALICE, contractIds: [revoked], coinInfoId: null });
    fill(59_999, 5100);
    const before = machine.stateHash();
    expect([id, revoked].map((each) => codeOf(replace(each, 58_000)))).toEqual([2012, 2012]);
    expect([theirs, 0, -1, 99].map((each) => codeOf(replace(each, 58_000)))).toEqual([1404, 1404, 1404, 1404]);
    expect(machine.stateHash()).toBe(before);
  });

  it('counts in the place of the other, where a user has all that are allowed; one that holds stays', () => {
    const { open, run, replace, fill } = replaceExchange(100_000n);
    const { id } = open(ALICE, 'long', { lots: 100, limitTicks: at(59_999) });
    for (let made = 1; made < 200; made += 1) open(ALICE, 'long', { lots: 1, limitTicks: at(59_000) });
    expect(codeOf(run(contract(ALICE, 'long', { lots: 1, limitTicks: at(59_000) })))).toBe(1418);
    expect(codeOf(replace(id + 1, 58_000))).toBe(0);
    fill(59_999, 5040);
    expect(codeOf(replace(id, 58_000))).toBe(1418);
  });

  it('is paid by what the other holds alone: a lower price gives the rest back', () => {
    const { open, replace, machine, usdt } = replaceExchange(597n);
    const { id } = open(ALICE, 'long', { lots: 100, limitTicks: at(59_000) });
    expect(codeOf(replace(id, 59_000))).toBe(0);
    expect(codeOf(replace(id + 1, 59_100))).toBe(2001);
    expect(codeOf(replace(id + 1, 57_000))).toBe(0);
    const { available, frozen } = usdt(ALICE);
    expect(Number(available) + Number(frozen)).toBe(597);
    expect(machine.balance(ALICE, 'contract', USDT).frozen).toBe(state(machine));
  });
});

/** What all of Alice's contracts hold. */
function state(machine: ReturnType<typeof contractExchange>['machine']): bigint {
  return machine.openContracts(ALICE, null).reduce((sum, { heldUnits }) => sum + heldUnits, 0n * COIN);
}
