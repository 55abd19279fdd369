// Random contract and spot commands: after each the ledger is sound and the naive twin agrees; replay and restore give
// the same state.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../server/exchange/command.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import {
  BOT_TAKER,
  IN_YEN,
  YEN_QUOTED,
  contractInstruments,
  fault,
} from '../../../support/exchange/contract-fixture.ts';
import { BOT, runner } from '../../../support/exchange/spot-fixture.ts';
import { NaiveContracts } from './naive-contracts.ts';
import { contractStream } from '../../../support/exchange/random-contracts.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** The same market quoted in another coin (R17). */
const YEN_SEEDS = [9, 10, 11];
const COMMANDS = 2500;

function driven(machine: Machine) {
  return {
    lastContractId: () => machine.counters().contractId,
    botOrders: (coinInfoId: number) => machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
  };
}

describe('contracts under random commands', () => {
  const ends = new Map<string, number>();
  const codes = new Set<number>();
  let parts = 0;

  const CASES = [
    ...SEEDS.map((seed) => ({ seed, in: 'USDT', info: {}, quote: undefined, rate: 1 })),
    ...YEN_SEEDS.map((seed) => ({ seed, in: 'yen', info: YEN_QUOTED, quote: IN_YEN, rate: 0.01 })),
  ];
  it.each(CASES)(
    `keep ledger, triggers and profits sound (seed $seed, quoted in $in, ${COMMANDS} commands)`,
    ({ seed, info, quote, rate }) => {
      const machine = new Machine(contractInstruments(info));
      const run = runner(machine);
      const twin = new NaiveContracts(rate);
      const tape: Command[] = quote
        ? [BOT, BOT_TAKER].map((uid) => ({
            kind: 'credit',
            uid,
            wallet: 'spot',
            coinId: quote.coinId,
            units: 10n ** 17n,
            recordType: 'bot',
            remark: '',
          }))
        : [];
      for (const command of tape) run(command);
      for (const command of contractStream(seed, COMMANDS, driven(machine))) {
        tape.push(command);
        const outcome = run(command);
        if ('code' in outcome.answer) codes.add(outcome.answer.code);
        const wrong = fault(machine, quote) ?? twin.onOutcome(outcome, machine);
        if (wrong) throw new Error(`seed ${seed}, command ${tape.length} ${command.kind}: ${wrong}`);
      }
      for (const [reason, count] of twin.ends) ends.set(reason, (ends.get(reason) ?? 0) + count);
      parts += twin.parts;
      const again = new Machine(contractInstruments(info));
      const replay = runner(again);
      for (const command of tape) replay(command);
      expect(again.stateHash()).toBe(machine.stateHash());
    },
  );

  it('reached every end and every refusal', () => {
    console.log(`ends of contracts: ${JSON.stringify(Object.fromEntries(ends))}, parts closed by a price: ${parts}`);
    expect([...ends.keys()]).toEqual(
      expect.arrayContaining(['liquidation', 'stop_loss', 'take_profit', 'user', 'self_trade']),
    );
    expect(parts).toBeGreaterThan(5);
    expect([...codes]).toEqual(expect.arrayContaining([1404, 2001, 2003, 2009, 2010, 2011, 2012, 2013, 2016]));
  });
});
