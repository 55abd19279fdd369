// The sheet with all rows of the order being typed.
import { useTranslation } from '../../locales/use-translation.ts';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import styles from '../ticket/trading-layout.module.css';
import { type OrderRow, OrderRows } from './order-rows.tsx';

export interface ReceiptSheetProps {
  open: boolean;
  onClose: () => void;
  rows: readonly OrderRow[];
  /** Below the rows. */
  note: string | undefined;
}

export function ReceiptSheet({ open, onClose, rows, note }: ReceiptSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('ticket.receipt')} closeLabel={t('app.close')}>
      <OrderRows rows={rows} />
      {note !== undefined && <p className={styles.note}>{note}</p>}
    </Sheet>
  );
}
