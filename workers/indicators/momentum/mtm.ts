// MTM: change of the close over n bars, and its mean (docs/indicators.md 21).
import { type IndicatorDefinition, line } from '../kit/indicator.ts';
import { PastChange } from '../kit/past-change.ts';

export const MTM: IndicatorDefinition = {
  name: 'MTM',
  lines: () => [line('mtm', 'MTM'), line('maMtm', 'MAMTM')],
  start: (params) => new PastChange(params, false),
};
