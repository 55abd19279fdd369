// A line that opens and closes what is below it.
import type { DetailsHTMLAttributes, ReactNode } from 'react';
import styles from './native.module.css';

export interface DisclosureProps extends DetailsHTMLAttributes<HTMLDetailsElement> {
  summary: ReactNode;
}

export function Disclosure({ summary, className = '', children, ...details }: DisclosureProps) {
  return (
    <details {...details} className={`${styles.disclosure} ${className}`}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
