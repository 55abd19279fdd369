// Progress bar: a share of the whole, or movement where the share is not known.
import styles from './native.module.css';

export interface ProgressBarProps {
  label: string;
  /** From 0 to 1; absent while unknown. */
  share?: number | undefined;
  className?: string | undefined;
}

export function ProgressBar({ label, share, className = '' }: ProgressBarProps) {
  return <progress className={`${styles.progress} ${className}`} max={1} value={share} aria-label={label} />;
}
