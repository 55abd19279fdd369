// Decimal field: accepts comma, point and Arabic digits, emits plain decimals, preserves the caret.
import { type ReactNode, useId } from 'react';
import { readDecimalInput } from './decimal-input.ts';
import styles from './field.module.css';

export interface NumberFieldProps {
  label: string;
  /** Plain decimal, or ''. */
  value: string;
  onValue: (text: string) => void;
  /**
   * Maximum digits after the point.
   * @defaultValue 8
   */
  decimals?: number | undefined;
  placeholder?: string | undefined;
  /** Unit after the number ("USDT"), or buttons. */
  suffix?: ReactNode;
  error?: string | undefined;
  /** Id of the element that shows the error; the field shows none itself, and keeps its height. */
  errorId?: string | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  testId?: string | undefined;
  /** Called on Arrow up (1) and Arrow down (-1). */
  onStep?: ((steps: 1 | -1) => void) | undefined;
  onFocus?: (() => void) | undefined;
}

export function NumberField(props: NumberFieldProps) {
  const {
    label,
    value,
    onValue,
    decimals = 8,
    placeholder,
    suffix,
    error,
    errorId,
    disabled,
    testId,
    onStep,
    onFocus,
  } = props;
  const own = useId();
  const id = props.id ?? own;
  const read = (input: HTMLInputElement): void => {
    const { text, caret } = readDecimalInput(input.value, input.selectionStart ?? input.value.length, decimals);
    if (input.value !== text) {
      input.value = text;
      input.setSelectionRange(caret, caret);
    }
    if (text !== value) onValue(text);
  };
  return (
    <div className={styles.block}>
      <div className={styles.field} data-invalid={error ? '' : undefined} data-disabled={disabled ? '' : undefined}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          className={`num ${styles.number}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          value={value}
          placeholder={placeholder}
          disabled={disabled}
          data-testid={testId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? (errorId ?? `${id}-error`) : undefined}
          onFocus={onFocus}
          onChange={(event) => read(event.currentTarget)}
          onKeyDown={(event) => {
            if (!onStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            onStep(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
        {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
      </div>
      {error && errorId === undefined && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
