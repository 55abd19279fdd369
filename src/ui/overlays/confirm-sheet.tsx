// Confirmation dialog with two answers, in a sheet.
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Sheet } from './sheet.tsx';
import styles from './confirm-sheet.module.css';

export interface ConfirmSheetProps {
  open: boolean;
  title: string;
  text: string;
  /** Shown below the text. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  closeLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmSheet({
  open,
  title,
  text,
  children,
  confirmLabel,
  cancelLabel,
  closeLabel,
  onConfirm,
  onCancel,
}: ConfirmSheetProps) {
  return (
    <Sheet open={open} onClose={onCancel} title={title} closeLabel={closeLabel}>
      <p className={styles.text}>{text}</p>
      {children}
      <div className={styles.answers}>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button kind="primary" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Sheet>
  );
}
