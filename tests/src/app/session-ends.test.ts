// @vitest-environment happy-dom
// A session that the exchange or another tab ends is over here with a toast; one of another user loads the page again.
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { goToLoginWhenSessionEnds } from '../../../src/app/routing/session-watch.ts';
import { notifyOfEndElsewhere, reloadForAnotherUser } from '../../../src/app/startup/ended-elsewhere.ts';
import { startI18n } from '../../../src/locales/i18n.ts';
import { sessionRefused } from '../../../src/stores/account/session.ts';
import { stored } from '../../../src/stores/device/storage.ts';
import { drawerOpen } from '../../../src/stores/ui/drawer.ts';
import { showToast, toastLine } from '../../../src/stores/ui/toast.ts';

const reload = vi.fn();
/** What a page that comes back finds. */
let held: string | null = null;
const user = (id: number): string => JSON.stringify({ user: { id, email: `${id}@example.com` } });

/** The event of a change that another tab made. */
const changed = (oldValue: string | null, newValue: string | null, key: string | null = 'fxproUserToken'): void =>
  void window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));

beforeAll(async () => {
  await startI18n('en-US');
  goToLoginWhenSessionEnds();
  notifyOfEndElsewhere();
  reloadForAnotherUser(reload, () => held);
});
beforeEach(() => {
  showToast('nothing');
  reload.mockClear();
});

it.each([
  ['is removed', 'tok', null, 'Your session has ended. Please log in again.'],
  ['begins', null, 'tok', 'nothing'],
  ['was none', '', null, 'nothing'],
])('a token that %s', (_, before, after, text) => {
  changed(before, after);
  expect(toastLine.peek()?.text).toBe(text);
});

it('what is open above the page, such as a confirmation, closes with the session', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.showModal();
  changed('tok', 'next');
  expect(dialog.open).toBe(true);
  changed('next', null);
  expect(dialog.open).toBe(false);
});

it('a change of another stored item shows no toast', () => {
  changed('tok', null, 'lang');
  expect(toastLine.peek()?.text).toBe('nothing');
});

it('the drawer does not stay open above the login', () => {
  stored('fxproUserToken').value = 'mine';
  drawerOpen.value = true;
  sessionRefused('mine');
  expect([drawerOpen.peek(), toastLine.peek()?.text]).toEqual([false, 'Your session has ended. Please log in again.']);
});

it('another user who logs in in another tab gets no form of the one before', () => {
  const item = 'fxproUserInfo';
  // A visitor becomes a user, whose details are fetched again, and who logs out and in.
  changed(null, user(7), item);
  changed(user(7), user(7), item);
  changed(user(7), null, item);
  changed(null, 'damaged', item);
  changed(null, user(7), item);
  expect(reload).not.toHaveBeenCalled();
  changed(user(7), null, item);
  changed(null, user(8), item);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('another user who logged in while the browser held the page gets no form of the one before', () => {
  const pageShown = (): void => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  };
  stored('fxproUserInfo').value = { ...JSON.parse(user(8)), userKyc: null, hasGoogleAuth: 0, service: '' };
  window.dispatchEvent(new Event('pagehide'));
  for (held of [null, user(8)]) pageShown();
  expect(reload).not.toHaveBeenCalled();
  held = user(9);
  pageShown();
  expect(reload).toHaveBeenCalledTimes(1);
});
