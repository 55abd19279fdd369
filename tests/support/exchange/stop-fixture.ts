// A market for stop and oco orders (M17, M18), and what they show.
import { type Command, EXCHANGE_UID } from '../../../server/exchange/command.ts';
import type { OrderState } from '../../../server/exchange/event.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import { ALICE, BOB, BOT, BTC, COIN, USDT, credit, place, runner, testInstruments } from './spot-fixture.ts';

export const BEAT: Command = { kind: 'clock', uid: EXCHANGE_UID };

export const ordersOf = ({ events }: Outcome): OrderState[] =>
  events.flatMap((event) => (event.kind === 'order' ? [event.order] : []));

/** A user's orders of an outcome as "id status filled reason". */
export const inWords = (outcome: Outcome, uid = ALICE): string[] =>
  ordersOf(outcome)
    .filter((order) => order.uid === uid)
    .map(({ id, status, dealLots, reason }) => `${id} ${status} ${dealLots} ${reason}`);

export interface SpotMarket {
  machine: Machine;
  run: (command: Command) => Outcome;
  /** Two others trade at a price. */
  trade: (priceTicks: number, side?: 'buy' | 'sell') => void;
  /** What Alice has frozen of a coin. */
  held: (coinId: number) => bigint;
}

/** Too thin a book for an index: its price is the last trade, 2000 ticks (100 USDT); a lot is 1e-5 coins. */
export function spotMarket(aliceUsdt = 1000n): SpotMarket {
  const machine = new Machine(testInstruments());
  const run = runner(machine);
  for (const uid of [ALICE, BOB, BOT])
    for (const coinId of [USDT, BTC])
      run(credit(uid, coinId, (uid === ALICE && coinId === USDT ? aliceUsdt : 1000n) * COIN));
  const trade = (priceTicks: number, side: 'buy' | 'sell' = 'buy'): void => {
    run(place(BOT, side === 'buy' ? 'sell' : 'buy', priceTicks, 2000));
    run(place(BOB, side, priceTicks, 2000));
  };
  trade(2000);
  return { machine, run, trade, held: (coinId) => machine.balance(ALICE, 'spot', coinId).frozen };
}
