// Where toasts are shown, under the header, and announced by screen readers.
import type { ReactNode } from 'react';
import styles from './toast.module.css';

/** Always mounted: not every screen reader announces a live region that is inserted with its content. */
export function ToastRegion({ children }: { children: ReactNode }) {
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {children}
    </div>
  );
}

/**
 * A toast before its icon and action are loaded (`loading`), and without a connection. A screen reader announces what
 * replaces the one that is loading, so that it announces each toast once.
 */
export function PlainToast({ text, loading }: { text: string; loading: boolean }) {
  return (
    <p className={styles.toast} aria-hidden={loading}>
      {text}
    </p>
  );
}
