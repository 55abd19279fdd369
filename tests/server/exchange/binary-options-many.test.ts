// A hundred thousand settlements of binary options beside their rule in exact decimals.
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import type { SecondsResult } from '../../../core/risk/binary-option.ts';
import { EXCHANGE_UID } from '../../../server/exchange/command.ts';
import { PERIODS } from '../../../server/exchange/binary-options/offers.ts';
import { COIN, sums } from '../../support/exchange/spot-fixture.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { binaryOptionExchange, binaryOptionsOf } from '../../support/exchange/binary-option-fixture.ts';

const P = 1_000_000;

describe('many settlements', () => {
  it(
    'S6 S7 S8 S10: 100 000 settlements pay the rule to the unit, each once, and nothing is lost (seed 8)',
    { timeout: 120_000 },
    () => {
      const random = seeded(8);
      const users = Array.from({ length: 170 }, (_, at) => 10_001 + at);
      const exchange = binaryOptionExchange(users, 10_000_000n);
      const exchangeUnits = exchange.usdt(EXCHANGE_UID);
      const count: Record<SecondsResult, number> = { win: 0, lose: 0, draw: 0, void: 0 };
      let settled = 0;
      let net = 0n;
      while (settled < 100_000) {
        for (const uid of users) {
          for (let at = 0; at < 98; at += 1) {
            const { periodS } = PERIODS[Math.floor(random() * 5)]!;
            exchange.buy(uid, random() < 0.5 ? 'up' : 'down', {
              periodS,
              amountUnits: 10n * COIN + BigInt(Math.floor(random() * 200_000_000)),
            });
          }
        }
        for (let at = 0; at < 310; at += 1) {
          for (const order of binaryOptionsOf(exchange.beat(P + Math.floor(random() * 3)))) {
            if (order.result === '') continue;
            settled += 1;
            count[order.result] += 1;
            const stakeUnits = new Decimal(order.amountUnits.toString());
            const fee = stakeUnits
              .times(PERIODS.find(({ periodS }) => periodS === order.periodS)!.feeRateE8.toString())
              .div(1e8)
              .ceil();
            const sign = Math.sign(order.exitTicks - order.strikeTicks) * (order.direction === 'up' ? 1 : -1);
            const due =
              sign > 0
                ? stakeUnits.times(new Decimal(1).plus(new Decimal(order.profitRateE8).div(1e8))).floor()
                : sign < 0
                  ? new Decimal(0)
                  : stakeUnits.plus(fee);
            if (order.feeUnits.toString() !== fee.toFixed())
              throw new Error(`order ${order.id}: a fee of ${order.feeUnits}, the rule says ${fee.toFixed()}`);
            if (order.payoutUnits.toString() !== due.toFixed())
              throw new Error(`order ${order.id}: paid ${order.payoutUnits}, the rule says ${due.toFixed()}`);
            net += order.payoutUnits - order.amountUnits - order.feeUnits;
          }
        }
        expect(exchange.machine.allBinaryOptions()).toEqual([]);
      }
      console.log(`${settled} settled: ${JSON.stringify(count)}`);
      expect(exchange.machine.counters().secondsId).toBe(settled);
      expect(Math.min(count.win, count.lose, count.draw)).toBeGreaterThan(10_000);
      expect(users.reduce((sum, uid) => sum + exchange.usdt(uid), 0n)).toBe(
        BigInt(users.length) * 10_000_000n * COIN + net,
      );
      expect(exchange.usdt(EXCHANGE_UID)).toBe(exchangeUnits - net);
      expect(sums(exchange.machine).every((sum) => sum === 0n)).toBe(true);
    },
  );
});
