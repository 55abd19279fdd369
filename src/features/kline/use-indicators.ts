// The chosen indicators of a place, and the way to choose others.
import { useMemo } from 'react';
import type { IndicatorSpec } from '../../../contract/thread.ts';
import { stored } from '../../state/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type Chosen, type IndicatorPlace, indicatorSpecs, parseIndicators, printIndicators } from './indicators.ts';

const ITEM = { main: 'mainInd', sub: 'subInd' } as const;

/** The chosen indicators in their order; the same list until they change. */
export function useChosen(place: IndicatorPlace): Chosen[] {
  const text = useSignalValue(stored(ITEM[place]));
  return useMemo(() => parseIndicators(text, place), [text, place]);
}

export function choose(place: IndicatorPlace, chosen: readonly Chosen[]): void {
  stored(ITEM[place]).value = printIndicators(chosen);
}

/** What the chart is asked for; the same list until it changes. */
export function useIndicatorSpecs(): IndicatorSpec[] {
  const main = useChosen('main');
  const sub = useChosen('sub');
  return useMemo(() => indicatorSpecs(main, sub), [main, sub]);
}
