// The line that appears over the page for a moment, and is read aloud.
import styles from './toast.module.css';

export interface ToastLine {
  id: number;
  text: string;
  kind: 'info' | 'success' | 'error';
}

/** Always mounted: a live region that comes and goes is not read by every screen reader. */
export function ToastRegion({ line }: { line: ToastLine | null }) {
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {line && <p key={line.id} className={styles.toast} data-kind={line.kind}>{line.text}</p>}
    </div>
  );
}
