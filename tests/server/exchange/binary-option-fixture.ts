// A machine with a spot market that has seconds contracts, and a clock that the test moves; what must always hold of
// their money.
import { type SecondsDirection } from '../../../core/risk/binary-option.ts';
import { type Command, EXCHANGE_UID, type PlaceBinaryOption } from '../../../server/exchange/command.ts';
import type { RecentTick } from '../../../server/exchange/closing/settlement-window.ts';
import type { IndexEvent, Outcome } from '../../../server/exchange/event.ts';
import { type Machine, createMachine } from '../../../server/exchange/machine.ts';
import type { BinaryOptionState } from '../../../server/exchange/binary-options/open-binary-options.ts';
import { SPOT, contractInstruments } from './contract-fixture.ts';
import { BOT, COIN, USDT, credit } from './instruments.ts';

export { SPOT };
export const T0 = 1_700_000_000_000;

let named = 0;

export function stake(
  uid: number,
  direction: SecondsDirection,
  more: Partial<PlaceBinaryOption> = {},
): PlaceBinaryOption {
  named += 1;
  return {
    kind: 'placeSeconds',
    uid,
    coinInfoId: SPOT,
    direction,
    periodS: 30,
    amountUnits: 100n * COIN,
    seenUnits: 0n,
    slipE8: 0,
    profitRateE8: null,
    clientNo: `q${named}`,
    ...more,
  };
}

export interface SecondsDesk {
  machine: Machine;
  nowMs: number;
  /** Every command so far with its time. */
  readonly tape: { ts: number; command: Command }[];
  run(command: Command): Outcome;
  /** The book around a price in ticks; 0: empty. 1000 coins a side, or so many lots. */
  quote(priceTicks: number, lots?: number): Outcome;
  /** A second later, at that price, a beat. */
  beat(priceTicks?: number, afterMs?: number): Outcome;
  buy(uid: number, direction: SecondsDirection, more?: Partial<PlaceBinaryOption>): BinaryOptionState;
  usdt(uid: number): bigint;
  /** Every index tick of a market so far. */
  recent(coinInfoId: number): RecentTick[];
}

export function secondsDesk(people: readonly number[] = [10_001, 10_002], coins = 10_000n): SecondsDesk {
  const machine = createMachine(contractInstruments());
  let seq = 0;
  const ticks = new Map<number, IndexEvent[]>();
  const desk: SecondsDesk = {
    machine,
    nowMs: T0,
    tape: [],
    run(command) {
      seq += 1;
      desk.tape.push({ ts: desk.nowMs, command });
      const outcome = machine.apply({ seq, ts: desk.nowMs }, command);
      for (const event of outcome.events)
        if (event.kind === 'index')
          ticks.set(event.coinInfoId, [...(ticks.get(event.coinInfoId) ?? []), event].slice(-600));
      return outcome;
    },
    recent: (coinInfoId) => ticks.get(coinInfoId) ?? [],
    quote: (priceTicks, lots = 100_000_000) =>
      desk.run({
        kind: 'quote',
        uid: BOT,
        coinInfoId: SPOT,
        cancel: machine.openOrders(BOT, SPOT).map(({ id }) => id),
        place:
          priceTicks === 0
            ? []
            : [
                { side: 'buy', priceTicks: priceTicks - 10, lots },
                { side: 'sell', priceTicks: priceTicks + 10, lots },
              ],
      }),
    beat(priceTicks, afterMs = 1000) {
      desk.nowMs += afterMs;
      if (priceTicks !== undefined) desk.quote(priceTicks);
      return desk.run({ kind: 'clock', uid: EXCHANGE_UID });
    },
    buy(uid, direction, more) {
      const { answer } = desk.run(stake(uid, direction, more));
      if ('code' in answer) throw new Error(`refused with ${answer.code} ${JSON.stringify(answer.params)}`);
      return answer.seconds!;
    },
    usdt: (uid) => machine.balance(uid, 'spot', USDT).available,
  };
  for (const coinId of [USDT, SPOT]) desk.run(credit(BOT, coinId, 1_000_000_000n * COIN));
  for (const uid of people) desk.run(credit(uid, USDT, coins * COIN));
  desk.beat(1_000_000);
  return desk;
}

/** Seconds contracts that an outcome tells of, as they were after each step. */
export function told({ events }: Outcome): BinaryOptionState[] {
  return events.flatMap((event) => (event.kind === 'seconds' ? [event.order] : []));
}
