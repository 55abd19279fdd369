// Lines on their way to another price, and how the outcome of a move is shown.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { Translate } from '../../locales/use-translation.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { SubmitResult } from '../../api/order-submission.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { errorText } from '../common/error-text.ts';

/** How long undo is offered. */
const UNDO_TOAST_MS = 5_000;
/** How long a failure is shown. */
export const FAILURE_TOAST_MS = 8_000;

const moving = signal<ReadonlyMap<string, PriceTicks>>(new Map());
/** Lines of contracts that are being moved and their new prices, by line id. */
export const movingLines: ReadonlySignal<ReadonlyMap<string, PriceTicks>> = moving;

/** Moves a line once: one that is on its way already is left alone. */
export async function moveLine(id: string, priceTicks: PriceTicks, move: () => Promise<void>): Promise<void> {
  if (moving.peek().has(id)) return;
  moving.value = new Map(moving.peek()).set(id, priceTicks);
  try {
    await move();
  } finally {
    const left = new Map(moving.peek());
    left.delete(id);
    moving.value = left;
  }
}

/** The answer to a move; null for a refusal or none, which is then shown. */
export function answerOf<T>(result: SubmitResult<T>, t: Translate): T | null {
  if (result.kind === 'answered') return result.answer;
  if (result.kind === 'left') return null;
  showToast(result.kind === 'refused' ? errorText(result.error, t) : t('lines.unknown'), 'error', FAILURE_TOAST_MS);
  return null;
}

/** Shows a move that was made; `undo` is offered for a while. */
export function showMove(text: string, t: Translate, undo: (() => void) | null): void {
  showToast(text, 'success', UNDO_TOAST_MS, undo ? { label: t('lines.undo'), run: undo } : undefined);
}
