// Sizes of bars suit the market's pace, and what is typed is a size or is refused.
import { describe, expect, it } from 'vitest';
import { isBarInterval } from '../../../../core/units/time.ts';
import { gridOf } from '../../../../core/units/units.ts';
import { BAR_KINDS, barIntervalOf, barPresets } from '../../../../src/features/kline/bars/bar-presets.ts';

const MARKET = { price: gridOf('0.01'), amount: gridOf('0.00001') };

/** One trade every `stepMs`, of amounts and prices in turn. */
function trades(count: number, stepMs: number, amounts: readonly string[], prices: readonly string[]) {
  return Array.from({ length: count }, (_, at) => ({
    id: at,
    ts: 1e12 + at * stepMs,
    side: at % 2 === 0 ? ('buy' as const) : ('sell' as const),
    amount: amounts[at % amounts.length]!,
    price: prices[at % prices.length]!,
  }));
}

describe('presets', () => {
  it('are about 1, 5 and 15 minutes of trades', () => {
    expect(barPresets(trades(200, 500, ['0.01000', '0.03000'], ['100.00', '100.50']), MARKET)).toEqual({
      volume: ['volume-2', 'volume-10', 'volume-50'],
      trades: ['trades-100', 'trades-500', 'trades-2000'],
      delta: ['delta-0.2', 'delta-0.5', 'delta-1'],
      range: ['range-50', 'range-100', 'range-200'],
    });
  });

  it('of any market are sizes that exist', () => {
    for (const stepMs of [1, 90_000, 1e9])
      for (const amounts of [['0.00001'], ['999.00000', '0.00002']]) {
        const presets = barPresets(trades(50, stepMs, amounts, ['1.00', '90.00']), MARKET);
        for (const kind of BAR_KINDS) {
          expect(presets[kind].length, kind).toBeGreaterThan(0);
          expect(presets[kind].every(isBarInterval), kind).toBe(true);
        }
      }
  });

  it('without trades name no amount', () => {
    const { volume, delta, trades: counts } = barPresets([], MARKET);
    expect([volume, delta, counts.length]).toEqual([[], [], 3]);
  });
});

it.each([
  ['volume', '2.50', 'volume-2.5'],
  ['volume', '007', 'volume-7'],
  ['delta', '.5', null],
  ['delta', '0.0', null],
  ['trades', '500', 'trades-500'],
  ['trades', '2.5', null],
  ['range', '', null],
] as const)('%s of "%s" is %s', (kind, typed, expected) => {
  expect(barIntervalOf(kind, typed)).toBe(expected);
});
