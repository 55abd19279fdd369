// Sheets that are loaded when they are first opened: most visits never do.
import { type ComponentType, type ReactNode, Suspense, lazy, useState } from 'react';

interface SheetFace {
  open: boolean;
  onClose: () => void;
}

export interface LazySheet {
  show: () => void;
  /** To be rendered where the sheet may stand. */
  sheet: ReactNode;
}

const IndicatorSheet = lazy(async () => ({ default: (await import('./settings/indicator-sheet.tsx')).IndicatorSheet }));
const StyleSheet = lazy(async () => ({ default: (await import('./settings/style-sheet.tsx')).StyleSheet }));

function useLazySheet(Sheet: ComponentType<SheetFace>): LazySheet {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = (): void => {
    setWanted(true);
    setOpen(true);
  };
  return { show, sheet: wanted && <Suspense fallback={null}><Sheet open={open} onClose={() => setOpen(false)} /></Suspense> };
}

export const useIndicatorSheet = (): LazySheet => useLazySheet(IndicatorSheet);
export const useStyleSheet = (): LazySheet => useLazySheet(StyleSheet);
