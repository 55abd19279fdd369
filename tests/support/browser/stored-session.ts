// The session of a page in tests: a login, and calls under what the page's storage holds.
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { beginSession } from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { callAsAUser } from '../data/call-context.ts';

/** Begins a session of the user `id`, with the token "token ID", as the answer of a login does. */
export function logInAs(id: number, more: Partial<AnswerOf<'/user/login'>> = {}): void {
  beginSession({
    accesstoken: `token ${id}`,
    expireTime: 1,
    user: { id, email: 'a@example.com' },
    userKyc: null,
    hasGoogleAuth: 0,
    service: '',
    ...more,
  });
}

export function callAsStoredSession(): void {
  callAsAUser(() => stored('fxproUserToken').peek());
}
