// @vitest-environment happy-dom
// A session that the exchange or another tab ends is over here with a toast.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { goToLoginWhenSessionEnds } from '../../../src/app/routing/session-watch.ts';
import { notifyOfEndElsewhere } from '../../../src/app/startup/ended-elsewhere.ts';
import { startI18n } from '../../../src/locales/i18n.ts';
import { sessionRefused } from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { drawerOpen } from '../../../src/stores/ui/drawer.ts';
import { showToast, toastLine } from '../../../src/stores/ui/toast.ts';

/** The event of a change that another tab made. */
const changed = (oldValue: string | null, newValue: string | null, key: string | null = 'fxproUserToken'): void =>
  void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));

beforeAll(async () => {
  await startI18n('en-US');
  goToLoginWhenSessionEnds();
  notifyOfEndElsewhere();
});
beforeEach(() => showToast('nothing'));

it.each([
  ['is removed', 'tok', null, 'Your session has ended. Please log in again.'],
  ['begins', null, 'tok', 'nothing'],
  ['was none', '', null, 'nothing'],
])('a token that %s', (_, before, after, text) => {
  changed(before, after);
  expect(toastLine.peek()?.text).toBe(text);
});

it('another item', () => {
  changed('tok', null, 'lang');
  expect(toastLine.peek()?.text).toBe('nothing');
});

it('the drawer does not stay open above the login', () => {
  stored('fxproUserToken').value = 'mine';
  drawerOpen.value = true;
  sessionRefused('mine');
  expect([drawerOpen.peek(), toastLine.peek()?.text]).toEqual([false, 'Your session has ended. Please log in again.']);
});
