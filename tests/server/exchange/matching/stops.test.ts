// Stop orders (M17) one by one: what they wait for, freeze, become and survive. Among all others: the stops' twin.
import { describe, expect, it, onTestFinished } from 'vitest';
import { HALTED, TRADING } from '../../../../core/instruments/instrument.ts';
import { type Command, EXCHANGE_UID, type PlaceSpot } from '../../../../server/exchange/command.ts';
import { Machine } from '../../../../server/exchange/machine.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import { createSequencer } from '../../../../server/sequencer/sequencer.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import { SPOT, binaryOptionExchange } from '../../../support/exchange/binary-option-fixture.ts';
import {
  ALICE,
  BOB,
  BOT,
  BTC,
  COIN,
  USDT,
  credit,
  market,
  place,
  runner,
  testInstruments,
  codeOf,
} from '../../../support/exchange/spot-fixture.ts';
import { BEAT, inWords, ordersOf, spotMarket } from '../../../support/exchange/stop-fixture.ts';
import { dataFolder } from '../../../support/server/data-folder.ts';

const halt = (status: number): Command => ({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: BTC, status });

function stopMarket() {
  const base = spotMarket();
  const stop = (side: 'buy' | 'sell', stopTicks: number, more: Partial<PlaceSpot> = {}): Outcome =>
    base.run(
      more.orderType === 'market'
        ? market(ALICE, side, more.totalUnits ? 0 : 100_000, { stopTicks, ...more })
        : place(ALICE, side, stopTicks, 100_000, { stopTicks, ...more }),
    );
  return { ...base, stop };
}

