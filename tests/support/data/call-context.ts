// How calls of the app are made in tests without an exchange.
import { setCallContext } from '../../../src/api/call-context.ts';

/** Calls are those of a user who is logged in and reads English; what they report to the page is dropped. */
export function callAsAUser(): void {
  setCallContext({
    base: '',
    token: () => 'tok',
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
}
