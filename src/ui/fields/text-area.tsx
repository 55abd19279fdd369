// Labelled field for text of several lines.
import { type TextareaHTMLAttributes, useId } from 'react';
import field from './field.module.css';
import styles from './native.module.css';

export interface TextAreaProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'value' | 'onChange' | 'className'
> {
  label: string;
  value: string;
  onValue: (text: string) => void;
  /** Written in letters of equal width. */
  code?: boolean | undefined;
}

export function TextArea({ label, onValue, code, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className={field.block}>
      <label className="hint" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className={styles.area}
        data-code={code ? '' : undefined}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    </div>
  );
}
