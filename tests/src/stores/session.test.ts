// @vitest-environment happy-dom
// The end of a session: by a refusal of its own token alone.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionEndings, sessionRefused, sessionToken } from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { logInAs } from '../../support/browser/stored-session.ts';

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

it('begins with the favourites of the visitor', () => {
  stored('fxproUserToken').value = '';
  stored('collectList').value = [2];
  logInAs(8, { accesstoken: 'mine' });
  expect(stored('collectList').peek()).toEqual([2]);
});
