// The Kind tips dialog: asked for when something needs a login that is not there.
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { isLoggedIn } from '../account/session.ts';

/** Path to come back to after login. */
const wanted = signal<string | null>(null);
/** Set while the dialog is asked for. */
export const kindTips: ReadonlySignal<string | null> = wanted;

/** False when somebody is logged in; else true, and the dialog asks for a login that leads to `path`. */
export function needsLogin(path: string): boolean {
  if (isLoggedIn.peek()) return false;
  wanted.value = path;
  return true;
}

export function dismissKindTips(): void {
  wanted.value = null;
}
