// Checkbox with its sentence; a tap anywhere on the line changes it.
import type { ReactNode } from 'react';
import styles from './native.module.css';

export interface CheckboxProps {
  checked: boolean;
  onChecked: (checked: boolean) => void;
  children: ReactNode;
  className?: string | undefined;
  testId?: string | undefined;
}

export function Checkbox({ checked, onChecked, children, className = '', testId }: CheckboxProps) {
  return (
    <label className={`${styles.check} ${className}`}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChecked(event.currentTarget.checked)}
        data-testid={testId}
      />
      <span>{children}</span>
    </label>
  );
}
