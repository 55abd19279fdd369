// What one operator may approve alone in a day, when prices change between its approvals (O12).
import { expect, it } from 'vitest';
import type { ActionDeps } from '../../../server/admin/action.ts';
import { fundActions } from '../../../server/admin/actions/fund-actions.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';

const BTC = 2;
const units = (text: string): Units => parseMoney(text) ?? 0n;

/** Whether another operator must approve `amount` BTC beside parts of one BTC each, at a price in USDT a BTC. */
function mustAsk(price: string | null, parts: number, amount: string): unknown {
  const funds: Partial<NonNullable<ActionDeps['funds']>> = {
    undecided: async () => ({ uid: 1, coinInfoId: BTC, amount }) as never,
    approvedSince: async () => [],
    approvedBy: async () => Array.from({ length: parts }, () => ({ coinId: BTC, units: units('1') })),
  };
  const deps: Partial<ActionDeps> = {
    funds: funds as ActionDeps['funds'],
    usdtValueOf: (_coin, worth) => (price === null ? null : (worth * units(price)) / units('1')),
    now: () => 0,
  };
  return fundActions['deposit.approve'].needsApproval!(deps as ActionDeps, { id: 7 }, 'ann');
}

it('ten parts of 900 and one of 900 are within 10 000, eleven and one are not', async () => {
  expect(await mustAsk('900', 10, '1')).toBe(false);
  expect(await mustAsk('900', 11, '1')).toBe(true);
});

it('parts whose price rose since count with 1 000 each: none of them is left out', async () => {
  expect(await mustAsk('1500', 9, '0.6')).toBe(false);
  expect(await mustAsk('1500', 10, '0.6')).toBe(true);
});

it('what has no price needs another operator', async () => {
  expect(await mustAsk(null, 0, '0.01')).toBe(true);
});
