// An order that takes the place of another (M19), one by one. Among all others: the twin.
import { describe, expect, it } from 'vitest';
import { ASK, BID } from '../../../../core/feed/checksum.ts';
import type { PlaceSpot } from '../../../../server/exchange/command.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import { ALICE, BOB, BOT, BTC, COIN, DOGE, USDT, place, codeOf } from '../../../support/exchange/spot-fixture.ts';
import { BEAT, inWords, spotMarket } from '../../../support/exchange/stop-fixture.ts';

const LOTS = 100_000;

function replaceMarket(aliceUsdt?: bigint) {
  const base = spotMarket(aliceUsdt);
  const order = (side: 'buy' | 'sell', priceTicks: number, more: Partial<PlaceSpot> = {}): Outcome =>
    base.run(place(ALICE, side, priceTicks, LOTS, more));
  return { ...base, order };
}

describe('M19: a replacement', () => {
  it('ends the one and places the other, with all of its money', () => {
    const { machine, order, held } = replaceMarket(100n);
    order('buy', 1990);
    expect(held(USDT)).toBe((199n * COIN) / 2n);
    expect(inWords(order('buy', 1980, { replaces: 3 }))).toEqual(['3 4 0 user', '4 1 0 ']);
    expect([machine.levelLots(BTC, BID, 1990), machine.levelLots(BTC, BID, 1980)]).toEqual([0, LOTS]);
    expect([held(USDT), machine.market(BTC)!.openOrders]).toEqual([99n * COIN, 1]);
  });

  it('refused, it changes nothing: the money does not do, the price is there already, it would trade', () => {
    const { machine, run, order, held } = replaceMarket(100n);
    run(place(BOT, 'sell', 2010, LOTS));
    order('buy', 1990);
    order('sell', 2080, { lossTicks: 1980 });
    const before = machine.stateHash();
    const refused = [
      order('buy', 2005, { replaces: 4 }),
      order('buy', 2010, { replaces: 4, postOnly: true }),
      order('sell', 2080, { lossTicks: 2000, replaces: 5 }),
      order('sell', 1999, { lossTicks: 1980, replaces: 5 }),
      order('sell', 2500, { replaces: 5 }),
    ];
    expect(refused.map(codeOf)).toEqual([2001, 2001, 2010, 2009, 2006]);
    expect(refused.flatMap(({ events }) => events)).toEqual([]);
    expect([machine.stateHash(), held(BTC)]).toEqual([before, COIN]);
  });

  it('is of what the other had not filled, though its owner saw more', () => {
    const { machine, run, order, held } = replaceMarket();
    order('sell', 2020, { lossTicks: 1980 });
    run(place(BOB, 'buy', 2020, 30_000));
    expect(inWords(order('sell', 2030, { lossTicks: 1970, replaces: 3 }))).toEqual(['3 4 30000 user', '5 1 0 ']);
    expect(machine.order(5)).toMatchObject({ lots: 70_000, dealLots: 0, lossTicks: 1970 });
    expect(held(BTC)).toBe((COIN * 7n) / 10n);
    // Less than it had is a smaller order.
    order('sell', 2030, { lossTicks: 1970, replaces: 5, lots: 20_000 });
    expect([machine.levelLots(BTC, ASK, 2030), held(BTC)]).toEqual([20_000, COIN / 5n]);
  });

  it('of an order that was filled, cancelled or triggered, of another user or of none is refused', () => {
    const { run, trade, order } = replaceMarket();
    order('sell', 2000);
    run(place(BOB, 'buy', 2000, LOTS));
    order('sell', 1975, { stopTicks: 1980 });
    trade(1980, 'sell');
    expect(inWords(run(BEAT))).toEqual(['5 4 0 triggered', '8 1 0 ']);
    run({ kind: 'cancelSpot', uid: ALICE, orderIds: [8] });
    for (const id of [3, 5, 8]) expect(codeOf(order('sell', 2010, { replaces: id }))).toBe(2012);
    run(place(BOB, 'sell', 2050, LOTS));
    for (const id of [9, 10, 0, -1]) expect(codeOf(order('sell', 2010, { replaces: id }))).toBe(1404);
  });

  it('is of the same market, side and kind of amount', () => {
    const { order } = replaceMarket();
    order('buy', 1990);
    expect(codeOf(order('buy', 20_000, { coinInfoId: DOGE, replaces: 3 }))).toBe(1400);
    expect(codeOf(order('sell', 2010, { replaces: 3 }))).toBe(1400);
    const byTotal = { orderType: 'market', lots: 0, totalUnits: 50n * COIN, stopTicks: 2030 } as const;
    expect(codeOf(order('buy', 0, { ...byTotal, replaces: 3 }))).toBe(1400);
  });

  it('moves a stop that pays by total, with the total that it holds', () => {
    const { machine, order, held } = replaceMarket(50n);
    const stop = (stopTicks: number, more: Partial<PlaceSpot> = {}): Outcome =>
      order('buy', 0, { orderType: 'market', lots: 0, totalUnits: 50n * COIN, stopTicks, ...more });
    stop(2020);
    expect(inWords(stop(2030, { replaces: 3 }))).toEqual(['3 4 0 user', '4 0 0 ']);
    expect([held(USDT), machine.order(4)]).toMatchObject([50n * COIN, { stopTicks: 2030, totalUnits: 50n * COIN }]);
    expect(codeOf(stop(2040, { replaces: 4, totalUnits: 51n * COIN }))).toBe(2001);
    expect(codeOf(order('buy', 1990, { replaces: 4 }))).toBe(1400);
  });

  it('counts in the place of the other, where a user has all orders that are allowed', () => {
    const { run, order } = replaceMarket();
    for (let made = 0; made < 200; made += 1) run(place(ALICE, 'sell', 2010, 1000));
    expect(codeOf(order('sell', 2010, { lots: 1000 }))).toBe(1418);
    expect(codeOf(order('sell', 2020, { lots: 1000, replaces: 100 }))).toBe(0);
  });
});
