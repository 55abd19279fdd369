// Cost and profit of pushing a price; `npm run soak -- manipulation` searches for better plans.
import { describe, expect, it } from 'vitest';
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import { seededSource } from '../../../server/simulation/random-stream.ts';
import { type ManipulationPlan, type PlanResult, runPlan } from './manipulator.ts';
import { VirtualMarket } from './virtual-market.ts';

const SEED = 20_261_123;
const XRP = 6;
const EUR_USD = 201;
const PLAYS = 6;
const BASE: ManipulationPlan = {
  coinInfoId: XRP,
  budget: { accounts: 3, usdt: 10_000 },
  periodS: 30,
  direction: 'up',
  strike: true,
  exit: true,
  ticks: 5,
  fromEnd: true,
  method: 'sweep',
  everyPass: true,
  pushShare: 1,
  reach: 50,
  unwindAtOnce: true,
  stakeShare: 1,
  waitsForCalm: false,
};
const WAYS: [string, Partial<ManipulationPlan>][] = [
  ['three accounts that sweep before every instant', {}],
  [
    'ten accounts with a wall inside the spread',
    { budget: { accounts: 10, usdt: 40_000 }, method: 'wall', reach: 0, pushShare: 0.25 },
  ],
  [
    'fifty accounts with a wall beyond the best price',
    { budget: { accounts: 50, usdt: 10_000 }, method: 'wall', reach: 20, pushShare: 1 },
  ],
  [
    'ten accounts with a wall of fifty times their money at the best price of EUR/USD',
    { coinInfoId: EUR_USD, budget: { accounts: 10, usdt: 10_000 }, method: 'wall', reach: 0, pushShare: 0.5 },
  ],
  [
    'one account of a million that sweeps EUR/USD',
    { coinInfoId: EUR_USD, budget: { accounts: 1, usdt: 1_000_000 }, pushShare: 1, reach: 10 },
  ],
  [
    '10 million that sweep 2 million at a time',
    { budget: { accounts: 1, usdt: 10_000_000 }, pushShare: 0.2, reach: 100 },
  ],
];

describe(`pushing a price, seed ${SEED}`, () => {
  it.each(WAYS)('is not profitable: %s', { timeout: 240_000 }, async (name, way) => {
    const exchange = new VirtualMarket([way.coinInfoId ?? XRP], seededSource(SEED), Date.UTC(2026, 2, 4, 12));
    await exchange.run(exchange.nowMs + 300_000);
    const plays: PlanResult[] = [];
    for (let at = 0; at < PLAYS; at += 1) plays.push(await runPlan(exchange, { ...BASE, ...way }));
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
    'causes no liquidation: 10 million in the contract book, pushed both ways for ten minutes, move the mark by less than 0.1 %',
    { timeout: 240_000 },
    async () => {
      const exchange = new VirtualMarket([XRP, XRP_PERPETUAL], seededSource(SEED), Date.UTC(2026, 2, 4, 12));
      await exchange.run(exchange.nowMs + 60_000);
      for (const [uid, usdt] of [
        [LONG, 2_000n],
        [SHORT, 2_000n],
        [THIEF, 10_000_000n],
      ] as const) {
        exchange.submit({
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
        return exchange.submit({
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
        exchange.machine.allContracts().filter((contract) => contract.uid === uid).length;
      for (const [uid, direction] of [
        [LONG, 'long'],
        [SHORT, 'short'],
      ] as const)
        expect('code' in open(uid, direction, 50, 20_000).answer).toBe(false);
      const startTicks = exchange.machine.mark(XRP_PERPETUAL)!.indexTicks;
      const ends: number[] = [];
      exchange.onOutcome = ({ events }) => {
        for (const event of events)
          if (event.kind === 'contract' && event.contract.closeType === CLOSE_TYPE.liquidation)
            ends.push(event.contract.uid);
      };
      const seen = { furthest: 0, pushed: 0, moved: 0 };
      await exchange.run(exchange.nowMs + 600_000, (nowMs, beat) => {
        const { markTicks, indexTicks } = exchange.machine.mark(XRP_PERPETUAL)!;
        seen.furthest = Math.max(seen.furthest, Math.abs(markTicks / indexTicks - 1));
        seen.moved = Math.max(seen.moved, Math.abs(indexTicks / startTicks - 1));
        seen.pushed = Math.max(
          seen.pushed,
          Math.abs(exchange.machine.market(XRP_PERPETUAL)!.lastPriceTicks / indexTicks - 1),
        );
        // Alternates by the minute: buys or sells a million at every step, and unwinds at every beat.
        if (beat)
          exchange.submit({
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
      // A position of 50x at a maintenance rate of 0.5 % is liquidated 1.4 % away; at half of that it must stay open,
      // whatever happens in the book of the contract.
      expect(seen.moved).toBeLessThan(0.007);
      expect(ends.filter((uid) => uid !== THIEF)).toEqual([]);
      expect([held(LONG), held(SHORT)]).toEqual([1, 1]);
    },
  );
});
