// @vitest-environment happy-dom
// The badge of the installed app: it has the number of unread notices, and none at the end of a session.
import { expect, it } from 'vitest';
import { clearSessionData, startNotifications } from '../../../src/app/startup/session-data.ts';
import { setUnread } from '../../../src/stores/account/notices.ts';

it('follows the unread notices, and is removed when they are read or the session ends', () => {
  const badges: number[] = [];
  const setAppBadge = (count: number): Promise<void> => Promise.resolve(void badges.push(count));
  Object.assign(navigator, { setAppBadge });
  startNotifications();
  setUnread(3);
  setUnread(0);
  setUnread(1);
  clearSessionData();
  // 0 removes the badge (https://w3c.github.io/badging/).
  expect(badges).toEqual([0, 3, 0, 1, 0]);
});
