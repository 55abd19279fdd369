// The line that appears over the page for a moment, and is read aloud.
import styles from './toast.module.css';

export interface ToastLine {
  id: number;
  text: string;
  kind: 'info' | 'success' | 'error';
  /** A way back, as long as the line stands. */
  action?: { label: string; run: () => void } | undefined;
}

/** Always mounted: a live region that comes and goes is not read by every screen reader. */
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
