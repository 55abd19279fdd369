// Contracts in the machine, rule by rule (R1 to R7, R12, R13): opening, closing, refusals.
import { describe, expect, it } from 'vitest';
import { CLEARING_UID, type Command } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import {
  BOT_TAKER,
  PERP,
  SPOT,
  TICKS,
  contract,
  fault,
  contractsOf,
  endedContracts,
  fundedExchange,
} from '../../support/exchange/contract-fixture.ts';
import { ALICE, BOB, COIN, place, codeOf } from '../../support/exchange/spot-fixture.ts';

const close = (uid: number, contractId: number, lots = 0, slipE8 = 0, limitTicks?: number): Command => ({
  kind: 'closeContract',
  uid,
  contractId,
  lots,
  slipE8,
  limitTicks,
});

describe('opening and closing', () => {
  it('R2 R3 R4: a market order trades through the clearing account, freezes margin and pays the fee', () => {
    const { open, usdt, machine, run } = fundedExchange();
    const state = open(ALICE, 'long', { lots: 100, multiple: 10 });
    // 0.1 at 60 000.5: margin 600.005, fee 0.06 % of 6000.05
    expect(state).toMatchObject({ status: 1, openedLots: 100, openedUnits: 600_005_000_000n, bookOrderId: 0 });
    expect(state.position).toMatchObject({ lots: 100, marginUnits: 60_000_500_000n, openFeeUnits: 360_003_000n });
    expect(usdt(ALICE)).toEqual({ available: '9396.39497', frozen: '600.005' });
    expect(machine.levelLots(PERP, 2, 60_000 * TICKS + 5)).toBe(4900);
    expect(machine.balance(CLEARING_UID, 'spot', PERP).available).toBe(COIN / 10n);
    expect(fault(machine)).toBe(null);
    const closed = run(close(ALICE, state.id));
    expect(contractsOf(closed)).toMatchObject([
      { status: 3, closeType: 1, closeReason: 'user', closedUnits: 599_995_000_000n, realisedUnits: -730_000_000n },
    ]);
    // Lost one spread (0.1) and two fees (3.60003 + 3.59997).
    expect(usdt(ALICE)).toEqual({ available: '9992.7', frozen: '0' });
    expect(
      closed.events.flatMap((event) =>
        event.kind === 'posting' && event.posting.uid === ALICE ? [event.posting.recordType] : [],
      ),
    ).toEqual(['contract_buy_liquidation']);
    expect(machine.allContracts()).toEqual([]);
    expect(fault(machine)).toBe(null);
  });

  it('R4: a short gains when the price falls, and closes as the mirror of its opening', () => {
    const { open, moveTo, usdt, run, machine } = fundedExchange();
    const { id } = open(ALICE, 'short', { lots: 100, multiple: 20 });
    moveTo(59_000);
    expect(fault(machine)).toBe(null);
    expect(contractsOf(run(close(ALICE, id)))).toMatchObject([{ status: 3, closedUnits: 590_005_000_000n }]);
    // 0.1 * (59 999.5 - 59 000.5) less fees 3.59997 and 3.54003
    expect(usdt(ALICE)).toEqual({ available: '10092.76', frozen: '0' });
    expect(fault(machine)).toBe(null);
  });

  it('R3: a resting limit freezes margin and both fees; its fills pay the maker fee and release the rest', () => {
    const { open, usdt, run, machine } = fundedExchange();
    const state = open(ALICE, 'long', { lots: 100, multiple: 10, limitTicks: 59_999 * TICKS });
    // 599.99 + 3.59994 + 0.06 % of 5399.91
    expect(state).toMatchObject({ status: 0, pendingLots: 100, heldUnits: 60_682_988_600n });
    expect(usdt(ALICE).frozen).toBe('606.829886');
    const filled = run(place(BOT_TAKER, 'sell', 59_999 * TICKS, 5040, { coinInfoId: PERP, tif: 'IOC' }));
    expect(
      filled.events.some(
        (event) => event.kind === 'contract' && event.contract.id === state.id && event.contract.position.lots === 40,
      ),
    ).toBe(true);
    expect(fault(machine)).toBe(null);
    expect(machine.openContracts(ALICE, null)).toMatchObject([
      { status: 1, pendingLots: 60, openFeeUnits: 47_999_200n, position: { lots: 40, openUnits: 239_996_000_000n } },
    ]);
    const [revoked] = contractsOf(
      run({ kind: 'cancelContract', uid: ALICE, contractIds: [state.id], coinInfoId: null }),
    );
    expect(revoked).toMatchObject({ status: 1, pendingLots: 0, heldUnits: 0n, position: { lots: 40 } });
    expect(usdt(ALICE)).toEqual({ available: '9759.524008', frozen: '239.996' });
    expect(fault(machine)).toBe(null);
  });

  it('R2: contracts of two users trade with each other; no user trades with themselves (R13)', () => {
    const { open, run, machine } = fundedExchange();
    const resting = open(ALICE, 'long', { lots: 50, limitTicks: 60_000 * TICKS });
    expect(open(BOB, 'short', { lots: 50 })).toMatchObject({ status: 1, openedUnits: 300_000_000_000n });
    expect(machine.openContracts(ALICE, PERP)).toMatchObject([{ id: resting.id, status: 1, position: { lots: 50 } }]);
    expect(machine.balance(CLEARING_UID, 'spot', PERP)).toEqual({ available: 0n, frozen: 0n });
    expect(fault(machine)).toBe(null);
    open(ALICE, 'long', { lots: 50, limitTicks: 60_000 * TICKS });
    expect(codeOf(run(contract(ALICE, 'short', { lots: 10 })))).toBe(2016);
    // Own orders do not stop a closing: those on the way are revoked.
    const closing = run(close(ALICE, resting.id));
    expect(endedContracts(closing)).toEqual([`${resting.id + 2} self_trade`, `${resting.id} user`]);
    expect(fault(machine)).toBe(null);
  });

  it('R6: closing a part frees its share of the margin; the rest keeps its entry price', () => {
    const { open, moveTo, run, machine, usdt } = fundedExchange();
    const { id } = open(ALICE, 'long', { lots: 90, multiple: 3 });
    moveTo(60_300);
    const [rest] = contractsOf(run(close(ALICE, id, 30)));
    expect(rest).toMatchObject({
      status: 1,
      closedLots: 30,
      position: { lots: 60, openUnits: 360_003_000_000n, marginUnits: 120_001_000_000n },
    });
    expect(codeOf(run(close(ALICE, id, 61)))).toBe(2003);
    expect(fault(machine)).toBe(null);
    expect(contractsOf(run(close(ALICE, id, 60)))).toMatchObject([
      { status: 3, position: { lots: 0, marginUnits: 0n } },
    ]);
    expect(usdt(ALICE).frozen).toBe('0');
    expect(codeOf(run(close(ALICE, id)))).toBe(2012);
  });

  it('closes everything of a market or a direction, or answers 2013', () => {
    const { open, run, machine } = fundedExchange();
    open(ALICE, 'long');
    open(ALICE, 'short');
    open(BOB, 'long');
    expect(
      contractsOf(run({ kind: 'closeAllContracts', uid: ALICE, coinInfoId: PERP, direction: 'short' })),
    ).toMatchObject([{ direction: 'short', status: 3 }]);
    expect(
      contractsOf(run({ kind: 'closeAllContracts', uid: ALICE, coinInfoId: null, direction: null })),
    ).toMatchObject([{ direction: 'long', status: 3 }]);
    expect(codeOf(run({ kind: 'closeAllContracts', uid: ALICE, coinInfoId: null, direction: null }))).toBe(2013);
    expect(machine.allContracts()).toHaveLength(1);
  });
});

