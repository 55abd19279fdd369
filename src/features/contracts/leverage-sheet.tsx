// A button with the chosen leverage, and the sheet that changes it.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { LeverageProps } from './leverage-form.tsx';

/** Loaded when the sheet is first opened. */
const LeverageForm = lazyBlock(
  () => import('./leverage-form.tsx'),
  ({ LeverageForm: part }) => part,
  <SkeletonRows rows={7} />,
);

export function LeverageButton({ instrument, ticket }: Omit<LeverageProps, 'onDone'>) {
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
        <Sheet open={open} onClose={() => setOpen(false)} title={t('contracts.multiple')} closeLabel={t('app.close')}>
          <LeverageForm instrument={instrument} ticket={ticket} onDone={() => setOpen(false)} />
        </Sheet>,
        document.body,
      )}
    </>
  );
}
