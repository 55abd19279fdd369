// The toast; a new one replaces the current one.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ToastLine } from '../../ui/overlays/toast.tsx';

/** Default duration of a toast (docs/specification.md 9). */
const TOAST_MS = 3000;

const line = signal<ToastLine | null>(null);
/** The current toast, or null. */
export const toastLine: ReadonlySignal<ToastLine | null> = line;
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

/** Shows a translated text; `action` is a button that closes the toast and runs once. */
export function showToast(
  text: string,
  kind: ToastLine['kind'] = 'info',
  durationMs: number = TOAST_MS,
  action?: ToastLine['action'],
): void {
  if (text === '') return;
  clearTimeout(timer);
  count += 1;
  const hide = (): void => {
    clearTimeout(timer);
    line.value = null;
  };
  const run =
    action &&
    ((): void => {
      hide();
      action.run();
    });
  line.value = { id: count, text, kind, action: action && run && { label: action.label, run }, dismiss: hide };
  timer = setTimeout(hide, durationMs);
}
