// A test exchange with binary options on a spot market, and a clock that the test advances.
import type { SecondsDirection } from '../../../core/risk/binary-option.ts';
import { type Command, EXCHANGE_UID, type PlaceBinaryOption } from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import type { RecentTick } from '../../../server/exchange/closing/settlement-window.ts';
import type { IndexEvent } from '../../../server/exchange/event.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import type { BinaryOptionState } from '../../../server/exchange/binary-options/open-binary-options.ts';
import { SPOT, contractInstruments } from './contract-fixture.ts';
import { BOT, COIN, USDT, accepted, credit } from './spot-fixture.ts';

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

export interface BinaryOptionExchange {
  machine: Machine;
  nowMs: number;
  /** Every command so far with its time. */
  readonly tape: { ts: number; command: Command }[];
  run(command: Command): Outcome;
  /** Quotes the book around a price in ticks, `lots` a side (default 1000 coins); 0 empties it. */
  quote(priceTicks: number, lots?: number): Outcome;
  /** Advances by `afterMs`, quotes the price if given, and beats. */
  beat(priceTicks?: number, afterMs?: number): Outcome;
  buy(uid: number, direction: SecondsDirection, more?: Partial<PlaceBinaryOption>): BinaryOptionState;
  usdt(uid: number): bigint;
  /** Every index tick of a market so far. */
  recent(coinInfoId: number): RecentTick[];
}

export function binaryOptionExchange(
  users: readonly number[] = [10_001, 10_002],
  coins = 10_000n,
): BinaryOptionExchange {
  const machine = new Machine(contractInstruments());
  let seq = 0;
  const ticks = new Map<number, IndexEvent[]>();
  const exchange: BinaryOptionExchange = {
    machine,
    nowMs: T0,
    tape: [],
    run(command) {
      seq += 1;
      exchange.tape.push({ ts: exchange.nowMs, command });
      const outcome = machine.apply({ seq, ts: exchange.nowMs }, command);
      for (const event of outcome.events)
        if (event.kind === 'index')
          ticks.set(event.coinInfoId, [...(ticks.get(event.coinInfoId) ?? []), event].slice(-600));
      return outcome;
    },
    recent: (coinInfoId) => ticks.get(coinInfoId) ?? [],
    quote: (priceTicks, lots = 100_000_000) =>
      exchange.run({
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
      exchange.nowMs += afterMs;
      if (priceTicks !== undefined) exchange.quote(priceTicks);
      return exchange.run({ kind: 'clock', uid: EXCHANGE_UID });
    },
    buy: (uid, direction, more) => accepted(exchange.run(stake(uid, direction, more))).seconds!,
    usdt: (uid) => machine.balance(uid, 'spot', USDT).available,
  };
  for (const coinId of [USDT, SPOT]) exchange.run(credit(BOT, coinId, 1_000_000_000n * COIN));
  for (const uid of users) exchange.run(credit(uid, USDT, coins * COIN));
  exchange.beat(1_000_000);
  return exchange;
}

/** Binary options in an outcome's events, in order. */
export function binaryOptionsOf({ events }: Outcome): BinaryOptionState[] {
  return events.flatMap((event) => (event.kind === 'seconds' ? [event.order] : []));
}

/** A machine restored from what a store would hold of another, with these open binary options. */
export function restoredFrom(exchange: BinaryOptionExchange, open: BinaryOptionState[]): Machine {
  const restored = new Machine(contractInstruments());
  const { orderId, dealId, contractId, secondsId } = exchange.machine.counters();
  restored.restore({
    orderId,
    dealId,
    contractId,
    contracts: [],
    balances: exchange.machine.allBalances(),
    orders: exchange.machine.openOrders(100, null),
    markets: [],
    marks: exchange.machine.indexes().map(({ coinInfoId, seq, priceTicks, ts, hash }) => ({
      coinInfoId,
      indexSeq: seq,
      indexTicks: priceTicks,
      indexTs: ts,
      indexHash: hash,
      markTicks: 0,
      beforeTicks: 0,
      basisE8: 0n,
      recent: exchange.recent(coinInfoId),
      ...exchange.machine.mark(coinInfoId),
    })),
    seconds: { lastId: secondsId, open },
    clock: exchange.machine.clock(),
  });
  return restored;
}
