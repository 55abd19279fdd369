// Search field: magnifier, text, and at its end a button that clears it and room for others.
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import styles from './field.module.css';

export interface SearchFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'value' | 'onChange' | 'className'
> {
  /** Accessible name; also the placeholder where none is given. */
  label: string;
  value: string;
  onValue: (text: string) => void;
  /** Accessible name of the button that clears the text; absent: no button. */
  clearLabel?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  /** Further buttons. */
  children?: ReactNode;
}

export function SearchField({ label, value, onValue, clearLabel, ref, children, ...input }: SearchFieldProps) {
  return (
    <div className={`${styles.field} ${styles.search}`}>
      <Icon name="search" size={20} />
      <input
        placeholder={label}
        enterKeyHint="search"
        {...input}
        ref={ref}
        type="search"
        className={styles.text}
        value={value}
        aria-label={label}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      {children}
      {clearLabel !== undefined && value !== '' && (
        <IconButton label={clearLabel} onClick={() => onValue('')}>
          <Icon name="close" size={18} />
        </IconButton>
      )}
    </div>
  );
}
