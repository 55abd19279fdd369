// Localised labels and error texts of indicator parameters.
import type { Translate } from '../../../locales/use-translation.ts';
import type { ParamObjection } from '../../../../core/market-data/indicator-params.ts';

const NAMES = {
  period: 'param.period',
  'fast period': 'param.fast',
  'slow period': 'param.slow',
  'signal period': 'param.signal',
  'mean period': 'param.mean',
  weight: 'param.weight',
  factor: 'param.factor',
  'start percentage': 'param.start',
  'step percentage': 'param.step',
  'greatest percentage': 'param.greatest',
  'K period': 'param.k',
  'D period': 'param.d',
  'ADXR period': 'param.adxr',
  'value area': 'param.valueArea',
  'most rows': 'param.mostRows',
  contrast: 'param.contrast',
  depth: 'param.depth',
  'smallest trade': 'param.smallestTrade',
  imbalance: 'param.imbalance',
  'stacked rows': 'param.stacked',
  absorption: 'param.absorption',
} as const;
const MEAN = /^period of mean (\d+)$/;

/** Label of a parameter; its English name where no translation exists. */
export function paramLabel(name: string, t: Translate): string {
  const mean = MEAN.exec(name)?.[1];
  if (mean !== undefined) return t('param.meanOf', { place: mean });
  return name in NAMES ? t(NAMES[name as keyof typeof NAMES]) : name;
}

export function paramObjectionText(objection: ParamObjection, t: Translate): string {
  switch (objection.code) {
    case 'range':
      return t(objection.step === 1 ? 'ind.range' : 'ind.rangeTenths', { min: objection.min, max: objection.max });
    case 'duplicate':
      return t('ind.duplicate');
    case 'count':
      return t('ind.count', { fewest: objection.fewest, most: objection.most });
    case 'order':
      return t('ind.order', { lesser: paramLabel(objection.lesser, t), greater: paramLabel(objection.greater, t) });
  }
}
