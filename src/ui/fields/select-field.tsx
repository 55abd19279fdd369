// Labelled select with an error line.
import { useId } from 'react';
import { Select } from './select.tsx';
import styles from './field.module.css';

export interface SelectFieldProps<K extends string> {
  label: string;
  /** '' while nothing is selected. */
  value: K | '';
  onValue: (key: K) => void;
  choices: readonly { key: K; label: string }[];
  /** Shown while nothing is selected. */
  placeholder?: string | undefined;
  error?: string | undefined;
  testId?: string | undefined;
}

export function SelectField<K extends string>({
  label,
  value,
  onValue,
  choices,
  placeholder,
  error,
  testId,
}: SelectFieldProps<K>) {
  const id = useId();
  return (
    <div className={styles.block}>
      <label className="hint" htmlFor={id}>
        {label}
      </label>
      <div className={styles.field} data-invalid={error ? '' : undefined}>
        <Select
          id={id}
          className={styles.text}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          data-testid={testId}
          onChoose={onValue}
        >
          {value === '' && <option value="">{placeholder ?? ''}</option>}
          {choices.map((choice) => (
            <option key={choice.key} value={choice.key}>
              {choice.label}
            </option>
          ))}
        </Select>
      </div>
      {error && (
        <p className="error" id={`${id}-note`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
