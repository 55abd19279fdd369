// The platform's select with an arrow of the app; its class is on the box around it.
import type { SelectHTMLAttributes } from 'react';
import styles from './native.module.css';

export interface SelectProps<K extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'value' | 'onChange'
> {
  value: K | '';
  /** Gets the value of the option; all options are of this type. */
  onChoose: (value: K) => void;
}

export function Select<K extends string>({ className = '', onChoose, ...select }: SelectProps<K>) {
  return (
    <span className={`${styles.select} ${className}`}>
      <select {...select} onChange={(event) => onChoose(event.currentTarget.value as K)} />
    </span>
  );
}
