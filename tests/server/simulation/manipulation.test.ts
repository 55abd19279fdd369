// What pushing a price costs and brings: ways that won against one sample of a thin book's middle, played against the
// index, its windows and its instants. The search is `npm run soak -- manipulation`.
import { describe, expect, it } from 'vitest';
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/event.ts';
import { seededSource } from '../../../server/simulation/random-stream.ts';
import { type Plan, type Played, play } from './manipulator.ts';
import { VirtualStreet } from './virtual-market.ts';

const SEED = 20_261_123;
const XRP = 6;
const EUR_USD = 201;
const PLAYS = 6;
const BASE: Plan = {
  coinInfoId: XRP,
  purse: { accounts: 3, usdt: 10_000 },
  periodS: 30,
  direction: 'up',
  strike: true,
  exit: true,
  ticks: 5,
  fromEnd: true,
  means: 'sweep',
  often: true,
  part: 1,
  reach: 50,
  unwindAtOnce: true,
  stakePart: 1,
  calm: false,
};
const WAYS: [string, Partial<Plan>][] = [
  ['three accounts that sweep before every instant', {}],
  [
    'ten accounts with a wall inside the spread',
    { purse: { accounts: 10, usdt: 40_000 }, means: 'wall', reach: 0, part: 0.25 },
  ],
  [
    'fifty accounts with a wall beyond the best price',
    { purse: { accounts: 50, usdt: 10_000 }, means: 'wall', reach: 20, part: 1 },
  ],
  [
    'ten accounts with a wall of fifty times their money at the best price of EUR/USD',
    { coinInfoId: EUR_USD, purse: { accounts: 10, usdt: 10_000 }, means: 'wall', reach: 0, part: 0.5 },
  ],
  [
    'one account of a million that sweeps EUR/USD',
    { coinInfoId: EUR_USD, purse: { accounts: 1, usdt: 1_000_000 }, part: 1, reach: 10 },
  ],
  ['10 million that sweep 2 million at a time', { purse: { accounts: 1, usdt: 10_000_000 }, part: 0.2, reach: 100 }],
];

describe(`pushing a price, seed ${SEED}`, () => {
  it.each(WAYS)('costs more than it brings: %s', { timeout: 60_000 }, async (name, way) => {
    const street = new VirtualStreet([way.coinInfoId ?? XRP], seededSource(SEED), Date.UTC(2026, 2, 4, 12));
    await street.run(street.nowMs + 300_000);
    const plays: Played[] = [];
    for (let at = 0; at < PLAYS; at += 1) plays.push(await play(street, { ...BASE, ...way }));
    const mean = (of: (each: (typeof plays)[number]) => number): number =>
      plays.reduce((sum, each) => sum + of(each), 0) / PLAYS;
    const [expected, stake, chance, cost] = [
      mean((each) => each.expected),
      mean((each) => each.stake),
      mean((each) => each.chance),
      mean((each) => each.cost),
    ];
    console.info(
      `${name}: chance ${(chance * 100).toFixed(0)} %, stake ${stake.toFixed(0)}, pushing costs ${cost.toFixed(0)}, all in all ${expected.toFixed(0)} USDT a play`,
    );
    expect(stake).toBeGreaterThan(100);
    expect(cost).toBeGreaterThan(0);
    expect(expected).toBeLessThan(0);
  });
});

describe(`pushing a mark, seed ${SEED}`, () => {
  const XRP_PERPETUAL = 106;
  const [LONG, SHORT, THIEF] = [FIRST_USER_UID, FIRST_USER_UID + 1, FIRST_USER_UID + 2];

  it(
    'liquidates nobody: 10 million in the book of the contract, pushed both ways for ten minutes, move the mark by less than 0.1 % from the index',
    { timeout: 60_000 },
    async () => {
      const street = new VirtualStreet([XRP, XRP_PERPETUAL], seededSource(SEED), Date.UTC(2026, 2, 4, 12));
      await street.run(street.nowMs + 60_000);
      for (const [uid, usdt] of [
        [LONG, 2_000n],
        [SHORT, 2_000n],
        [THIEF, 10_000_000n],
      ] as const) {
        street.submit({
          kind: 'credit',
          uid,
          wallet: 'contract',
          coinId: USDT_ID,
          units: usdt * 100_000_000n,
          recordType: 'test',
          remark: '',
        });
      }
      let named = 0;
      const open = (uid: number, direction: 'long' | 'short', multiple: number, lots: number): Outcome => {
        named += 1;
        return street.submit({
          kind: 'placeContract',
          uid,
          coinInfoId: XRP_PERPETUAL,
          direction,
          orderType: 'market',
          multiple,
          lots,
          limitTicks: 0,
          profitTicks: 0,
          lossTicks: 0,
          triggerBy: 'mark',
          slipE8: 0,
          clientNo: `c${named}`,
        });
      };
      const held = (uid: number): number =>
        street.machine.allContracts().filter((contract) => contract.uid === uid).length;
      for (const [uid, direction] of [
        [LONG, 'long'],
        [SHORT, 'short'],
      ] as const)
        expect('code' in open(uid, direction, 50, 20_000).answer).toBe(false);
      const startTicks = street.machine.mark(XRP_PERPETUAL)!.indexTicks;
      const ends: number[] = [];
      street.onOutcome = ({ events }) => {
        for (const event of events)
          if (event.kind === 'contract' && event.contract.closeType === CLOSE_TYPE.liquidation)
            ends.push(event.contract.uid);
      };
      const seen = { furthest: 0, pushed: 0, moved: 0 };
      await street.run(street.nowMs + 600_000, (nowMs, beat) => {
        const { markTicks, indexTicks } = street.machine.mark(XRP_PERPETUAL)!;
        seen.furthest = Math.max(seen.furthest, Math.abs(markTicks / indexTicks - 1));
        seen.moved = Math.max(seen.moved, Math.abs(indexTicks / startTicks - 1));
        seen.pushed = Math.max(
          seen.pushed,
          Math.abs(street.machine.market(XRP_PERPETUAL)!.lastPriceTicks / indexTicks - 1),
        );
        // A minute up, a minute down: buys or sells a million at every moment, and gives it back at every beat.
        if (beat)
          street.submit({
            kind: 'closeAllContracts',
            uid: THIEF,
            coinInfoId: XRP_PERPETUAL,
            direction: null,
            clientNo: `x${nowMs}`,
          });
        else open(THIEF, Math.floor(nowMs / 60_000) % 2 === 0 ? 'long' : 'short', 2, 400_000);
      });
      console.info(
        `the last price stood ${(seen.pushed * 100).toFixed(3)} % from the index, the mark ${(seen.furthest * 100).toFixed(3)} %; the index moved ${(seen.moved * 100).toFixed(3)} %`,
      );
      expect(seen.pushed).toBeGreaterThan(0.002);
      expect(seen.furthest).toBeLessThan(0.0011);
      // 50x at a rate of 0.5 % is liquidated 1.4 % away: with half of that it must be alive, whatever happens in the
      // book of the contract.
      expect(seen.moved).toBeLessThan(0.007);
      expect(ends.filter((uid) => uid !== THIEF)).toEqual([]);
      expect([held(LONG), held(SHORT)]).toEqual([1, 1]);
    },
  );
});
