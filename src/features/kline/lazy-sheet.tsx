// The indicator and style sheets of the chart, loaded when first opened.
import { type ReactNode, useState } from 'react';
import { lazySheet } from '../../components/common/lazy-component.tsx';
import type { EditedIndicator } from './selected-indicators.ts';

export interface LazySheet {
  show: () => void;
  /** The element to render. */
  sheet: ReactNode;
}

const IndicatorSheet = lazySheet(
  () => import('./settings/indicator-sheet.tsx'),
  ({ IndicatorSheet: part }) => part,
  'app.reloadTitle',
  ['chart', 'indicators'],
);
const StyleSheet = lazySheet(
  () => import('./settings/chart-style-sheet.tsx'),
  ({ ChartStyleSheet: part }) => part,
);

/** The sheet of indicators; `show` with one of them opens its editor. */
export function useIndicatorSheet(): { show: (first?: EditedIndicator) => void; sheet: ReactNode } {
  const [first, setFirst] = useState<EditedIndicator | null | undefined>(undefined);
  return {
    show: (edited) => setFirst(edited ?? null),
    sheet: <IndicatorSheet open={first !== undefined} first={first ?? null} onClose={() => setFirst(undefined)} />,
  };
}
/** The sheet of chart settings; `onListen` opens the sounds of the chart. */
export function useStyleSheet(onListen: () => void): LazySheet {
  const [open, setOpen] = useState(false);
  return {
    show: () => setOpen(true),
    sheet: <StyleSheet open={open} onClose={() => setOpen(false)} onListen={onListen} />,
  };
}
