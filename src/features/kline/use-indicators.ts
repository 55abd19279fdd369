// React hooks for the selected indicators.
import { useMemo } from 'react';
import { type IndicatorPane, MAX_INDICATORS } from '../../../chart/indicators/indicator-looks.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';
import { stored } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type SelectedIndicator,
  indicatorSpecs,
  parseSelectedIndicators,
  printSelectedIndicators,
  withChanged,
  withToggled,
} from './selected-indicators.ts';

const STORAGE_ITEM = { main: 'mainInd', sub: 'subInd' } as const;

/** The selected indicators of a pane, in order; the list keeps its identity until it changes. */
export function useSelectedIndicators(pane: IndicatorPane): SelectedIndicator[] {
  const text = useSignalValue(stored(STORAGE_ITEM[pane]));
  return useMemo(() => parseSelectedIndicators(text, pane), [text, pane]);
}

export function storeSelectedIndicators(pane: IndicatorPane, chosen: readonly SelectedIndicator[]): void {
  stored(STORAGE_ITEM[pane]).value = printSelectedIndicators(chosen);
}

/** Hides, shows or removes a selected indicator. */
export function changeSelected(name: SelectedIndicator['name'], change: 'hide' | 'show' | 'remove'): void {
  for (const pane of ['main', 'sub'] as const) {
    const chosen = parseSelectedIndicators(stored(STORAGE_ITEM[pane]).peek(), pane);
    if (chosen.some((one) => one.name === name)) storeSelectedIndicators(pane, withChanged(chosen, name, change));
  }
}

/** Whether an indicator on the candles is selected now; false when the list is full. */
export function selectMain(name: SelectedIndicator['name']): boolean {
  const chosen = parseSelectedIndicators(stored(STORAGE_ITEM.main).peek(), 'main');
  if (chosen.some((one) => one.name === name)) return true;
  const next = withToggled(chosen, name);
  if (next) storeSelectedIndicators('main', next);
  return next !== null;
}

/** Toggles an indicator; shows a toast when the list is full. */
export function useToggleIndicator(pane: IndicatorPane): (name: SelectedIndicator['name']) => void {
  const { t } = useTranslation();
  return (name) => {
    const next = withToggled(parseSelectedIndicators(stored(STORAGE_ITEM[pane]).peek(), pane), name);
    if (next) storeSelectedIndicators(pane, next);
    else showToast(t('kline.indicatorsFull', { count: MAX_INDICATORS }), 'error');
  };
}

/** Specs for the chart; the list keeps its identity until it changes. */
export function useIndicatorSpecs(): IndicatorSpec[] {
  const main = useSelectedIndicators('main');
  const sub = useSelectedIndicators('sub');
  return useMemo(() => indicatorSpecs(main, sub), [main, sub]);
}
