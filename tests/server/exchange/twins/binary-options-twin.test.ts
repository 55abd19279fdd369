// Random purchases and beats over changing prices: machine and naive twin agree on everything.
import { describe, expect, it } from 'vitest';
import { Machine } from '../../../../server/exchange/machine.ts';
import { contractInstruments } from '../../../support/exchange/contract-fixture.ts';
import { BOT, COIN, sums } from '../../../support/exchange/spot-fixture.ts';
import { NaiveSeconds, clockResultOf } from './naive-binary-options.ts';
import { drawsOf } from '../../../support/data/random-source.ts';
import { seeded } from '../../../support/data/seeded-random.ts';
import { SPOT, binaryOptionExchange, stake } from '../../../support/exchange/binary-option-fixture.ts';

const USERS = [10_001, 10_002, 10_003, 10_004, 10_005];
const COMMANDS = 12_000;
const TICK_E8 = 5_000_000n;

describe('binary options under random commands', () => {
  const met = new Map<string, number>();

  it.each([21, 22, 23, 24])(
    `S1 S4 S5 S6 S7 S8 S9 L1: agree with the twin on every answer, result and balance (seed %i, ${COMMANDS} commands)`,
    (seed) => {
      const random = seeded(seed);
      const { below, pick } = drawsOf(random);
      const exchange = binaryOptionExchange(USERS, 12_000n);
      const twin = new NaiveSeconds();
      for (const uid of USERS) twin.balances.set(uid, 12_000n * COIN);
      twin.ticks.push({ ts: exchange.nowMs, ticks: 1_000_000 });
      let price = 1_000_000;
      for (let at = 0; at < COMMANDS; at += 1) {
        exchange.nowMs += pick([0, 1, 40, 400]);
        if (random() < 0.55) {
          if (random() < 0.005) exchange.nowMs += 15_000;
          if (random() < 0.4) exchange.quote(random() < 0.02 ? 0 : (price += pick([-40, -1, 0, 0, 0, 1, 40])));
          const outcome = exchange.beat(undefined, pick([0, 300, 1000, 1000, 1700]));
          const { tick, ends } = clockResultOf(outcome, SPOT);
          const due = twin.beat(tick);
          if (ends.length + due.length > 0) expect(ends, `seed ${seed}, command ${at}`).toEqual(due);
          for (const { result } of ends) met.set(result, (met.get(result) ?? 0) + 1);
        } else {
          const command = stake(pick(USERS), pick(['up', 'down'] as const), {
            periodS: pick([30, 30, 60, 120, 180, 300, 31]),
            amountUnits: pick([
              10n * COIN - 1n,
              10n * COIN,
              5000n * COIN,
              BigInt(below(1_000)) * COIN + BigInt(below(1e8)),
              11n * COIN,
            ]),
            seenUnits: random() < 0.3 ? BigInt(price + below(100) - 50) * TICK_E8 : 0n,
            slipE8: pick([0, 1000, 2000, 10_000]),
            profitRateE8: pick([null, null, 70_000_000, 95_000_000]),
          });
          const { answer } = exchange.run(command);
          const code = 'code' in answer ? answer.code : 0;
          const hasBook = exchange.machine.openOrders(BOT, SPOT).length > 0;
          const due = twin.place(exchange.nowMs, command, TICK_E8, hasBook);
          if (code !== due) expect(code, `seed ${seed}, command ${at}`).toBe(due);
          met.set(String(code), (met.get(String(code)) ?? 0) + 1);
        }
        for (const uid of USERS)
          if (exchange.usdt(uid) !== twin.balances.get(uid))
            throw new Error(
              `seed ${seed}, command ${at}: ${uid} has ${exchange.usdt(uid)}, not ${twin.balances.get(uid)}`,
            );
        if (at % 50 === 0) expect(sums(exchange.machine).every((sum) => sum === 0n)).toBe(true);
        // Users who lost nearly everything get new money, so that losses continue.
        if (at % 40 === 0) {
          const uid = pick(USERS);
          exchange.run({
            kind: 'credit',
            uid,
            wallet: 'spot',
            coinId: 1,
            units: 3000n * COIN,
            recordType: 'test',
            remark: '',
          });
          twin.balances.set(uid, twin.balances.get(uid)! + 3000n * COIN);
        }
      }
      const again = new Machine(contractInstruments());
      exchange.tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
      expect(again.stateHash()).toBe(exchange.machine.stateHash());
      for (let at = 0; at < 320; at += 1)
        expect(clockResultOf(exchange.beat(price), SPOT).ends).toEqual(twin.beat({ ts: exchange.nowMs, ticks: price }));
      expect(exchange.machine.allBinaryOptions()).toEqual([]);
    },
  );

  it('reached every result and every refusal', () => {
    console.log(JSON.stringify(Object.fromEntries(met)));
    expect([...met.keys()]).toEqual(
      expect.arrayContaining(['win', 'lose', 'draw', '0', '2001', '2008', '2017', '2101', '2102', '2103']),
    );
  });
});
