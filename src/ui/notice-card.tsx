// Card of a block without content: empty, failed, or login required, with the next action.
import type { ReactNode } from 'react';
import styles from './notice-card.module.css';

export interface NoticeCardProps {
  title: string;
  text?: string | undefined;
  /** A button or link for the next action. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Announced by screen readers: for failures. */
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
