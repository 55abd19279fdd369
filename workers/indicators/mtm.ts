// MTM: change of the close over n bars, and its mean (INDICATORS.md 1.21).
import type { Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { PastChange } from './past-change.ts';

class MtmCalculation extends PastChange {
  protected measure(close: number, before: number): number {
    return close - before;
  }
}

export const MTM: Indicator = {
  name: 'MTM',
  defaults: [12, 6],
  refuse: (params) => refuseRanges('MTM', params, [whole('period', 1, 1000), whole('mean period', 1, 500)]),
  lines: () => [
    { key: 'mtm', title: 'MTM', type: 'line' },
    { key: 'maMtm', title: 'MAMTM', type: 'line' },
  ],
  start: (params) => new MtmCalculation(params),
};
