// How calls of the app are made in tests without an exchange.
import { setCallContext } from '../../../src/api/call-context.ts';

/** Calls are those of a user with `token` who reads English; what they report to the page is dropped. */
export function callAsAUser(token: () => string = () => 'tok'): void {
  setCallContext({
    base: '',
    token,
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
}
