// Whether the address that the page asks has no past: it has no store of the archive.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { onThreadEvent } from './frame-receiver.ts';

const refused = signal(false);
export const pastRefused: ReadonlySignal<boolean> = refused;
let isAnnounced = false;

onThreadEvent((event) => {
  if (event.kind !== 'past') return;
  refused.value = event.isRefused;
  if (!event.isRefused) isAnnounced = false;
});

/** Calls `show` once for each refusal: every chart that is opened asks, and again in another language. */
export function announcePastRefusal(show: () => void): void {
  if (!refused.peek() || isAnnounced) return;
  isAnnounced = true;
  show();
}
