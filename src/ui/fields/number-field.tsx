// Decimal field: digits in groups until they are edited; accepts comma, point and Arabic digits, emits plain decimals.
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useDecimalText } from './use-decimal-text.ts';
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

/**
 * "Done" of a keyboard on the screen: it comes as Enter without a place on a keyboard. It closes the keyboard; a form
 * that it sent would be an order by a thumb that only wants to see the page.
 */
const isDoneKey = ({ key, nativeEvent }: KeyboardEvent): boolean => key === 'Enter' && nativeEvent.code === '';

/** From this many characters on a number is set tighter, so that a price of 100,000.00 is not clipped at 360 px. */
const TIGHT_FROM = 9;

export function NumberField(props: NumberFieldProps) {
  const { label, value, placeholder, suffix, error, errorId, disabled, testId, onStep } = props;
  const own = useId();
  const id = props.id ?? own;
  const { shown, onFocus, ...edits } = useDecimalText(value, props.onValue, props.decimals ?? 8);
  return (
    <div className={styles.block}>
      <div className={styles.field} data-invalid={error ? '' : undefined} data-disabled={disabled ? '' : undefined}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          className={`num ${styles.number}`}
          data-tight={shown.length >= TIGHT_FROM ? '' : undefined}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          value={shown}
          placeholder={placeholder}
          disabled={disabled}
          data-testid={testId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? (errorId ?? `${id}-error`) : undefined}
          {...edits}
          onFocus={() => {
            onFocus();
            props.onFocus?.();
          }}
          onKeyDown={(event) => {
            if (isDoneKey(event)) {
              event.preventDefault();
              return event.currentTarget.blur();
            }
            if (!onStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
            event.preventDefault();
            onStep(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
        {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
      </div>
      {error && errorId === undefined && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
