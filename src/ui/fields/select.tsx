// The platform's select with an arrow of the app; its class is on the box around it.
import type { SelectHTMLAttributes } from 'react';
import styles from './native.module.css';

export function Select({ className = '', ...select }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={`${styles.select} ${className}`}>
      <select {...select} />
    </span>
  );
}
