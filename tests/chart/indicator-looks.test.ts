// The chart shows exactly the registered indicators.
import { expect, test } from 'vitest';
import { linesOf, MAIN_INDICATORS, SUB_INDICATORS } from '../../chart/indicators/indicator-looks.ts';
import { INDICATORS } from '../../workers/indicators/registry.ts';

test('the chart has a style for each line of the 24 indicators of the registry', () => {
  expect([...MAIN_INDICATORS, ...SUB_INDICATORS].sort()).toEqual([...INDICATORS.keys()].sort());
  for (const { name, defaults, lines } of INDICATORS.values()) {
    expect(linesOf(name, defaults), name).toEqual(lines(defaults).map(({ title, type }) => ({ title, type })));
  }
});
