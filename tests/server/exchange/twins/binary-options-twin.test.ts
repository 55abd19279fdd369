// Random purchases and beats over a price that wanders, stands still, jumps and goes silent: the machine and a slow
// twin agree on everything.
import { describe, expect, it } from 'vitest';
import { createMachine } from '../../../../server/exchange/machine.ts';
import { contractInstruments } from '../contract-fixture.ts';
import { BOT, COIN, sums } from '../instruments.ts';
import { NaiveSeconds, heard } from './naive-binary-options.ts';
import { seeded } from './random-commands.ts';
import { SPOT, secondsDesk, stake } from '../binary-option-fixture.ts';

const PEOPLE = [10_001, 10_002, 10_003, 10_004, 10_005];
const COMMANDS = 12_000;
const TICK_E8 = 5_000_000n;

describe('seconds contracts under random commands', () => {
  const met = new Map<string, number>();

  it.each([21, 22, 23, 24])(
    `S1 S4 S5 S6 S7 S8 S9 L1: agree with the twin on every answer, result and balance (seed %i, ${COMMANDS} commands)`,
    (seed) => {
      const random = seeded(seed);
      const whole = (below: number): number => Math.floor(random() * below);
      const pick = <T>(list: readonly T[]): T => list[whole(list.length)]!;
      const desk = secondsDesk(PEOPLE, 12_000n);
      const twin = new NaiveSeconds();
      for (const uid of PEOPLE) twin.balances.set(uid, 12_000n * COIN);
      twin.ticks.push({ ts: desk.nowMs, ticks: 1_000_000 });
      let price = 1_000_000;
      for (let at = 0; at < COMMANDS; at += 1) {
        desk.nowMs += pick([0, 1, 40, 400]);
        if (random() < 0.55) {
          if (random() < 0.005) desk.nowMs += 15_000;
          if (random() < 0.4) desk.quote(random() < 0.02 ? 0 : (price += pick([-40, -1, 0, 0, 0, 1, 40])));
          const outcome = desk.beat(undefined, pick([0, 300, 1000, 1000, 1700]));
          const { tick, ends } = heard(outcome, SPOT);
          expect(ends, `seed ${seed}, command ${at}`).toEqual(twin.beat(tick));
          for (const { result } of ends) met.set(result, (met.get(result) ?? 0) + 1);
        } else {
          const command = stake(pick(PEOPLE), pick(['up', 'down'] as const), {
            periodS: pick([30, 30, 60, 120, 180, 300, 31]),
            amountUnits: pick([
              10n * COIN - 1n,
              10n * COIN,
              5000n * COIN,
              BigInt(whole(1_000)) * COIN + BigInt(whole(1e8)),
              11n * COIN,
            ]),
            seenUnits: random() < 0.3 ? BigInt(price + whole(100) - 50) * TICK_E8 : 0n,
            slipE8: pick([0, 1000, 2000, 10_000]),
            profitRateE8: pick([null, null, 70_000_000, 95_000_000]),
          });
          const { answer } = desk.run(command);
          const code = 'code' in answer ? answer.code : 0;
          expect(code, `seed ${seed}, command ${at}`).toBe(
            twin.place(desk.nowMs, command, TICK_E8, desk.machine.openOrders(BOT, SPOT).length > 0),
          );
          met.set(String(code), (met.get(String(code)) ?? 0) + 1);
        }
        for (const uid of PEOPLE)
          if (desk.usdt(uid) !== twin.balances.get(uid))
            throw new Error(`seed ${seed}, command ${at}: ${uid} has ${desk.usdt(uid)}, not ${twin.balances.get(uid)}`);
        if (at % 50 === 0) expect(sums(desk.machine).every((sum) => sum === 0n)).toBe(true);
        // Who has lost nearly all is given some more, so that there is always something to lose.
        if (at % 40 === 0) {
          const uid = pick(PEOPLE);
          desk.run({
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
      const again = createMachine(contractInstruments());
      desk.tape.forEach(({ ts, command }, at) => again.apply({ seq: at + 1, ts }, command));
      expect(again.stateHash()).toBe(desk.machine.stateHash());
      for (let at = 0; at < 320; at += 1)
        expect(heard(desk.beat(price), SPOT).ends).toEqual(twin.beat({ ts: desk.nowMs, ticks: price }));
      expect(desk.machine.allSeconds()).toEqual([]);
    },
  );

  it('met every result and every refusal on the way', () => {
    console.log(JSON.stringify(Object.fromEntries(met)));
    expect([...met.keys()]).toEqual(
      expect.arrayContaining(['win', 'lose', 'draw', '0', '2001', '2008', '2017', '2101', '2102', '2103']),
    );
  });
});
