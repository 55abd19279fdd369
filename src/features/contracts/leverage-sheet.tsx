// The multiple: a button that says it, and the sheet where it is chosen with what it means.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../locales/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import styles from './contracts.module.css';
import type { ContractTicket } from './use-contract-ticket.ts';

export function LeverageButton({ ticket }: { ticket: ContractTicket }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { draft, multiples, edit } = ticket;
  return (
    <>
      <Button
        small
        aria-haspopup="dialog"
        aria-label={t('contracts.multipleOpen', { multiple: draft.multiple })}
        onClick={() => setOpen(true)}
        data-testid="multiple"
      >
        <span className="num">{draft.multiple}x</span>
      </Button>
      {createPortal(
        <Sheet open={open} onClose={() => setOpen(false)} title={t('contracts.multiple')} closeLabel={t('app.close')}>
          <p className={styles.hint}>{t('contracts.multipleText')}</p>
          <div className={styles.multiples} role="radiogroup" aria-label={t('contracts.multiple')}>
            {multiples.map((multiple) => (
              <button
                key={multiple}
                type="button"
                role="radio"
                aria-checked={multiple === draft.multiple}
                className={styles.multiple}
                onClick={() => {
                  edit({ multiple });
                  setOpen(false);
                }}
              >
                {multiple}x
              </button>
            ))}
          </div>
        </Sheet>,
        document.body,
      )}
    </>
  );
}
