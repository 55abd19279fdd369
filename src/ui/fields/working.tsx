// A progress bar at the lower edge of what started a task, once the task takes long; nothing moves when it appears.
import { type ReactNode, useEffect, useState } from 'react';
import { ProgressBar } from './progress-bar.tsx';
import styles from './native.module.css';

/** Shorter tasks show no bar: it would only flash. */
const LONG_MS = 500;

export interface WorkingProps {
  /** Whether the task runs. */
  busy: boolean;
  /** Accessible name of the bar. */
  label: string;
  /** From 0 to 1; absent while unknown. */
  share?: number | undefined;
  children: ReactNode;
}

export function Working({ busy, label, share, children }: WorkingProps) {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [busy]);
  return (
    <span className={styles.working}>
      {children}
      {busy && long && <ProgressBar label={label} share={share} />}
    </span>
  );
}
