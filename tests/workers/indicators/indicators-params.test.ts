// The table of parameters: defaults and limits are valid, anything beyond is refused by code.
import { describe, expect, it } from 'vitest';
import {
  INDICATOR_PARAMS,
  type IndicatorName,
  type IndicatorParams,
  paramObjection,
  isOfCandles,
  refuseParams,
} from '../../../core/market-data/indicator-params.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';

const TABLE = Object.entries(INDICATOR_PARAMS) as [IndicatorName, IndicatorParams][];

it("lists the indicators in the registry's order", () => {
  const ofCandles = TABLE.flatMap(([name]) => (isOfCandles(name) ? [name] : []));
  expect(ofCandles).toEqual([...INDICATORS.keys()]);
  expect(ofCandles).toHaveLength(24);
});

describe.each(TABLE)('%s', (name, { defaults, fields, list, order }) => {
  it('has a field for each default', () => {
    expect(paramObjection(name, defaults)).toBe(null);
    expect(fields).toHaveLength(list ? 1 : defaults.length);
    expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length);
  });

  it('accepts the limits of every range and nothing beyond', () => {
    defaults.forEach((_, at) => {
      const { name: field, min, max, step } = fields[list ? 0 : at]!;
      // Values of the other parameters that violate no order.
      const others = defaults.map((value, i) =>
        order && i === order[1] ? fields[i]!.max : order && i === order[0] ? fields[i]!.min : value,
      );
      const withValue = (value: number): number[] => others.map((other, i) => (i === at ? value : other));
      const edges = [
        order?.[1] === at ? Math.max(min, others[order[0]]!) : min,
        order?.[0] === at ? Math.min(max, others[order[1]]!) : max,
      ];
      for (const value of edges) expect(paramObjection(name, withValue(value)), `${value}`).toBe(null);
      for (const value of [
        min - step,
        max + step,
        (min + max) / 2 + step / 3,
        NaN,
        Infinity,
        '5' as unknown as number,
        null as unknown as number,
      ]) {
        expect(paramObjection(name, withValue(value)), `${value}`).toEqual({ code: 'range', field, min, max, step });
      }
    });
  });

  it('accepts the declared number of parameters', () => {
    const { fewest, most } = list ?? { fewest: fields.length, most: fields.length };
    const some = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 2);
    expect(paramObjection(name, some(fewest - 1 < 0 ? most + 1 : fewest - 1))).toEqual({ code: 'count', fewest, most });
    expect(paramObjection(name, some(most + 1))).toEqual({ code: 'count', fewest, most });
    if (list) expect(paramObjection(name, some(most))).toBe(null);
    if (list) expect(paramObjection(name, [7, 7])).toEqual(list.distinct ? { code: 'duplicate' } : null);
  });
});

it('enforces the order of two parameters', () => {
  expect(paramObjection('SMA', [12, 13])).toEqual({ code: 'order', lesser: 'weight', greater: 'period' });
  expect(paramObjection('SAR', [5, 2, 4.9])).toEqual({
    code: 'order',
    lesser: 'start percentage',
    greater: 'greatest percentage',
  });
});

it('explains each refusal in a sentence', () => {
  expect(refuseParams('MA', [5, 10])).toBe(null);
  expect(refuseParams('MA', [])).toBe('MA takes 1 to 10 periods.');
  expect(refuseParams('MA', [5, 5])).toBe('The periods of MA must differ.');
  expect(refuseParams('MA', [0])).toBe('The period of MA is a whole number from 1 to 1000.');
  expect(refuseParams('BOLL', [20, 0.15])).toBe('The factor of BOLL is a number in steps of 0.1 from 0.1 to 10.');
  expect(refuseParams('SMA', [2, 3])).toBe('The weight of SMA is at most its period.');
  expect(refuseParams('CCI', [])).toBe('CCI takes 1 parameter: period.');
  expect(refuseParams('PVT', [1])).toBe('PVT takes no parameters.');
});
