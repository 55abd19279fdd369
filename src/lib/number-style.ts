// The number style of the language in use; apart from the texts, which the embedded chart does not load.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type NumberStyle, numberStyleOf } from '../../core/units/number-style.ts';

const style = signal(numberStyleOf(''));
/** Texts that are computed from signals follow it. */
export const numberStyle: ReadonlySignal<NumberStyle> = style;

export function setNumberLanguage(code: string): void {
  style.value = numberStyleOf(code);
}
