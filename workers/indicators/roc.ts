// ROC: change of the close over n bars in percent, 0 from a close of 0, and its mean (INDICATORS.md 1.22).
import type { Indicator } from './indicator.ts';
import { refuseRanges, whole } from './parameters.ts';
import { PastChange } from './past-change.ts';

class RocCalculation extends PastChange {
  protected measure(close: number, before: number): number {
    return before === 0 ? 0 * close : (100 * (close - before)) / before;
  }
}

export const ROC: Indicator = {
  name: 'ROC',
  defaults: [12, 6],
  refuse: (params) => refuseRanges('ROC', params, [whole('period', 1, 1000), whole('mean period', 1, 500)]),
  lines: () => [
    { key: 'roc', title: 'ROC', type: 'line' },
    { key: 'maRoc', title: 'MAROC', type: 'line' },
  ],
  start: (params) => new RocCalculation(params),
};