describe('M17: a stop order', () => {
  it('waits outside of the book with its money frozen, then becomes a limit order under the next id', () => {
    const { machine, run, trade, stop, held } = stopMarket();
    expect(inWords(stop('sell', 1980, { priceTicks: 1970 }))).toEqual(['3 0 0 ']);
    expect(held(BTC)).toBe(COIN);
    expect(machine.levelLots(BTC, 1, 1970)).toBe(0);
    expect(inWords(run(BEAT))).toEqual([]);
    trade(1980, 'sell');
    // A trade alone does nothing: the beat looks at the price.
    expect(machine.order(3)).toMatchObject({ status: 0, stopTicks: 1980, frozenUnits: COIN });
    const reached = run(BEAT);
    expect(inWords(reached)).toEqual(['3 4 0 triggered', '6 1 0 ']);
    // By these two a client knows whose place it took.
    const [stopped, placed] = ordersOf(reached);
    expect([placed?.createTime, placed?.clientNo]).toEqual([stopped?.updateTime, '']);
    expect(machine.openOrders(ALICE, BTC)).toMatchObject([{ id: 6, orderType: 'limit', priceTicks: 1970, status: 1 }]);
    expect(held(BTC)).toBe(COIN);
    expect(inWords(run(BEAT))).toEqual([]);
  });

  it('buys above the price for its whole total, and sells below it at what the book gives', () => {
    const { run, trade, stop, held } = stopMarket();
    stop('buy', 2020, { orderType: 'market', totalUnits: 202n * COIN });
    stop('sell', 1980, { orderType: 'market' });
    expect([held(USDT), held(BTC)]).toEqual([202n * COIN, COIN]);
    run(place(BOT, 'sell', 2021, 1_000_000));
    trade(2020);
    // 202 USDT at 101.05: 1.99901 coins, the rest does not pay for a lot.
    expect(inWords(run(BEAT))).toEqual(['3 4 0 triggered', '8 3 199901 ']);
    expect([held(USDT), held(BTC)]).toEqual([0n, COIN]);
    trade(1990, 'sell');
    expect(inWords(run(BEAT))).toEqual([]);
    trade(1979, 'sell');
    run(place(BOT, 'buy', 1978, 40_000));
    // What the book has no more of waits on, as a stop again.
    expect(inWords(run(BEAT))).toEqual(['4 4 0 triggered', '14 4 40000 no_liquidity', '15 0 0 ']);
    expect(held(BTC)).toBe((COIN * 6n) / 10n);
    run(place(BOT, 'buy', 1978, 100_000));
    expect(inWords(run(BEAT))).toEqual(['15 4 0 triggered', '17 3 60000 ']);
    expect(held(BTC)).toBe(0n);
  });

  it('ends where less is left of its total than a lot costs, and is not placed at each beat', () => {
    const { run, trade, stop, held } = stopMarket();
    stop('buy', 2020, { orderType: 'market', totalUnits: 100n * COIN });
    trade(2020);
    // All that the total pays for, and nothing behind it.
    run(place(BOT, 'sell', 2020, 99_009));
    expect(inWords(run(BEAT))).toEqual(['3 4 0 triggered', '7 4 99009 no_liquidity', '8 0 0 ']);
    for (let beat = 0; beat < 3; beat += 1) expect(inWords(run(BEAT))).toEqual([]);
    run(place(BOT, 'sell', 2021, 100_000));
    expect(inWords(run(BEAT)).at(-1)).toMatch(/^10 4 0 /);
    for (let beat = 0; beat < 3; beat += 1) expect(inWords(run(BEAT))).toEqual([]);
    expect(held(USDT)).toBe(0n);
  });

  it.each([
    ['sell', 1980, 1800, 1963],
    ['buy', 2020, 2200, 2037],
  ] as const)('by market to %s trades within 1 %% of the price, not with the order behind a swept book', (...at) => {
    const [side, stopTicks, farTicks, nearTicks] = at;
    const { machine, run, trade, stop, held } = stopMarket();
    stop(side, stopTicks, { orderType: 'market', ...(side === 'buy' ? { totalUnits: 100n * COIN } : {}) });
    const other = side === 'buy' ? 'sell' : 'buy';
    // The order of one who empties the book and moves the price there.
    run(place(BOT, other, farTicks, 500_000));
    trade(side === 'buy' ? 2018 : 1982, side);
    trade(stopTicks, side);
    const frozen = held(side === 'buy' ? USDT : BTC);
    for (let beat = 0; beat < 3; beat += 1) expect(inWords(run(BEAT))).toEqual([]);
    expect([machine.order(3)?.status, held(side === 'buy' ? USDT : BTC)]).toEqual([0, frozen]);
    run(place(BOT, other, nearTicks, 500_000));
    const [ended, sold] = ordersOf(run(BEAT)).filter(({ uid }) => uid === ALICE);
    expect([ended?.reason, sold?.status, sold?.priceTicks]).toEqual(['triggered', 3, 0]);
    expect(machine.market(BTC)!.lastPriceTicks).toBe(nearTicks);
  });

  it('is refused where its price is there already, and beside what would contradict it', () => {
    const { machine, stop, run } = stopMarket();
    const before = machine.stateHash();
    expect([stop('buy', 2000), stop('buy', 1999), stop('sell', 2000), stop('sell', 2001)].map(codeOf)).toEqual([
      2010, 2010, 2010, 2010,
    ]);
    expect(
      [
        stop('sell', 1900, { tif: 'FOK' }),
        stop('sell', 1900, { postOnly: true }),
        stop('sell', 1900, { orderType: 'market', slipE8: 1000 }),
        stop('buy', 2100, { orderType: 'market' }),
        stop('sell', 0.5),
        stop('sell', -1),
      ].map(codeOf),
    ).toEqual([1400, 1400, 1400, 1400, 1400, 1400]);
    // The band is around the stop price, however far from the market that is.
    expect(codeOf(stop('sell', 1000, { priceTicks: 899 }))).toBe(2006);
    expect(codeOf(stop('sell', 1900, { lots: 1_000_000_000 }))).toBe(2003);
    expect(codeOf(stop('buy', 3000, { orderType: 'market', totalUnits: 100_001n * COIN }))).toBe(2001);
    expect(machine.stateHash()).toBe(before);
    expect(codeOf(stop('sell', 1000, { priceTicks: 901 }))).toBe(0);
    const fresh = runner(new Machine(testInstruments()));
    fresh(credit(ALICE, BTC, COIN));
    expect(codeOf(fresh(place(ALICE, 'sell', 1000, 1000, { stopTicks: 1000 })))).toBe(1400);
    expect(codeOf(run({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: null }))).toBe(0);
    expect(machine.openOrders(ALICE, null)).toEqual([]);
  });

  it('counts among the open orders, and is cancelled like one', () => {
    const { machine, run, stop, held } = stopMarket();
    for (let at = 0; at < 200; at += 1) expect(codeOf(stop('sell', 1000 + at, { lots: 3000 }))).toBe(0);
    expect([stop('sell', 1500, { lots: 3000 }), run(place(ALICE, 'buy', 1900, 3000))].map(codeOf)).toEqual([
      1418, 1418,
    ]);
    expect(inWords(run({ kind: 'cancelSpot', uid: ALICE, orderIds: [3] }))).toEqual(['3 4 0 user']);
    expect(codeOf(run({ kind: 'cancelSpot', uid: BOB, orderIds: [4] }))).toBe(1404);
    expect(codeOf(run({ kind: 'cancelSpot', uid: ALICE, orderIds: [3] }))).toBe(2012);
    run({ kind: 'cancelAllSpot', uid: ALICE, coinInfoId: BTC });
    expect([machine.market(BTC)!.openOrders, held(BTC)]).toEqual([0, 0n]);
  });

  it('waits while its owner may not place, and goes by the price of then', () => {
    const { run, trade, stop } = stopMarket();
    stop('sell', 1980);
    trade(1970, 'sell');
    run(halt(HALTED));
    expect(inWords(run(BEAT))).toEqual([]);
    run(halt(TRADING));
    trade(1990, 'sell');
    expect(inWords(run(BEAT))).toEqual([]);
    trade(1975, 'sell');
    expect(inWords(run(BEAT))[0]).toBe('3 4 0 triggered');
  });

  it('goes by the index where there is one: a trade far from it triggers nothing', () => {
    const exchange = binaryOptionExchange([ALICE]);
    exchange.run(credit(ALICE, SPOT, 10n * COIN));
    const mine = (outcome: Outcome): string[] => inWords(outcome).map((text) => text.replace(/^\d+ /, ''));
    const sell = market(ALICE, 'sell', 1000, { coinInfoId: SPOT, stopTicks: 990_000 });
    expect(codeOf(exchange.run(sell))).toBe(0);
    // One who sells a little far below moves the last trade, and not the price of the impact value.
    exchange.run(place(BOT, 'buy', 980_000, 1000, { coinInfoId: SPOT }));
    exchange.quote(0);
    exchange.run(place(BOB, 'sell', 980_000, 1000, { coinInfoId: SPOT }));
    exchange.nowMs += 1000;
    // Without quotes there is no tick: nothing is triggered by an old index, nor by the last trade.
    expect(mine(exchange.run(BEAT))).toEqual([]);
    expect(mine(exchange.beat(1_000_000))).toEqual([]);
    expect(mine(exchange.beat(989_000))).toEqual(['4 0 triggered', '3 1000 ']);
  });

  it('goes by the index of a market that has spot trading alone, once it was quoted', () => {
    const { machine, run, stop } = stopMarket();
    for (const coinId of [USDT, BTC]) run(credit(BOT, coinId, 100_000n * COIN));
    for (const [side, priceTicks] of [
      ['buy', 1995],
      ['sell', 2005],
    ] as const)
      run(place(BOT, side, priceTicks, 30_000_000));
    run(BEAT);
    stop('sell', 1980, { orderType: 'market' });
    // One who takes all bids and leaves one far below sets the last trade, and no index.
    run(credit(BOB, BTC, 1000n * COIN));
    run(place(BOT, 'buy', 1900, 200_000));
    run(place(BOB, 'sell', 1900, 30_100_000));
    expect(inWords(run(BEAT))).toEqual([]);
    // Nor what deposits and withdrawals are worth.
    expect([machine.market(BTC)?.lastPriceTicks, machine.priceTicks(BTC)]).toEqual([1900, 2000]);
    run(place(BOT, 'buy', 1970, 30_000_000));
    run(place(BOT, 'sell', 1974, 30_000_000));
    expect(inWords(run(BEAT)).at(-1)).toMatch(/^\d+ 3 100000 $/);
  });

  it('survives a restart from the rows, and a snapshot', async () => {
    const folder = dataFolder();
    let nowMs = 1_700_000_000_000;
    const open = async () => {
      const store = await openSqlite(folder);
      const sequencer = await createSequencer({ store, instruments: testInstruments(), now: () => (nowMs += 7) });
      const end = async (): Promise<void> => {
        await sequencer.close();
        await store.close();
      };
      onTestFinished(end);
      return { sequencer, end };
    };
    const first = await open();
    const send = (command: Command): Promise<Outcome> => first.sequencer.submit(command);
    for (const uid of [ALICE, BOB]) for (const coinId of [USDT, BTC]) await send(credit(uid, coinId, 1000n * COIN));
    await send(place(ALICE, 'sell', 2000, 1000));
    await send(place(BOB, 'buy', 2000, 1000));
    await send(place(ALICE, 'sell', 1970, 100_000, { stopTicks: 1980, clientNo: 'one' }));
    await send(market(ALICE, 'buy', 0, { stopTicks: 2020, totalUnits: 500n * COIN, clientNo: 'two' }));
    await send(place(ALICE, 'sell', 2050, 50_000, { lossTicks: 1900, clientNo: 'three' }));
    // A retry is the same order, another stop price is another order under its name.
    const retry = place(ALICE, 'sell', 1970, 100_000, { stopTicks: 1980, clientNo: 'one' });
    expect(ordersOf(await send(retry))).toEqual([]);
    expect(codeOf(await send({ ...retry, stopTicks: 1981 }))).toBe(1409);
    expect(codeOf(await send(place(ALICE, 'sell', 2050, 50_000, { lossTicks: 1901, clientNo: 'three' })))).toBe(1409);
    const before = first.sequencer.machine.stateHash();
    await first.end();
    const second = await open();
    expect(second.sequencer.machine.stateHash()).toBe(before);
    expect(await second.sequencer.queries.orderByClientNo(ALICE, 'one')).toMatchObject({ stopTicks: 1980, status: 0 });
    const oco = { priceTicks: 2050, lossTicks: 1900, status: 1, frozenUnits: COIN / 2n };
    expect(await second.sequencer.queries.orderByClientNo(ALICE, 'three')).toMatchObject(oco);
    const copy = new Machine(testInstruments());
    copy.restore(second.sequencer.snapshot());
    expect(copy.stateHash()).toBe(before);
    await second.sequencer.submit(place(ALICE, 'sell', 2020, 1000));
    await second.sequencer.submit(place(BOB, 'buy', 2020, 1000));
    await second.sequencer.submit(place(BOB, 'sell', 2021, 1000));
    expect(inWords(await second.sequencer.submit(BEAT))[0]).toMatch(/^4 4 0 triggered/);
    await second.sequencer.projected();
    expect(await second.sequencer.queries.order(4)).toMatchObject({ stopTicks: 2020, status: 4, reason: 'triggered' });
  });
});
