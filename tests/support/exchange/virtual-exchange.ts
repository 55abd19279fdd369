// The real machine with a submit() and a virtual clock, for tests of bots.
import { type CoinInfo, instrumentOf } from '../../../core/instruments/instrument.ts';
import type { Command } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { Machine } from '../../../server/exchange/machine.ts';

export function testExchange(instruments: CoinInfo[], startAt: number) {
  const machine = new Machine(instruments.map(instrumentOf));
  const outcomes: Outcome[] = [];
  const listeners: ((outcomes: Outcome[]) => void)[] = [];
  let seq = 0;
  const clock = { now: startAt };
  return {
    machine,
    outcomes,
    clock,
    onCommitted: (listener: (outcomes: Outcome[]) => void): void => {
      listeners.push(listener);
    },
    submit: (command: Command): Promise<Outcome> => {
      seq += 1;
      const outcome = machine.apply({ seq, ts: clock.now }, command);
      outcomes.push(outcome);
      for (const listener of listeners) listener([outcome]);
      return Promise.resolve(outcome);
    },
  };
}
export type TestExchange = ReturnType<typeof testExchange>;
