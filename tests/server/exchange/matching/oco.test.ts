// Oco orders (M18) one by one: a limit order with a stop on the other side of the price. Among all others: the twin.
import { describe, expect, it } from 'vitest';
import { ASK, BID } from '../../../../core/feed/checksum.ts';
import type { PlaceSpot } from '../../../../server/exchange/command.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  COIN,
  USDT,
  market,
  place,
  runner,
  sums,
  testInstruments,
  codeOf,
} from '../../../support/exchange/spot-fixture.ts';
import { BEAT, inWords, spotMarket } from '../../../support/exchange/stop-fixture.ts';

const LOTS = 100_000;

function ocoMarket(aliceUsdt?: bigint) {
  const base = spotMarket(aliceUsdt);
  const oco = (side: 'buy' | 'sell', priceTicks: number, lossTicks: number, more: Partial<PlaceSpot> = {}): Outcome =>
    base.run(place(ALICE, side, priceTicks, LOTS, { lossTicks, ...more }));
  return { ...base, oco };
}

describe('M18: an oco', () => {
  it('rests at its limit with one amount frozen, and is filled there without its stop', () => {
    const { machine, run, trade, oco, held } = ocoMarket();
    expect(inWords(oco('sell', 2020, 1980))).toEqual(['3 1 0 ']);
    expect([held(BTC), machine.levelLots(BTC, ASK, 2020), machine.market(BTC)!.openOrders]).toEqual([COIN, LOTS, 1]);
    run(place(BOB, 'buy', 2020, LOTS));
    expect(machine.order(3)).toBeUndefined();
    expect(held(BTC)).toBe(0n);
    trade(1970, 'sell');
    // Filled orders wait for nothing.
    expect(inWords(run(BEAT))).toEqual([]);
    expect(machine.market(BTC)!.openOrders).toBe(0);
  });

  it('sells the rest by market where its stop is reached, within 1 %, and what the book lacks waits on', () => {
    const { machine, run, trade, oco, held } = ocoMarket();
    oco('sell', 2020, 1980);
    run(place(BOB, 'buy', 2020, 30_000));
    trade(1990, 'sell');
    expect(inWords(run(BEAT))).toEqual([]);
    trade(1980, 'sell');
    // The book is empty below: the limit stays where it is.
    expect(inWords(run(BEAT))).toEqual([]);
    expect(machine.levelLots(BTC, ASK, 2020)).toBe(70_000);
    run(place(BOT, 'buy', 1900, LOTS));
    expect(inWords(run(BEAT))).toEqual([]);
    run(place(BOT, 'buy', 1975, 40_000));
    expect(inWords(run(BEAT))).toEqual(['3 4 30000 triggered', '11 4 40000 no_liquidity', '12 0 0 ']);
    expect([machine.levelLots(BTC, ASK, 2020), held(BTC)]).toEqual([0, (COIN * 3n) / 10n]);
    run(place(BOT, 'buy', 1970, 50_000));
    expect(inWords(run(BEAT))).toEqual(['12 4 0 triggered', '14 3 30000 ']);
    expect([held(BTC), machine.openOrders(ALICE, null)]).toEqual([0n, []]);
  });

  it('of a buy freezes its lots at the bound of its stop, pays its limit, and gives the rest back', () => {
    const { machine, run, oco, held } = ocoMarket();
    // 1 coin at 1.01 * 2040 ticks = 2060.4, rounded down to 2060 ticks = 103 USDT.
    expect(inWords(oco('buy', 1980, 2040))).toEqual(['3 1 0 ']);
    expect(held(USDT)).toBe(103n * COIN);
    run(place(BOB, 'sell', 1980, 40_000));
    expect(held(USDT)).toBe((103n * COIN * 6n) / 10n);
    run(place(BOB, 'sell', 1980, 60_000));
    const { available, frozen } = machine.balance(ALICE, 'spot', USDT);
    expect([available, frozen]).toEqual([(1000n - 99n) * COIN, 0n]);
  });

  it('of a buy buys the rest above, with what it froze', () => {
    const { machine, run, trade, oco, held } = ocoMarket(104n);
    oco('buy', 1980, 2040);
    expect(machine.balance(ALICE, 'spot', USDT).available).toBe(COIN);
    trade(2040);
    run(place(BOT, 'sell', 2060, LOTS));
    expect(inWords(run(BEAT))).toEqual(['3 4 0 triggered', '7 3 100000 ']);
    expect([held(USDT), machine.balance(ALICE, 'spot', USDT).available]).toEqual([0n, COIN]);
  });

  it('of a buy ends where a jump made the rest dearer than the money that is free', () => {
    const { machine, run, trade, oco, held } = ocoMarket(104n);
    oco('buy', 1980, 2040);
    trade(2150);
    run(place(BOT, 'sell', 2160, 50_000));
    expect(inWords(run(BEAT))).toEqual(['3 4 0 triggered', '7 4 50000 no_liquidity']);
    expect([held(USDT), machine.balance(ALICE, 'spot', USDT).available]).toEqual([0n, 50n * COIN]);
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('is not triggered by a beat whose earlier stop has filled it', () => {
    const { machine, run, trade, oco, held } = ocoMarket();
    trade(2010);
    run(market(BOB, 'sell', LOTS, { stopTicks: 2006 }));
    trade(2000);
    oco('buy', 1995, 2004);
    trade(2005);
    run(place(BOT, 'sell', 2020, LOTS));
    // At 2005 both are reached; the sell comes first, and meets the buy's limit.
    const outcome = run(BEAT);
    expect(inWords(outcome, BOB)).toEqual(['5 4 0 triggered', '12 3 100000 ']);
    expect(inWords(outcome)).toEqual(['8 3 100000 ']);
    expect([held(USDT), machine.openOrders(ALICE, null)]).toEqual([0n, []]);
    expect(sums(machine).every((sum) => sum === 0n)).toBe(true);
  });

  it('is refused on the wrong sides of the price, beside what would contradict it, and without its money', () => {
    const { machine, oco, run } = ocoMarket();
    const before = machine.stateHash();
    expect(
      [oco('sell', 2020, 2000), oco('sell', 2000, 1980), oco('buy', 1980, 2000), oco('buy', 2000, 2020)].map(codeOf),
    ).toEqual([2010, 2009, 2010, 2009]);
    expect(
      [
        oco('sell', 2020, 1980, { tif: 'IOC' }),
        oco('sell', 2020, 1980, { tif: 'FOK' }),
        oco('sell', 2020, 1980, { postOnly: true }),
        oco('sell', 2020, 1980, { stopTicks: 1970 }),
        oco('sell', 2020, -1980),
        oco('sell', 2020, 0.5),
        run(market(ALICE, 'sell', LOTS, { lossTicks: 1980 })),
      ].map(codeOf),
    ).toEqual([1400, 1400, 1400, 1400, 1400, 1400, 1400]);
    expect(codeOf(oco('sell', 2201, 1980))).toBe(2006);
    // A lot of 100 000 at 20 ticks is worth 1 USDT, the least; its limit alone would do.
    expect(codeOf(oco('sell', 2020, 19))).toBe(2007);
    expect(codeOf(oco('buy', 1980, 20_000))).toBe(2001);
    expect(machine.stateHash()).toBe(before);
  });

  it('is cancelled as one order, alone and with all, and leaves nothing behind', () => {
    const { machine, run, oco, held } = ocoMarket();
    oco('sell', 2020, 1980);
    oco('buy', 1980, 2040);
    expect(inWords(run({ kind: 'cancelSpot', uid: ALICE, orderIds: [3] }))).toEqual(['3 4 0 user']);
    run({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: BTC });
    expect([held(USDT), held(BTC), machine.market(BTC)!.openOrders]).toEqual([0n, 0n, 0]);
    expect([machine.levelLots(BTC, ASK, 2020), machine.levelLots(BTC, BID, 1980)]).toEqual([0, 0]);
  });

  it('has both prices after a snapshot', () => {
    const { machine, run, oco } = ocoMarket();
    oco('buy', 1980, 2040);
    run(place(BOB, 'sell', 1980, 40_000));
    const copy = new Machine(testInstruments());
    copy.restore(machine.snapshot());
    expect(copy.stateHash()).toBe(machine.stateHash());
    expect(copy.order(3)).toMatchObject({ priceTicks: 1980, lossTicks: 2040, dealLots: 40_000, status: 2 });
    expect(copy.levelLots(BTC, BID, 1980)).toBe(60_000);
    for (const each of [machine, copy]) {
      const go = runner(each);
      for (const uid of [BOT, BOB]) go(place(uid, uid === BOT ? 'sell' : 'buy', 2040, 2000));
      go(place(BOT, 'sell', 2050, LOTS));
      expect(inWords(go(BEAT))).toEqual(['3 4 40000 triggered', '8 3 60000 ']);
    }
  });
});
