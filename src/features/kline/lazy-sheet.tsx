// Sheets that are loaded when they are first opened: most visits never do.
import { type ComponentType, type ReactNode, useState } from 'react';
import { lazySheet } from '../../components/common/lazy-component.tsx';

interface SheetFace {
  open: boolean;
  onClose: () => void;
}

export interface LazySheet {
  show: () => void;
  /** To be rendered where the sheet may stand. */
  sheet: ReactNode;
}

const isOpen = ({ open }: SheetFace): boolean => open;
const close = ({ onClose }: SheetFace): void => onClose();
const IndicatorSheet = lazySheet(
  () => import('./settings/indicator-sheet.tsx'),
  ({ IndicatorSheet: part }) => part,
  isOpen,
  close,
);
const StyleSheet = lazySheet(
  () => import('./settings/style-sheet.tsx'),
  ({ StyleSheet: part }) => part,
  isOpen,
  close,
);

function useLazySheet(Sheet: ComponentType<SheetFace>): LazySheet {
  const [open, setOpen] = useState(false);
  return { show: () => setOpen(true), sheet: <Sheet open={open} onClose={() => setOpen(false)} /> };
}

export const useIndicatorSheet = (): LazySheet => useLazySheet(IndicatorSheet);
export const useStyleSheet = (): LazySheet => useLazySheet(StyleSheet);
