// Tickers: rolling 24 hours against a naive twin, sparklines, changed fields, the forex session.
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../core/units/durations.ts';
import { candleStart } from '../../../core/units/time.ts';
import { Feed } from '../../../server/feed/feed.ts';
import { MarkTopic } from '../../../server/feed/topics/mark-topic.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { RecordingReader, MemoryStore, infoOf } from '../../support/server/feed-fixture.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';

const START = Date.UTC(2026, 2, 3, 4, 5, 6);
const clock = { now: START };

function feedOf(...infos: ReturnType<typeof infoOf>[]): Feed {
  clock.now = START;
  return new Feed({ instruments: infos, store: new MemoryStore(), now: () => clock.now, timer: false });
}

function trade(id: number, priceTicks: number, lots: number, coinInfoId = 2): MarketEvent {
  return { kind: 'trade', coinInfoId, id, priceTicks, lots, side: 'buy', ts: clock.now };
}

describe('ticker', () => {
  test('24 hours roll by the minute', () => {
    const chance = seeded(seedOf('ticker'));
    const feed = feedOf(infoOf(2));
    const trades: { ts: number; price: number; lots: number }[] = [];
    let price = 5_000;
    for (let id = 1; id <= 4_000; id += 1) {
      clock.now += Math.floor(chance() ** 6 * 2_000_000);
      price = Math.max(1, price + Math.round((chance() - 0.5) * 30));
      const lots = 1 + Math.floor(chance() * 900);
      trades.push({ ts: clock.now, price, lots });
      feed.apply([trade(id, price, lots)], clock.now);
      if (id % 7 !== 0) continue;
      clock.now += Math.floor(chance() * 100_000);
      const from = candleStart(clock.now, '1m') - DAY_MS + 60_000;
      const within = trades.filter(({ ts }) => ts >= from);
      const prices = within.map((one) => one.price);
      const text = (ticks: number): string => (ticks / 100).toFixed(2);
      expect(feed.market(2)?.ticker(clock.now)).toMatchObject({
        last: text(price),
        open24h: text(prices[0] ?? price),
        high24h: text(Math.max(...prices, within.length ? 0 : price)),
        low24h: text(Math.min(...prices, within.length ? Infinity : price)),
        vol24h: (within.reduce((sum, one) => sum + one.lots, 0) / 1e5).toFixed(5),
        seq: id,
      });
    }
  });

  test('without trades for a day the last price stays; without any there is no ticker', () => {
    const feed = feedOf(infoOf(2), infoOf(3));
    expect(feed.market(2)?.ticker(START)).toBeNull();
    feed.apply([trade(1, 500, 3)], START);
    expect(feed.market(2)?.ticker(START + 3 * DAY_MS)).toMatchObject({
      last: '5.00',
      open24h: '5.00',
      high24h: '5.00',
      low24h: '5.00',
      vol24h: '0.00000',
      change24h: '0.000000',
    });
    feed.apply([{ kind: 'level', coinInfoId: 3, side: 1, priceTicks: 7, lots: 1 }], START);
    expect(feed.market(3)?.ticker(START)).toMatchObject({ last: '0.07', bid1: '0.07' });
  });

  test('a market without changes since the start has the time of its last candle; an empty side of the book is 0', () => {
    const feed = feedOf(infoOf(2));
    const market = feed.market(2)!;
    const row = { open: 5, high: 5, low: 5, close: 5, volumeLots: 1, amount: 1 };
    const friday = candleStart(START, '1m') - 2 * DAY_MS;
    market.candles.importRows('1h', [{ ...row, start: candleStart(friday, '1h') }]);
    expect(market.ticker(clock.now)!.ts).toBe(candleStart(friday, '1h') + 3_600_000);
    market.candles.importRows('1m', [{ ...row, start: friday }]);
    expect(market.ticker(clock.now)).toMatchObject({ last: '0.05', bid1: '0', ask1: '0', ts: friday + 60_000 });
    // A running candle ends later than now.
    market.candles.importRows('1m', [{ ...row, start: candleStart(START, '1m') }]);
    expect(market.ticker(clock.now)!.ts).toBe(clock.now);
    feed.apply([{ kind: 'level', coinInfoId: 2, side: 2, priceTicks: 7, lots: 1 }], START + 9_000);
    expect(market.ticker(START + 10_000)).toMatchObject({ bid1: '0', ask1: '0.07', ts: START + 9_000 });
  });

  test('sparkline: 24 hourly closes, hours without trades repeat, the running hour last', () => {
    const feed = feedOf(infoOf(2));
    feed.apply([trade(1, 100, 1)], clock.now);
    clock.now += 5 * 3_600_000;
    feed.apply([trade(2, 200, 1)], clock.now);
    clock.now += 2 * 3_600_000;
    const spark = feed.market(2)?.sparkline(clock.now) ?? [];
    expect(spark).toHaveLength(24);
    expect(spark.slice(-9)).toEqual(['1.00', '1.00', '1.00', '1.00', '1.00', '1.00', '2.00', '2.00', '2.00']);
  });

  test('a recording has its own clock', () => {
    const tapeTs = Date.UTC(2024, 7, 8, 23, 54);
    const feed = new Feed({
      instruments: [infoOf(2)],
      store: new MemoryStore(),
      now: () => clock.now,
      timer: false,
      isRecording: true,
    });
    feed.apply([{ kind: 'trade', coinInfoId: 2, id: 1, priceTicks: 7, lots: 1, side: 'buy', ts: tapeTs }], tapeTs);
    expect(feed.clock()).toBe(tapeTs);
    expect(feed.market(2)?.ticker(feed.clock())?.vol24h).toBe('0.00001');
  });

  test('the channel publishes changed fields, and all fields every 10 s', () => {
    const feed = feedOf(infoOf(2), infoOf(3));
    feed.apply([trade(1, 500, 3), { ...trade(1, 900, 1), coinInfoId: 3 }], clock.now);
    const [all, one, some] = [new RecordingReader(), new RecordingReader(), new RecordingReader()];
    feed.topic({ channel: 'tickers' })?.subscribe(all);
    feed.topic({ channel: 'ticker', coinInfoId: 2 })?.subscribe(one);
    feed.topic({ channel: 'tickers', ids: [3, 3, 77] })?.subscribe(some);
    expect(all.last()).toMatchObject({ kind: 'snapshot', data: [{ coinInfoId: 2 }, { coinInfoId: 3 }] });
    expect(some.last().data).toHaveLength(1);
    feed.runDueTasks((clock.now += 500));
    expect([all.messages.length, one.messages.length, some.messages.length]).toEqual([1, 1, 1]);
    feed.apply([{ kind: 'level', coinInfoId: 2, side: 2, priceTicks: 501, lots: 4 }], clock.now);
    feed.runDueTasks((clock.now += 500));
    expect(all.last()).toMatchObject({ kind: 'delta', seq: 1, prevSeq: 0 });
    expect(all.last().data).toEqual([{ coinInfoId: 2, ask1: '5.01', ts: clock.now - 500 }]);
    expect(one.last()).toMatchObject({ channel: 'ticker', coinInfoId: 2, data: { ask1: '5.01' } });
    feed.apply([{ kind: 'level', coinInfoId: 2, side: 2, priceTicks: 501, lots: 0 }], clock.now);
    feed.runDueTasks((clock.now += 500));
    expect(all.last().data[0].ask1).toBe('0');
    feed.runDueTasks((clock.now += 9_000));
    expect(all.last()).toMatchObject({ kind: 'snapshot' });
    expect(all.last().data[0]).toHaveProperty('high24h');
    expect(feed.topic({ channel: 'tickers', ids: [77] })).toBeNull();
  });

  test('candles channel: the running bar, with the closed one when a new one opens', () => {
    const feed = feedOf(infoOf(2));
    clock.now = candleStart(START, '1h');
    const listener = new RecordingReader();
    feed.topic({ channel: 'candles', coinInfoId: 2, period: '3m' })?.subscribe(listener);
    feed.apply([trade(1, 500, 3)], clock.now);
    feed.runDueTasks(clock.now);
    expect(listener.last()).toMatchObject({
      seq: 1,
      prevSeq: 0,
      data: [[clock.now / 1000, '5.00', '5.00', '5.00', '5.00', '0.00003', '0.00', 0]],
    });
    feed.apply([trade(2, 510, 3)], clock.now);
    const count = listener.messages.length;
    feed.runDueTasks(clock.now + 100);
    expect(listener.messages).toHaveLength(count);
    clock.now += 180_000;
    feed.apply([trade(3, 520, 3)], clock.now);
    feed.runDueTasks(clock.now);
    expect(listener.last()).toMatchObject({ seq: 3, prevSeq: 1 });
    expect(listener.last().data.map((bar: unknown[]) => [bar[1], bar[4], bar[7]])).toEqual([
      ['5.00', '5.10', 1],
      ['5.20', '5.20', 0],
    ]);
    clock.now += 180_000;
    feed.runDueTasks(clock.now);
    expect(listener.last().data.map((bar: unknown[]) => [bar[4], bar[7]])).toEqual([['5.20', 1]]);
  });
});

describe('funding', () => {
  test('is in the ticker and on the mark channel of markets with funding only', () => {
    const feed = feedOf(infoOf(2), infoOf(3));
    feed.apply([trade(1, 5_000, 10), trade(1, 5_000, 10, 3)], clock.now);
    feed.updateMark(2, 5_000, 5_001, clock.now, { rateE8: -50_000n, nextMs: START + 1000 });
    feed.updateMark(3, 5_000, 5_001, clock.now);
    expect(feed.market(2)?.ticker(clock.now)).toMatchObject({
      mark: '50.00',
      fundingRate: '-0.0005',
      nextFundingTime: START + 1000,
    });
    expect(feed.market(3)?.ticker(clock.now)).not.toHaveProperty('fundingRate');
    const messages = [2, 3].map(
      (id) =>
        JSON.parse(
          new MarkTopic(
            'mark',
            feed.market(id)!,
            () => clock.now,
            () => {},
          ).snapshot()!.text,
        ).data as unknown,
    );
    expect(messages).toEqual([
      { mark: '50.00', index: '50.01', fundingRate: '-0.0005', nextFundingTime: START + 1000 },
      { mark: '50.00', index: '50.01', fundingRate: '0', nextFundingTime: 0 },
    ]);
  });
});
