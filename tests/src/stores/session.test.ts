// @vitest-environment happy-dom
// A session: its end by a refusal of its own token alone, its beginning, and its user.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { responseSchema } from '../../../src/api/response-schema.ts';
import { openSession } from '../../../src/stores/account/open-session.ts';
import {
  refreshUser,
  sessionEndings,
  sessionRefused,
  sessionToken,
  userInfo,
} from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { callAsStoredSession, logInAs } from '../../support/browser/stored-session.ts';

const USER = { id: 8, email: 'a@example.com', usdtAmountSpot: '0', usdtAmountContract: '0' };

let before = 0;
beforeEach(() => {
  before = sessionEndings.peek();
  stored('fxproUserToken').value = 'mine';
});
afterEach(() => {
  stored('fxproUserToken').value = '';
});

it('ends once, however many calls of it were refused', () => {
  sessionRefused('mine');
  sessionRefused('mine');
  expect([sessionToken.peek(), sessionEndings.peek() - before]).toEqual(['', 1]);
});

it('does not end with an older token, and a visitor has none to end', () => {
  sessionRefused('older');
  expect(sessionToken.peek()).toBe('mine');
  stored('fxproUserToken').value = '';
  sessionRefused('');
  expect(sessionEndings.peek() - before).toBe(0);
});

it('begins with nothing of another account that was logged in here', () => {
  stored('assetsData').value = { assets: [], usdtAmountSpotFreeze: '1', usdtAmountContractFreeze: '1' };
  stored('collectList').value = [2];
  const tokens: string[] = [];
  const stop = sessionToken.subscribe((token) => tokens.push(token));
  logInAs(8, { accesstoken: 'theirs' });
  stop();
  expect([stored('assetsData').peek(), stored('collectList').peek()]).toEqual([null, []]);
  expect(tokens).toEqual(['mine', '', 'theirs']);
});

it('a login whose answer comes after another session began leaves that session', async () => {
  const answer = { accesstoken: 'theirs', user: USER, userKyc: null, hasGoogleAuth: 0, service: '', expireTime: 1 };
  for (const [before, now, after] of [
    ['', 'mine', 'mine'],
    ['mine', 'other', 'other'],
    ['mine', 'mine', 'theirs'],
    ['', '', 'theirs'],
    ['mine', '', 'theirs'],
  ] as const) {
    stored('fxproUserToken').value = before;
    const begun = openSession(async () => {
      stored('fxproUserToken').value = now;
      return answer as never;
    });
    expect([await begun, sessionToken.peek()]).toEqual([after === 'theirs', after]);
  }
});

it('begins with the favourites of the visitor', () => {
  stored('fxproUserToken').value = '';
  stored('collectList').value = [2];
  logInAs(8, { accesstoken: 'mine' });
  expect(stored('collectList').peek()).toEqual([2]);
});

it('shows the user of the latest fetch, whichever is answered last', async () => {
  const waiting: ((hasGoogleAuth: number) => void)[] = [];
  callAsStoredSession();
  logInAs(8);
  await responseSchema('/user/info');
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) =>
        waiting.push((hasGoogleAuth) =>
          resolve(Response.json({ code: 0, msg: '', data: { user: USER, userKyc: null, hasGoogleAuth, service: '' } })),
        ),
      ),
  );
  const fetches = [refreshUser(), refreshUser()];
  waiting[1]!(1);
  await fetches[1];
  waiting[0]!(0);
  await fetches[0];
  expect(userInfo.peek()?.hasGoogleAuth).toBe(1);
  vi.unstubAllGlobals();
});
