// The bots on the real machine: a two-sided book, created by commands only.
import { describe, expect, it } from 'vitest';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { Bots } from '../../../server/simulation/bots/bots.ts';
import { FIRST_USER_UID, EXCHANGE_UID, isBot } from '../../../server/exchange/command.ts';
import { MAX_OPEN_UNITS } from '../../../server/exchange/contracts/open-value.ts';
import { MAX_OWED_UNITS } from '../../../server/exchange/ledger/ledger.ts';
import { LISTED_INSTRUMENTS, USDT } from '../../../server/simulation/listed-instruments.ts';
import { profileOf } from '../../../server/simulation/instrument-profiles.ts';
import { seededSource } from '../../../server/simulation/random-stream.ts';
import { HALTED, TRADING, instrumentOf } from '../../../core/instruments/instrument.ts';
import { lotUnits, stepsToNumber } from '../../../core/units/units.ts';
import { type TestExchange, testExchange } from '../../support/exchange/virtual-exchange.ts';
import { VirtualMarket } from './virtual-market.ts';
import { withdrawBots } from '../../support/exchange/withdraw-bots.ts';

const SEED = 20_240_808;
const MARKETS = LISTED_INSTRUMENTS.filter((info) => info.pair !== '');
/** Wednesday noon, and the Friday evening before forex closes. */
const WEDNESDAY = Date.UTC(2026, 2, 4, 12);
const FRIDAY_CLOSE = Date.UTC(2026, 2, 6, 22);
const BTC = 2;
const DOLLAR_YEN = 203;
const YEN = LISTED_INSTRUMENTS.find(({ id }) => id === DOLLAR_YEN)!.quoteCoinId;
/** One more bot, who trades in large. */
const WHALE = 9_000;

function makeBots(exchange: TestExchange): Bots {
  const bots = new Bots({
    instruments: MARKETS,
    submitter: exchange,
    random: seededSource(SEED),
    now: exchange.clock.now,
    startTicks: (info) =>
      exchange.machine.market(info.id)?.lastPriceTicks ||
      profileOf(info.id).price / stepsToNumber(1, instrumentOf(info).price),
    isHalted: (id) => exchange.machine.market(id)?.status === HALTED,
  });
  exchange.onCommitted((outcomes) => {
    for (const outcome of outcomes) bots.onOutcome(outcome);
  });
  return bots;
}

async function run(bots: Bots, exchange: TestExchange, forMs: number): Promise<void> {
  for (const end = exchange.clock.now + forMs; exchange.clock.now < end; exchange.clock.now += bots.nextPassMs())
    await bots.step(exchange.clock.now);
}

function levels(exchange: TestExchange, id: number, side: typeof BID | typeof ASK): number[] {
  const prices: number[] = [];
  exchange.machine.levels(id, side, (price) => prices.push(price));
  return prices;
}

function sums(exchange: TestExchange): bigint[] {
  const perCoin = new Map<number, bigint>();
  for (const { coinId, available, frozen } of exchange.machine.allBalances())
    perCoin.set(coinId, (perCoin.get(coinId) ?? 0n) + available + frozen);
  return [...perCoin.values()];
}

