// Random fund commands: after each the naive twin agrees on answers, balances and open orders, and every coin sums to
// 0.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../server/exchange/command.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import { BOT, sums, testInstruments } from '../../../support/exchange/spot-fixture.ts';
import { NaiveFunds, levelsOf } from './naive-funds.ts';
import { fundStream } from '../../../support/exchange/random-funds.ts';

const SEEDS = [11, 12, 13, 14];
const COMMANDS = 5000;
/** Between two commands, in ms: some quotes expire. */
const STEP_MS = 700;

const drivenBy = (machine: Machine) => ({
  lastFundId: () => machine.counters().fundId,
  openFunds: () => machine.openFunds(),
  botOrders: (coinInfoId: number) => machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
});

describe('funds under random commands', () => {
  const codes = new Map<string, number>();

  it.each(SEEDS)(
    `L1 L2 F1 F4 F5 agree with the twin on every answer and balance (seed %i, ${COMMANDS} commands)`,
    (seed) => {
      const machine = new Machine(testInstruments());
      const twin = new NaiveFunds();
      const tape: Command[] = [];
      for (const command of fundStream(seed, COMMANDS, drivenBy(machine))) {
        tape.push(command);
        const stamp = { seq: tape.length, ts: 1_700_000_000_000 + tape.length * STEP_MS };
        const before = machine.counters().fundId;
        const outcome = machine.apply(stamp, command);
        const code = 'code' in outcome.answer ? outcome.answer.code : 0;
        codes.set(`${command.kind} ${code}`, (codes.get(`${command.kind} ${code}`) ?? 0) + 1);
        if (code !== 0 && (outcome.events.length > 0 || machine.counters().fundId !== before))
          throw new Error(`seed ${seed}, command ${tape.length}: a refusal changed something`);
        // Fund commands do not change the books, so the levels stay valid.
        const wrong =
          twin.onOutcome(command, stamp, outcome, levelsOf(machine), machine) ??
          (sums(machine).every((sum) => sum === 0n) ? null : 'a coin does not sum to 0');
        if (wrong) throw new Error(`seed ${seed}, command ${tape.length} ${command.kind}: ${wrong}`);
      }
      const again = new Machine(testInstruments());
      tape.forEach((command, at) => again.apply({ seq: at + 1, ts: 1_700_000_000_000 + (at + 1) * STEP_MS }, command));
      expect(again.stateHash()).toBe(machine.stateHash());
    },
  );

  it('reached every answer', () => {
    console.log(`answers: ${JSON.stringify(Object.fromEntries([...codes].sort()))}`);
    expect([...codes.keys()]).toEqual(
      expect.arrayContaining([
        'transfer 0',
        'transfer 1400',
        'transfer 1404',
        'transfer 2001',
        'quoteConvert 0',
        'quoteConvert 1400',
        'quoteConvert 1404',
        'quoteConvert 2016',
        'convert 0',
        'convert 2001',
        'convert 3101',
        'applyDeposit 0',
        'applyDeposit 1418',
        'requestWithdraw 0',
        'requestWithdraw 1418',
        'requestWithdraw 2001',
        'cancelWithdraw 0',
        'cancelWithdraw 1404',
        'cancelWithdraw 2012',
        'decideFund 0',
        'decideFund 1404',
        'decideFund 2012',
        'settleWithdraw 0',
        'settleWithdraw 2012',
      ]),
    );
  });
});
