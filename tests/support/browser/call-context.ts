// What calls of a page's stores need in a test: the stored session, and an exchange at the same origin.
import { setCallContext } from '../../../src/api/call-context.ts';
import { stored } from '../../../src/stores/device/storage.ts';

export function callAsStoredSession(): void {
  setCallContext({
    base: '',
    token: () => stored('fxproUserToken').peek(),
    language: () => 'en-US',
    onSessionEnded: () => undefined,
    showToast: () => undefined,
  });
}
