// A test exchange with a spot market and its perpetual, quoted by a bot; and its invariants.
import { type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import type { Direction } from '../../../core/risk/margin.ts';
import { printMoney } from '../../../core/units/units.ts';
import {
  CLEARING_UID,
  type Command,
  EXCHANGE_UID,
  INSURANCE_UID,
  type PlaceContract,
} from '../../../server/exchange/command.ts';
import type { Outcome } from '../../../server/exchange/outcome.ts';
import type { ContractState } from '../../../server/exchange/contracts/contract-state.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { ALICE, BOB, BOT, COIN, USDT, accepted, runner, testInstruments } from './spot-fixture.ts';

export const SPOT = 2;
export const PERP = 102;
/** Ticks of the perpetual, and of the spot market, in one USDT. */
export const TICKS = 10;
const SPOT_TICKS = 20;
/** Lots of the perpetual in one coin. */
export const LOTS = 1000;

/** BTC spot (tick 0.05) and its perpetual (tick 0.1, lot 0.001, 0.06 % taker, 0.02 % maker, at most 100x). */
export function contractInstruments(more: Partial<Instrument['info']> = {}): Instrument[] {
  const [btc, , perpetual] = testInstruments();
  return [
    instrumentOf({ ...btc!.info, qtEnable: 1 }),
    instrumentOf({
      ...perpetual!.info,
      id: PERP,
      symbol: 'BTC',
      pair: 'BTCUSDT',
      contractEnable: 1,
      maxMultiple: 100,
      minNotional: '5',
      bandRate: '0.1',
      ...more,
    }),
  ];
}

export interface TestExchange {
  machine: Machine;
  run: (command: Command) => Outcome;
  /** Quotes the perpetual around a price in USDT: `lots` on each of ten levels a side, the best half a USDT away. */
  quote: (price: number, lots?: number) => Outcome;
  /** The same for the spot book, from which the index is computed. */
  quoteSpot: (price: number) => Outcome;
  /** Quotes both books and beats twice, so that the mark price follows. */
  moveTo: (price: number) => Outcome;
  beat: () => Outcome;
  open: (uid: number, direction: Direction, more?: Partial<PlaceContract>) => ContractState;
  usdt: (uid: number) => { available: string; frozen: string };
}

let named = 0;

export function contract(uid: number, direction: Direction, more: Partial<PlaceContract> = {}): PlaceContract {
  named += 1;
  return {
    kind: 'placeContract',
    uid,
    coinInfoId: PERP,
    direction,
    orderType: more.limitTicks ? 'limit' : 'market',
    multiple: 10,
    lots: 100,
    limitTicks: 0,
    profitTicks: 0,
    lossTicks: 0,
    triggerBy: 'mark',
    slipE8: 0,
    clientNo: `k${named}`,
    ...more,
  };
}

/** Credits a user's contract account, or the insurance account. */
export function fund(uid: number, coins: bigint): Command {
  return {
    kind: 'credit',
    uid,
    wallet: 'contract',
    coinId: USDT,
    units: coins * COIN,
    recordType: 'transfer_to_contract',
    remark: 'test',
  };
}

/** Credits both bots so much of each coin that none of their orders is refused. */
export function fundBots(run: (command: Command) => Outcome, coinIds: readonly number[]): void {
  for (const uid of [BOT, BOT_TAKER])
    for (const coinId of coinIds)
      run({ kind: 'credit', uid, wallet: 'spot', coinId, units: 1_000_000_000n * COIN, recordType: 'bot', remark: '' });
}

/**
 * A quote of the bot in place of its last one: `lots` on each of ten levels a side, `stepTicks` apart, the best half a
 * step from the middle.
 */
function ladder(machine: Machine, coinInfoId: number, middleTicks: number, stepTicks: number, lots: number): Command {
  const levels = Array.from({ length: 10 }, (_, at) => (at + 0.5) * stepTicks);
  return {
    kind: 'quote',
    uid: BOT,
    coinInfoId,
    cancel: machine.openOrders(BOT, coinInfoId).map(({ id }) => id),
    place: levels.flatMap((ticks) => [
      { side: 'buy' as const, priceTicks: middleTicks - ticks, lots },
      { side: 'sell' as const, priceTicks: middleTicks + ticks, lots },
    ]),
  };
}

/** The bot's ladder in the perpetual around a price in USDT, with steps of one USDT. */
export function perpetualQuote(machine: Machine, price: number, lots = 5000): Command {
  return ladder(machine, PERP, Math.round(price * TICKS), TICKS, lots);
}

/** The same in the spot book, from which the index is computed. */
export function spotQuote(machine: Machine, price: number): Command {
  return ladder(machine, SPOT, Math.round(price * SPOT_TICKS), SPOT_TICKS, 100_000);
}

export function contractExchange(instruments = contractInstruments()): TestExchange {
  const machine = new Machine(instruments);
  const run = runner(machine);
  fundBots(run, [USDT, IN_YEN.coinId, SPOT, PERP]);
  const quote: TestExchange['quote'] = (price, lots) => run(perpetualQuote(machine, price, lots));
  const quoteSpot: TestExchange['quoteSpot'] = (price) => run(spotQuote(machine, price));
  const beat: TestExchange['beat'] = () => run({ kind: 'clock', uid: EXCHANGE_UID });
  return {
    machine,
    run,
    quote,
    quoteSpot,
    beat,
    moveTo: (price) => {
      quoteSpot(price);
      quote(price);
      beat();
      return beat();
    },
    open: (uid, direction, more) => {
      return contractsOf(run(contract(uid, direction, more)))[0]!;
    },
    usdt: (uid) => {
      const { available, frozen } = machine.balance(uid, 'contract', USDT);
      return { available: printMoney(available), frozen: printMoney(frozen) };
    },
  };
}

/** With two users who have 10 000 USDT each and an insurance account of 100 000, at a price in USDT. */
export function fundedExchange(price = 60_000, more: Partial<Instrument['info']> = {}): TestExchange {
  const exchange = contractExchange(contractInstruments(more));
  for (const uid of [ALICE, BOB]) exchange.run(fund(uid, 10_000n));
  exchange.run(fund(INSURANCE_UID, 100_000n));
  exchange.moveTo(price);
  return exchange;
}

/** Contracts in the answer. Throws Error when the command was refused. */
export function contractsOf(outcome: Pick<Outcome, 'answer'>): ContractState[] {
  return accepted(outcome).contracts!;
}

/** Contracts that ended in an outcome, in order, as "id reason". */
export function endedContracts({ events }: Outcome): string[] {
  return events.flatMap((event) =>
    event.kind === 'contract' && event.contract.status > 1
      ? [`${event.contract.id} ${event.contract.closeReason}`]
      : [],
  );
}

/** Quote coin of the perpetual, and its units that count as one of USDT. */
export interface Quote {
  coinId: number;
  perUsdt: bigint;
}
const IN_USDT: Quote = { coinId: USDT, perUsdt: 1n };
export const IN_YEN: Quote = { coinId: 302, perUsdt: 100n };
/** Instrument fields for a perpetual quoted in yen. */
export const YEN_QUOTED: Partial<Instrument['info']> = { quoteCoinId: IN_YEN.coinId, settleRate: '0.01' };

/** Invariants after every command: null, or a sentence about the first one that fails (L1, L2, R2, R3, R17). */
export function fault(machine: Machine, quote: Quote = IN_USDT): string | null {
  const sums = new Map<number, bigint>();
  for (const { uid, wallet, coinId, available, frozen } of machine.allBalances()) {
    sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
    if (frozen < 0n || (available < 0n && uid !== EXCHANGE_UID && uid !== CLEARING_UID))
      return `${uid} has ${available} and ${frozen} frozen of ${coinId} in ${wallet}`;
  }
  for (const [coinId, sum] of sums) if (sum !== 0n) return `coin ${coinId} sums to ${sum}`;
  return positionsFault(machine, quote);
}

function positionsFault(machine: Machine, quote: Quote): string | null {
  const held = new Map<number, bigint>();
  let owed = 0n;
  const lots = new Map([[PERP, 0]]);
  for (const { uid, coinInfoId, position, heldUnits, direction } of machine.allContracts()) {
    held.set(uid, (held.get(uid) ?? 0n) + heldUnits + position.marginUnits);
    owed += direction === 'long' ? position.openUnits : -position.openUnits;
    lots.set(coinInfoId, (lots.get(coinInfoId) ?? 0) + (direction === 'long' ? position.lots : -position.lots));
    if (position.marginUnits < 0n || heldUnits < 0n) return `a contract of ${uid} holds less than nothing`;
  }
  for (const { uid, wallet, coinId, frozen } of machine.allBalances()) {
    if (wallet === 'contract' && coinId === USDT && frozen !== (held.get(uid) ?? 0n))
      return `${uid} has ${frozen} frozen, contracts hold ${held.get(uid) ?? 0n}`;
  }
  const clearing = (coinId: number): bigint => {
    const { available, frozen } = machine.balance(CLEARING_UID, 'spot', coinId);
    return available + frozen;
  };
  if (clearing(quote.coinId) !== -owed * quote.perUsdt)
    return `clearing has ${clearing(quote.coinId)}, positions cost ${owed}`;
  if (quote.coinId !== USDT && clearing(USDT) !== 0n) return `clearing has ${clearing(USDT)} USDT`;
  for (const [id, own] of lots)
    if (clearing(id) !== (BigInt(own) * COIN) / BigInt(LOTS))
      return `clearing owns ${clearing(id)} of ${id}, positions have ${own} lots`;
  return null;
}

export { INSURANCE_UID };
/** A second bot that trades with the first. */
export const BOT_TAKER = 101;
