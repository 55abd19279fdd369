// Decimal field: digits in groups until they are edited; accepts comma, point and Arabic digits, emits plain decimals.
import { type ReactNode, useId, useRef, useState } from 'react';
import { numberStyleOf, writeDecimal } from '../../../core/units/number-style.ts';
import { isOneNumber, isSecondPoint, readDecimalInput } from './decimal-input.ts';
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

/** From this many characters on a number is set tighter, so that a price of 100,000.00 is not clipped at 360 px. */
const TIGHT_FROM = 9;

/** What an edit put in: a key, or a whole text by paste; '' for a deletion. */
function typedText(input: HTMLInputElement, event: Event): string {
  const { inputType = '', data } = event as InputEvent;
  return data ?? (inputType.startsWith('insert') ? input.value : '');
}

/** The text without the signs between groups that the field itself wrote; one typed at its end stays. */
function withoutGroups(text: string, typed: string, group: string): string {
  const end = typed === group ? text.length - 1 : text.length;
  return text.slice(0, end).replaceAll(group, '') + text.slice(end);
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
  // The plain text that is edited, "61837." too; what an input method composes is shown as it is.
  const [edited, setEdited] = useState<string | null>(null);
  const [composed, setComposed] = useState<string | null>(null);
  const undone = useRef({ before: value, after: value });
  const style = numberStyleOf(document.documentElement.lang);
  const isEdited = edited !== null && edited.replace(/\.$/, '') === value;
  const shown = composed ?? (isEdited ? edited.replace('.', style.point) : writeDecimal(value, style));
  const take = (text: string): void => {
    if (composed === null) setEdited(text);
    const whole = text.replace(/\.$/, '');
    if (whole !== value) onValue(whole);
  };
  const read = (input: HTMLInputElement, event: Event): void => {
    // The browser's own undo is for a text that the field has replaced since.
    const { inputType = '' } = event as InputEvent;
    if (inputType.startsWith('history')) return take(undone.current[inputType === 'historyUndo' ? 'before' : 'after']);
    const isComposing = composed !== null;
    const typed = typedText(input, event);
    const isWhole = typed.length > 1 && !(isComposing && input.value.length - shown.length < 2);
    const caretBefore = input.selectionStart ?? input.value.length;
    const isOwnText = !isEdited && typed !== input.value;
    const before = isOwnText ? withoutGroups(input.value.slice(0, caretBefore), typed, style.group) : null;
    const raw = before === null ? input.value : before + withoutGroups(input.value.slice(caretBefore), '', style.group);
    if (isComposing) setComposed(input.value);
    // What is no number, or a second point in one, is not put in: the field stays as it is.
    if (isWhole ? !isOneNumber(raw) : isSecondPoint(typed, raw)) {
      if (isComposing) return;
      input.value = shown;
      input.setSelectionRange(caretBefore - typed.length, caretBefore - typed.length);
      return;
    }
    const { text, caret } = readDecimalInput(raw, before?.length ?? caretBefore, decimals, isWhole ? style : undefined);
    const plain = text.replace('.', style.point);
    if (!isComposing && input.value !== plain) {
      input.value = plain;
      input.setSelectionRange(caret, caret);
    }
    undone.current.after = text;
    take(text);
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
          onFocus={() => {
            undone.current = { before: value, after: value };
            onFocus?.();
          }}
          onBlur={() => {
            setEdited(null);
            setComposed(null);
          }}
          onChange={(event) => read(event.currentTarget, event.nativeEvent)}
          onCompositionStart={(event) => setComposed(event.currentTarget.value)}
          onCompositionEnd={() => {
            setComposed(null);
            setEdited(undone.current.after);
          }}
          onKeyDown={(event) => {
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