describe('refusals', () => {
  it('R1 R3 R5 R7: each refusal has its code and changes nothing', () => {
    const { run, machine } = fundedExchange();
    const before = JSON.stringify(machine.balances(ALICE), (_, value: unknown) => String(value));
    const refused = (more: Parameters<typeof contract>[2], direction: 'long' | 'short' = 'long'): number => {
      const outcome = run(contract(ALICE, direction, more));
      expect(outcome.events).toEqual([]);
      return codeOf(outcome);
    };
    expect(refused({ coinInfoId: 999 })).toBe(1404);
    expect(refused({ coinInfoId: SPOT })).toBe(1404);
    expect(refused({ lots: 0 })).toBe(2005);
    expect(refused({ lots: 1_000_001 })).toBe(2003);
    expect(refused({ orderType: 'limit' })).toBe(2004);
    expect(refused({ limitTicks: 66_100 * TICKS })).toBe(2006);
    expect(refused({ lots: 1000, multiple: 1 })).toBe(2001);
    expect(refused({ multiple: 7 })).toBe(2011);
    expect(refused({ lots: 1000, multiple: 100 })).toBe(2011);
    expect(refused({ slipE8: 500 })).toBe(2016);
    expect(refused({ profitTicks: 60_000 * TICKS })).toBe(2009);
    expect(refused({ profitTicks: 60_001 * TICKS }, 'short')).toBe(2009);
    expect(refused({ lossTicks: 60_000 * TICKS })).toBe(2010);
    expect(refused({ lossTicks: 54_300 * TICKS })).toBe(2010);
    expect(refused({ profitTicks: 59_800 * TICKS, limitTicks: 59_900 * TICKS })).toBe(2009);
    expect(JSON.stringify(machine.balances(ALICE), (_, value: unknown) => String(value))).toBe(before);
    expect(machine.counters().contractId).toBe(0);
  });

  it.each(['long', 'short'] as const)(
    'R5: a %s is closed no worse than the named price, whole or not at all',
    (direction) => {
      const { open, run, quote, machine } = fundedExchange();
      const { id } = open(ALICE, direction, { lots: 300, multiple: 20 });
      quote(60_000, 100);
      const worse = (usdt: number): number => (60_000 + (direction === 'long' ? -usdt : usdt)) * TICKS;
      const refused = (outcome: Outcome): void => {
        expect([codeOf(outcome), outcome.events]).toEqual([2016, []]);
      };
      // Three levels of 100 lots: 0.5, 1.5 and 2.5 from the middle.
      refused(run(close(ALICE, id, 0, 0, worse(0.4))));
      refused(run(close(ALICE, id, 0, 0, worse(2.4))));
      refused(run(close(ALICE, id, 0, 0, worse(-5000))));
      // The nearer of two bounds counts, in either order; the band is a bound too.
      refused(run(close(ALICE, id, 0, 2_000, worse(2.5))));
      refused(run(close(ALICE, id, 0, 1_000_000, worse(1.5))));
      expect(contractsOf(run(close(ALICE, id, 200, 0, worse(1.5))))).toMatchObject([{ status: 1, closedLots: 200 }]);
      const [closed] = contractsOf(run(close(ALICE, id, 0, 0, worse(20_000))));
      expect(closed).toMatchObject({ status: 3, closedLots: 300 });
      expect(fault(machine)).toBe(null);
    },
  );

  it('R1: a halted market takes no contracts; a close-only one lets them be closed', () => {
    expect(codeOf(fundedExchange(60_000, { status: 0 }).run(contract(ALICE, 'long')))).toBe(2008);
    expect(codeOf(fundedExchange(60_000, { status: 2 }).run(contract(ALICE, 'long')))).toBe(2008);
    expect(codeOf(fundedExchange(60_000, { minNotional: '61' }).run(contract(ALICE, 'long', { lots: 1 })))).toBe(2007);
  });

  it('M6: a FOK order of spot is not filled with a contract of its owner that rests in the same book', () => {
    const { run, open, machine } = fundedExchange(60_000, { spotEnable: 1 });
    run({
      kind: 'credit',
      uid: ALICE,
      wallet: 'spot',
      coinId: 1,
      units: 1_000_000n * COIN,
      recordType: 'demo_faucet',
      remark: '',
    });
    // The best of the book, before the bot's offers.
    open(ALICE, 'short', { lots: 10, limitTicks: 60_000 * TICKS });
    const before = machine.balance(ALICE, 'spot', 1);
    const buy = place(ALICE, 'buy', 61_000 * TICKS, 20, { coinInfoId: 102, tif: 'FOK' });
    expect(codeOf(run(buy))).toBe(2015);
    expect(machine.balance(ALICE, 'spot', 1)).toEqual(before);
  });

  it('R1: a user has at most 200 contracts in a market', () => {
    const { run } = fundedExchange();
    for (let at = 0; at < 200; at += 1)
      expect(codeOf(run(contract(ALICE, 'long', { lots: 1, multiple: 50, limitTicks: 58_000 * TICKS + at })))).toBe(0);
    expect(codeOf(run(contract(ALICE, 'long', { lots: 1, multiple: 50, limitTicks: 58_000 * TICKS })))).toBe(1418);
  });

  it("another user's contract does not exist (1404), a finished one is finished (R12)", () => {
    const { run, open } = fundedExchange();
    const { id } = open(ALICE, 'long');
    for (const command of [
      close(BOB, id),
      { kind: 'setProfit', uid: BOB, contractId: id, priceTicks: 700_000 },
      { kind: 'addMargin', uid: BOB, contractId: id, units: COIN },
      { kind: 'cancelContract', uid: BOB, contractIds: [id], coinInfoId: null },
    ] as Command[])
      expect(codeOf(run(command))).toBe(1404);
    expect(codeOf(run({ kind: 'cancelContract', uid: ALICE, contractIds: [id], coinInfoId: null }))).toBe(2012);
    expect(codeOf(run(close(ALICE, id + 1)))).toBe(1404);
    run(close(ALICE, id));
    expect(codeOf(run({ kind: 'setLoss', uid: ALICE, contractId: id, priceTicks: 1 }))).toBe(2012);
  });
});
