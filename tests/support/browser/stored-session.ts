// Calls of a page's stores under the session that the page's storage holds.
import { stored } from '../../../src/stores/device/storage.ts';
import { callAsAUser } from '../data/call-context.ts';

export function callAsStoredSession(): void {
  callAsAUser(() => stored('fxproUserToken').peek());
}
