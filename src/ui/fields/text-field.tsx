// Labelled text field with an error line and a slot for a button at its end.
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './field.module.css';

export interface TextFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'className'
> {
  label: string;
  value: string;
  onValue: (text: string) => void;
  error?: string | undefined;
  /** Help below the field; replaced by an error. */
  hint?: string | undefined;
  trailing?: ReactNode;
}

export function TextField({ label, value, onValue, error, hint, trailing, ...input }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.block}>
      <label className="hint" htmlFor={id}>
        {label}
      </label>
      <div className={styles.field} data-invalid={error ? '' : undefined}>
        <input
          {...input}
          id={id}
          className={styles.text}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
        {trailing}
      </div>
      {note && (
        <p className={error ? 'error' : 'hint'} id={`${id}-note`} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
