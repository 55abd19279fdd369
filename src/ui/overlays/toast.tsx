// Toast: a short message above the page, announced by screen readers.
import styles from './toast.module.css';

export interface ToastLine {
  id: number;
  text: string;
  kind: 'info' | 'success' | 'error';
  /** A button, as long as the toast is shown. */
  action?: { label: string; run: () => void } | undefined;
}

/** Always mounted: not every screen reader announces a live region that is inserted with its content. */
export function ToastRegion({ line }: { line: ToastLine | null }) {
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {line && (
        <div key={line.id} className={styles.toast} data-kind={line.kind}>
          <p>{line.text}</p>
          {line.action && (
            <button type="button" className={styles.action} onClick={line.action.run}>
              {line.action.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
