// React hooks for the selected indicators.
import { useMemo } from 'react';
import { type IndicatorName, isHeatMap } from '../../../core/market-data/indicator-params.ts';
import { drawnByPage } from '../../components/chart/mounted-chart.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { IndicatorSpec } from '../../../core/worker-protocol/worker-protocol.ts';
import { stored } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  INDICATORS_OF,
  type SelectedIndicator,
  type IndicatorPane,
  MAX_INDICATORS,
  indicatorSpecs,
  parseSelectedIndicators,
  printSelectedIndicators,
  withChanged,
  withToggled,
} from './selected-indicators.ts';

const STORAGE_ITEM = { main: 'mainInd', sub: 'subInd' } as const;

/** Whether the charts of this window can show an indicator. */
const canShow = (name: IndicatorName, isDrawnByPage: boolean): boolean => !(isDrawnByPage && isHeatMap(name));

/** The indicators of a pane that the charts of this window can show. */
export function useIndicatorNames(pane: IndicatorPane): readonly IndicatorName[] {
  const isDrawnByPage = useSignalValue(drawnByPage);
  return useMemo(() => INDICATORS_OF[pane].filter((name) => canShow(name, isDrawnByPage)), [pane, isDrawnByPage]);
}

/** The selected ones of those, in order; the list keeps its identity until it changes. */
export function useSelectedIndicators(pane: IndicatorPane): SelectedIndicator[] {
  const text = useSignalValue(stored(STORAGE_ITEM[pane]));
  const isDrawnByPage = useSignalValue(drawnByPage);
  return useMemo(
    () => parseSelectedIndicators(text, pane).filter(({ name }) => canShow(name, isDrawnByPage)),
    [text, pane, isDrawnByPage],
  );
}

/** Stores the selection; indicators that other windows alone can show stay selected. */
export function storeSelectedIndicators(pane: IndicatorPane, chosen: readonly SelectedIndicator[]): void {
  const item = stored(STORAGE_ITEM[pane]);
  const others = parseSelectedIndicators(item.peek(), pane).filter(
    ({ name }) => !canShow(name, drawnByPage.peek()) && !chosen.some((one) => one.name === name),
  );
  item.value = printSelectedIndicators([...others, ...chosen]);
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
