// The one toast line on screen: later words replace earlier ones.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ToastLine } from '../../ui/overlays/toast.tsx';

/** How long a toast stays (docs/specification.md 9). */
const TOAST_MS = 3000;

const line = signal<ToastLine | null>(null);
/** What to show now, or null. */
export const toastLine: ReadonlySignal<ToastLine | null> = line;
let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

/** Shows words that are already in the user's language; `action` is a button that ends the line and acts, once. */
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
  line.value = { id: count, text, kind, action: action && run && { label: action.label, run } };
  timer = setTimeout(hide, durationMs);
}
