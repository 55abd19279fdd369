// Whether the dialog that asks for a login is open (its title is "Kind tips").
import { type ReadonlySignal, signal } from '@preact/signals-react';
import { isLoggedIn } from '../account/session.ts';

/** Path to return to after login. */
const returnPath = signal<string | null>(null);
/** Path to return to after login while the dialog is open; null while closed. */
export const loginPrompt: ReadonlySignal<string | null> = returnPath;

/** Opens the dialog and returns true when there is no session; `path` is where login returns to. */
export function requireLogin(path: string): boolean {
  if (isLoggedIn.peek()) return false;
  returnPath.value = path;
  return true;
}

export function dismissLoginPrompt(): void {
  returnPath.value = null;
}
