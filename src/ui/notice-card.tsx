// The card of a block that has nothing to show: empty, failed, or waiting for a login; it always says what to do next.
import type { ReactNode } from 'react';
import styles from './notice-card.module.css';

export interface NoticeCardProps {
  title: string;
  text?: string | undefined;
  /** A button or link: the next sensible action. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Announces itself: for failures. */
  alert?: boolean | undefined;
}

export function NoticeCard({ title, text, action, icon, alert }: NoticeCardProps) {
  return (
    <div className={styles.card} role={alert ? 'alert' : undefined}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action}
    </div>
  );
}
