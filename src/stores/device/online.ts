// Whether the device has a network, as the browser reports it.
import { type ReadonlySignal, signal } from '@preact/signals-react';

const since = signal<number | null>(navigator.onLine ? null : Date.now());
/** When the device went offline, in ms of its clock; null while it is online. */
export const offlineSince: ReadonlySignal<number | null> = since;

/** Starts listening. Called once. */
export function watchOnline(): void {
  window.addEventListener('online', () => {
    since.value = null;
  });
  window.addEventListener('offline', () => {
    since.value ??= Date.now();
  });
}
