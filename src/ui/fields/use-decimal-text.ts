// The text of a decimal field: what is edited, composed by an input method, and undone.
import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react';
import { numberStyleOf, writeDecimal } from '../../../core/units/number-style.ts';
import { isOneNumber, isSecondPoint, readDecimalInput } from './decimal-input.ts';

interface DecimalText {
  /** As the field shows it. */
  shown: string;
  onFocus: () => void;
  onBlur: () => void;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onCompositionStart: (event: CompositionEvent<HTMLInputElement>) => void;
  onCompositionEnd: () => void;
}

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

/** `value` is a plain decimal, or ''; `decimals` the most digits after its point. */
export function useDecimalText(value: string, onValue: (text: string) => void, decimals: number): DecimalText {
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
  const read = ({ currentTarget: input, nativeEvent: event }: ChangeEvent<HTMLInputElement>): void => {
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
  return {
    shown,
    onFocus: () => {
      undone.current = { before: value, after: value };
    },
    onBlur: () => {
      setEdited(null);
      setComposed(null);
    },
    onChange: read,
    onCompositionStart: (event) => setComposed(event.currentTarget.value),
    onCompositionEnd: () => {
      setComposed(null);
      setEdited(undone.current.after);
    },
  };
}
