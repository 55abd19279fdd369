// The indicator and style sheets of the chart, loaded when first opened.
import { type ReactNode, useState } from 'react';
import type { EditedIndicator } from './selected-indicators.ts';
import { lazySheet } from '../../components/common/lazy-component.tsx';

interface SheetProps {
  open: boolean;
  onClose: () => void;
}

export interface LazySheet {
  show: () => void;
  /** The element to render. */
  sheet: ReactNode;
}

const isOpen = ({ open }: SheetProps): boolean => open;
const close = ({ onClose }: SheetProps): void => onClose();
const IndicatorSheet = lazySheet(
  () => import('./settings/indicator-sheet.tsx'),
  ({ IndicatorSheet: part }) => part,
  isOpen,
  close,
  'app.reloadTitle',
  ['chart', 'indicators'],
);
const StyleSheet = lazySheet(
  () => import('./settings/chart-style-sheet.tsx'),
  ({ ChartStyleSheet: part }) => part,
  isOpen,
  close,
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
