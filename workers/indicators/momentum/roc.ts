// ROC: change of the close over n bars in percent, 0 from a close of 0, and its mean (docs/indicators.md 22).
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { PastChange } from '../kit/past-change.ts';

export const ROC: IndicatorDefinition = {
  name: 'ROC',
  lines: () => [line('roc', 'ROC'), line('maRoc', 'MAROC')],
  start: (params) => new PastChange(params, true),
};
