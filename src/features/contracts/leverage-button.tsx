// A button with the chosen leverage, and the sheet that changes it.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { lazySheet } from '../../components/common/lazy-component.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { LeverageProps } from './leverage-sheet.tsx';

/** Loaded when it is first opened. */
const LeverageSheet = lazySheet(
  () => import('./leverage-sheet.tsx'),
  ({ LeverageSheet: part }) => part,
);

export function LeverageButton({ instrument, ticket }: Omit<LeverageProps, 'open' | 'onClose'>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { draft } = ticket;
  return (
    <>
      <Button
        small
        aria-haspopup="dialog"
        aria-label={t('contracts.multipleOpen', { multiple: draft.leverage })}
        onClick={() => setOpen(true)}
        data-testid="multiple"
      >
        <span className="num">{draft.leverage}x</span>
      </Button>
      {createPortal(
        <LeverageSheet open={open} onClose={() => setOpen(false)} instrument={instrument} ticket={ticket} />,
        document.body,
      )}
    </>
  );
}
