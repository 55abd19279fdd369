// Large trades: the newest that are worth enough, also when the recent ones have moved on, with a naive twin.
import { describe, expect, it } from 'vitest';
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { LargeTrades } from '../../../workers/trades/large-trades.ts';
import { MAX_TRADES, RecentTrades } from '../../../workers/trades/recent-trades.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const WIDTH = TRADE_FIELD.size;

function rowsOf(trades: readonly { id: number; price: number; lots: number }[]): Rows {
  const rows = new Rows(WIDTH);
  for (const { id, price, lots } of trades) {
    const at = rows.add();
    rows.data.set([id, price, lots, 1, id * 10], at);
  }
  return rows;
}

function idsOf(large: LargeTrades): number[] {
  const out = new Float64Array(large.count * WIDTH);
  large.copyTo(large.count, out, 0);
  return Array.from({ length: large.count }, (_, index) => out[index * WIDTH]!);
}

describe('large trades', () => {
  it('are those of a naive list, at any pace of messages (seed 7)', () => {
    const random = seeded(7);
    const recent = new RecentTrades();
    const large = new LargeTrades(recent, 30, 5_000);
    const all: { id: number; price: number; lots: number }[] = [];
    for (let round = 0; round < 200; round += 1) {
      const count = 1 + Math.floor(random() * 60);
      const fresh = Array.from({ length: count }, (_, index) => ({
        id: all.length + index + 1,
        price: 100,
        lots: Math.floor(random() * 60),
      }));
      all.push(...fresh);
      recent.apply(rowsOf(random() < 0.5 ? fresh : [...fresh].reverse()), false);
      large.update();
      const expected = all.filter(({ price, lots }) => price * lots >= 5_000).slice(-30);
      expect(idsOf(large)).toEqual(expected.map(({ id }) => id).reverse());
    }
  });

  it('keeps earlier ones over a snapshot with a gap, and takes fetched ones between', () => {
    const recent = new RecentTrades();
    const large = new LargeTrades(recent, 10, 100);
    recent.apply(rowsOf([{ id: 1, price: 100, lots: 1 }]), true);
    large.update();
    recent.apply(rowsOf([{ id: 50, price: 100, lots: 5 }]), true);
    large.update();
    expect(idsOf(large)).toEqual([50, 1]);
    recent.merge(rowsOf([{ id: 49, price: 100, lots: 9 }]));
    large.update();
    expect(idsOf(large)).toEqual([50, 49, 1]);
  });

  it('are none while no trade is worth enough, however many there are', () => {
    const recent = new RecentTrades();
    const large = new LargeTrades(recent, 5, 1e9);
    recent.apply(
      rowsOf(Array.from({ length: MAX_TRADES }, (_, index) => ({ id: index + 1, price: 1, lots: 1 }))),
      false,
    );
    large.update();
    expect(large.count).toBe(0);
  });
});
