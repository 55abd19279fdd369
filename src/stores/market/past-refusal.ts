// Whether the address that the page asks has no past: it has no store of the archive.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { onThreadEvent } from './frame-receiver.ts';

const refused = signal(false);
export const pastRefused: ReadonlySignal<boolean> = refused;

onThreadEvent((event) => {
  if (event.kind === 'past') refused.value = event.isRefused;
});