describe(`bots, seed ${SEED}`, () => {
  it('keep a deep uncrossed book in all 24 markets, trade, and stay within the load', async () => {
    const exchange = testExchange(LISTED_INSTRUMENTS, WEDNESDAY);
    const bots = makeBots(exchange);
    await run(bots, exchange, 60_000);
    expect(MARKETS).toHaveLength(24);
    for (const { id, pair } of MARKETS) {
      const bids = levels(exchange, id, BID);
      const asks = levels(exchange, id, ASK);
      expect(bids.length, `${pair} bids`).toBeGreaterThanOrEqual(16);
      expect(asks.length, `${pair} asks`).toBeGreaterThanOrEqual(16);
      expect(Math.max(bids.length, asks.length), pair).toBeLessThanOrEqual(60);
      expect(bids[0]!, pair).toBeLessThan(asks[0]!);
      expect((asks[0]! - bids[0]!) / asks[0]!, `${pair} spread`).toBeLessThan(0.001);
      expect(exchange.machine.market(id)!.tradeId, `${pair} trades`).toBeGreaterThan(0);
    }
    expect(exchange.machine.market(BTC)!.tradeId).toBeGreaterThan(30);
    expect(sums(exchange).every((sum) => sum === 0n)).toBe(true);
    const perSecond = exchange.outcomes.length / 60;
    console.info(
      `bots: ${perSecond.toFixed(1)} commands/s, BTC trades a minute ${exchange.machine.market(BTC)!.tradeId}`,
    );
    expect(perSecond).toBeGreaterThan(40);
    expect(perSecond).toBeLessThan(130);
  });

  it('are deterministic for a seed and a start time', async () => {
    const runs = [];
    for (let i = 0; i < 2; i += 1) {
      const exchange = testExchange(LISTED_INSTRUMENTS, WEDNESDAY);
      await run(makeBots(exchange), exchange, 5_000);
      runs.push(exchange.outcomes);
    }
    expect(runs[0]).toEqual(runs[1]);
  });

  it("trade with a user's limit order, also one that blocks the price", async () => {
    const exchange = testExchange(LISTED_INSTRUMENTS, WEDNESDAY);
    const bots = makeBots(exchange);
    await run(bots, exchange, 2_000);
    const uid = FIRST_USER_UID;
    const info = MARKETS.find(({ id }) => id === BTC)!;
    const lots = 10_000;
    await exchange.submit({
      kind: 'credit',
      uid,
      wallet: 'spot',
      coinId: BTC,
      units: lotUnits(lots, instrumentOf(info).amount),
      recordType: 'test',
      remark: '',
    });
    // 0.02 % above the fair price: BTC moves as much in a few seconds.
    const priceTicks = Math.round(bots.fairOf(BTC).ticks * 1.0002);
    const placed = await exchange.submit({
      kind: 'placeSpot',
      uid,
      coinInfoId: BTC,
      side: 'sell',
      orderType: 'limit',
      priceTicks,
      lots,
      totalUnits: 0n,
      tif: 'GTC',
      postOnly: false,
      clientNo: 'a',
    });
    const taken = exchange.outcomes.length;
    const id = 'orders' in placed.answer ? placed.answer.orders[0]!.id : 0;
    let minutes = 0;
    for (; minutes < 20 && exchange.machine.order(id); minutes += 1) await run(bots, exchange, 60_000);
    expect(exchange.machine.order(id), `still open after ${minutes} min`).toBeUndefined();
    expect(exchange.machine.balance(uid, 'spot', USDT.id).available).toBeGreaterThan(0n);
    // Makers do not trade with each other: the counterparty is a taker's order.
    const takers = exchange.outcomes
      .slice(taken)
      .filter(({ events }) => events.some((event) => event.kind === 'fill' && event.fill.orderId === id));
    expect(takers.length).toBeGreaterThan(0);
  });

  it('do not trade forex at the weekend, and continue at the last price after a restart', async () => {
    const exchange = testExchange(LISTED_INSTRUMENTS, FRIDAY_CLOSE - 10_000);
    const bots = makeBots(exchange);
    await run(bots, exchange, 9_000);
    expect(levels(exchange, 201, BID).length).toBeGreaterThan(10);
    const before = exchange.machine.market(BTC)!.lastPriceTicks;
    await run(bots, exchange, 3_000);
    expect(levels(exchange, 201, BID)).toEqual([]);
    expect(levels(exchange, 201, ASK)).toEqual([]);
    expect(levels(exchange, BTC, BID).length).toBeGreaterThan(10);

    const again = makeBots(exchange);
    await withdrawBots(exchange);
    expect(exchange.machine.market(BTC)!.openOrders).toBe(0);
    await run(again, exchange, 2_000);
    expect(Math.abs(exchange.machine.market(BTC)!.lastPriceTicks / before - 1)).toBeLessThan(0.002);
    expect(sums(exchange).every((sum) => sum === 0n)).toBe(true);
  });

  it('make the book of a market that opens again in their first pass: users alone would be met until then', async () => {
    const exchange = testExchange(LISTED_INSTRUMENTS, WEDNESDAY);
    const bots = makeBots(exchange);
    await run(bots, exchange, 1_000);
    const set = (status: number) =>
      exchange.submit({ kind: 'marketStatus', uid: EXCHANGE_UID, coinInfoId: BTC, status });
    const depth = (): number[] => [BID, ASK].map((side) => levels(exchange, BTC, side as typeof BID).length);
    for (let again = 0; again < 8; again += 1) {
      await set(HALTED);
      await run(bots, exchange, 300);
      expect(depth()).toEqual([0, 0]);
      await set(TRADING);
      await bots.step(exchange.clock.now);
      for (const count of depth()) expect(count).toBeGreaterThan(8);
      exchange.clock.now += bots.nextPassMs();
    }
  });

  it('sell into a large bid until it is filled, so that it does not hold the price', async () => {
    const exchange = testExchange(LISTED_INSTRUMENTS, WEDNESDAY);
    const bots = makeBots(exchange);
    await run(bots, exchange, 5_000);
    const uid = FIRST_USER_UID;
    const XRP = 6;
    const instrument = instrumentOf(MARKETS.find(({ id }) => id === XRP)!);
    const fair = bots.fairOf(XRP).ticks;
    // 0.3 % above the best price, worth two million USDT.
    const priceTicks = Math.round(fair * 1.003);
    const lots = Math.round(
      2_000_000 / stepsToNumber(priceTicks, instrument.price) / stepsToNumber(1, instrument.amount),
    );
    const before = 10n ** 8n * 10_000_000n;
    await exchange.submit({
      kind: 'credit',
      uid,
      wallet: 'spot',
      coinId: USDT.id,
      units: before,
      recordType: 'test',
      remark: '',
    });
    const placed = await exchange.submit({
      kind: 'placeSpot',
      uid,
      coinInfoId: XRP,
      side: 'buy',
      orderType: 'limit',
      priceTicks,
      lots,
      totalUnits: 0n,
      tif: 'GTC',
      postOnly: false,
      clientNo: 'w',
    });
    const id = 'orders' in placed.answer ? placed.answer.orders[0]!.id : 0;
    await run(bots, exchange, 1_500);
    expect(exchange.machine.order(id)).toBeUndefined();
    expect(levels(exchange, XRP, BID)[0]!).toBeLessThan(bots.fairOf(XRP).ticks * 1.0005);
    // Loss of the buyer: the fee of 0.1 % and part of the 0.3 %.
    const paid = Number(before - exchange.machine.balance(uid, 'spot', USDT.id).available) / 1e8;
    const coins = Number(exchange.machine.balance(uid, 'spot', XRP).available) / 1e8;
    expect(coins * stepsToNumber(bots.fairOf(XRP).ticks, instrument.price)).toBeLessThan(paid * 0.999);
  });

  it('need no further funding within two hours, also in JPY, which has the tightest debt limit', async () => {
    const exchange = new VirtualMarket([DOLLAR_YEN, 208], seededSource(SEED), WEDNESDAY);
    const owed = (): bigint => -exchange.machine.balance(EXCHANGE_UID, 'spot', YEN).available;
    await exchange.run(WEDNESDAY + 60_000);
    const atFirst = owed();
    // With a quarter more, which they give back, and all that users may have open on one side (R20).
    expect((atFirst * 5n) / 4n).toBeLessThan(MAX_OWED_UNITS - MAX_OPEN_UNITS);
    await exchange.run(WEDNESDAY + 7_200_000);
    // Fees of their trades return to the exchange account.
    expect(owed()).toBeLessThanOrEqual(atFirst);
  }, 240_000);

  /** Sells US dollars for yen, or buys them back, as far as a book of an instant has them. */
  async function tradeDollars(exchange: VirtualMarket, side: 'buy' | 'sell', lots: number): Promise<void> {
    const fair = exchange.bots.fairOf(DOLLAR_YEN).ticks;
    for (let left = lots; left > 0; left -= 10_000_000) {
      exchange.submit({
        kind: 'placeSpot',
        uid: WHALE,
        coinInfoId: DOLLAR_YEN,
        side,
        orderType: 'limit',
        priceTicks: Math.round(fair * (side === 'buy' ? 1.05 : 0.95)),
        lots: 10_000_000,
        totalUnits: 0n,
        tif: 'IOC',
        postOnly: false,
        clientNo: '',
      });
      await exchange.run(exchange.nowMs + 1_000);
    }
  }
  const fundDollars = (exchange: VirtualMarket, coinId: number, units: bigint): void => {
    const recordType = 'bot';
    expect(
      exchange.submit({ kind: 'credit', uid: WHALE, wallet: 'spot', coinId, units, recordType, remark: '' }).answer,
    ).toMatchObject({ orders: [] });
  };

  it('give back what they have too much of: selling and buying back leaves no debt', async () => {
    const exchange = new VirtualMarket([DOLLAR_YEN], seededSource(SEED), WEDNESDAY);
    const held = (): number =>
      exchange.machine
        .allBalances()
        .filter(({ uid, coinId }) => coinId === YEN && isBot(uid) && uid !== WHALE)
        .reduce((sum, { available, frozen }) => sum + Number(available + frozen), 0);
    await exchange.run(WEDNESDAY + 1_000);
    const before = held();
    fundDollars(exchange, DOLLAR_YEN, 10n ** 16n);
    await tradeDollars(exchange, 'sell', 90_000_000);
    await tradeDollars(exchange, 'buy', 80_000_000);
    expect(held() / before).toBeLessThan(1.25);
    expect(held() / before).toBeGreaterThan(0.75);
  });

  it('go on in every market where the exchange account may owe no more of a coin (L6)', async () => {
    const exchange = new VirtualMarket([DOLLAR_YEN, BTC], seededSource(SEED), WEDNESDAY);
    await exchange.run(WEDNESDAY + 1_000);
    const owed = -exchange.machine.balance(EXCHANGE_UID, 'spot', YEN).available;
    fundDollars(exchange, YEN, MAX_OWED_UNITS - owed);
    fundDollars(exchange, DOLLAR_YEN, 10n ** 16n);
    // A pass that fails would end the run.
    await tradeDollars(exchange, 'sell', 90_000_000);
    expect(exchange.machine.balance(EXCHANGE_UID, 'spot', YEN).available).toBeGreaterThanOrEqual(-MAX_OWED_UNITS);
    expect(exchange.machine.market(BTC)!.tradeId).toBeGreaterThan(0);
  });

  it('restore a swept book within half a second', async () => {
    const exchange = testExchange(LISTED_INSTRUMENTS, WEDNESDAY);
    const bots = makeBots(exchange);
    await run(bots, exchange, 5_000);
    const uid = FIRST_USER_UID;
    const SOL = 5;
    await exchange.submit({
      kind: 'credit',
      uid,
      wallet: 'spot',
      coinId: USDT.id,
      units: 10n ** 8n * 10_000_000n,
      recordType: 'test',
      remark: '',
    });
    const spread = () => levels(exchange, SOL, ASK)[0]! - levels(exchange, SOL, BID)[0]!;
    const before = spread();
    await exchange.submit({
      kind: 'placeSpot',
      uid,
      coinInfoId: SOL,
      side: 'buy',
      orderType: 'market',
      priceTicks: 0,
      lots: 0,
      totalUnits: 10n ** 8n * 1_000_000n,
      tif: 'IOC',
      postOnly: false,
      clientNo: 's',
    });
    expect(spread()).toBeGreaterThan(before * 4);
    await run(bots, exchange, 500);
    expect(spread()).toBeLessThan(before * 3);
  });

  it('keep the depth of large venues within 0.1 % of the mid price', async () => {
    const exchange = testExchange(LISTED_INSTRUMENTS, WEDNESDAY);
    const bots = makeBots(exchange);
    await run(bots, exchange, 20_000);
    const depth = (id: number): number => {
      const instrument = instrumentOf(MARKETS.find((info) => info.id === id)!);
      const middle = (levels(exchange, id, BID)[0]! + levels(exchange, id, ASK)[0]!) / 2;
      let value = 0;
      for (const side of [BID, ASK] as const)
        exchange.machine.levels(id, side, (ticks, lots) => {
          if (Math.abs(ticks - middle) <= middle * 0.001)
            value += lots * stepsToNumber(1, instrument.amount) * stepsToNumber(ticks, instrument.price);
        });
      return value / 2;
    };
    for (const [id, least, most] of [
      [BTC, 2e6, 12e6],
      [3, 1e6, 6e6],
      [5, 0.5e6, 4e6],
      [6, 0.5e6, 4e6],
      [8, 0.3e6, 2e6],
      [12, 0.1e6, 1e6],
      [102, 3e6, 18e6],
    ] as const) {
      const value = depth(id);
      console.info(`depth of market ${id} within 0.1 %: ${(value / 1e6).toFixed(2)} million a side`);
      expect(value, `market ${id}`).toBeGreaterThan(least);
      expect(value, `market ${id}`).toBeLessThan(most);
    }
  });
});
