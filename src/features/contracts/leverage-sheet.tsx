// A button with the chosen leverage, and the sheet that changes it.
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
  const { draft, leverages, edit } = ticket;
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
          <p className={styles.hint}>{t('contracts.multipleText')}</p>
          <div className={styles.leverages} role="radiogroup" aria-label={t('contracts.multiple')}>
            {leverages.map((leverage) => (
              <button
                key={leverage}
                type="button"
                role="radio"
                aria-checked={leverage === draft.leverage}
                className={styles.leverage}
                onClick={() => {
                  edit({ leverage });
                  setOpen(false);
                }}
              >
                {leverage}x
              </button>
            ))}
          </div>
        </Sheet>,
        document.body,
      )}
    </>
  );
}
