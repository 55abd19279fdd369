// The chosen indicators of a place, and the way to choose others.
import { useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';
import { stored } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type Chosen,
  type IndicatorPlace,
  MOST_INDICATORS,
  indicatorSpecs,
  parseIndicators,
  printIndicators,
  toggled,
} from './chosen-indicators.ts';

const ITEM = { main: 'mainInd', sub: 'subInd' } as const;

/** The chosen indicators in their order; the same list until they change. */
export function useChosen(place: IndicatorPlace): Chosen[] {
  const text = useSignalValue(stored(ITEM[place]));
  return useMemo(() => parseIndicators(text, place), [text, place]);
}

export function choose(place: IndicatorPlace, chosen: readonly Chosen[]): void {
  stored(ITEM[place]).value = printIndicators(chosen);
}

/** Switches an indicator of a place on or off; says so when there is no room for it. */
export function useToggle(place: IndicatorPlace): (name: Chosen['name']) => void {
  const { t } = useTranslation();
  return (name) => {
    const next = toggled(parseIndicators(stored(ITEM[place]).peek(), place), name);
    if (next) choose(place, next);
    else showToast(t('ind.full', { count: MOST_INDICATORS }), 'error');
  };
}

/** What the chart is asked for; the same list until it changes. */
export function useIndicatorSpecs(): IndicatorSpec[] {
  const main = useChosen('main');
  const sub = useChosen('sub');
  return useMemo(() => indicatorSpecs(main, sub), [main, sub]);
}
