// What becomes of this tab when another one ends its session, or begins one of another user.
import { translate } from '../../locales/use-translation.ts';
import { userInfo } from '../../stores/account/session.ts';
import type { ItemName, UserInfo } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';

const TOKEN: ItemName = 'fxproUserToken';

const USER: ItemName = 'fxproUserInfo';

/**
 * Loads the page again when another tab has logged another user in: a form or a confirmation that is open here was
 * filled in for the one before, and would be sent for this one. `readUser`: the stored item. Called once.
 */
export function reloadForAnotherUser(
  reload = () => location.reload(),
  readUser = () => localStorage.getItem(USER),
): void {
  let before: unknown;
  const follow = (leaving: string | null, coming: string | null): void => {
    before = userOf(leaving) ?? before;
    const user = userOf(coming);
    if (before !== undefined && user !== undefined && user !== before) reload();
  };
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === USER) follow(oldValue, newValue);
  });
  // A page that the browser held meanwhile got no event.
  window.addEventListener('pagehide', () => follow(JSON.stringify(userInfo.peek()), null));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow(null, readUser());
  });
}

/** User id in the stored item; undefined for none. */
function userOf(text: string | null): unknown {
  try {
    return (JSON.parse(text ?? 'null') as UserInfo | null)?.user.id;
  } catch {
    return undefined;
  }
}

/**
 * By a toast: the page itself has the way back to a session. What is open above it closes: a confirmation is of a user
 * who is gone. Called once.
 */
export function notifyOfEndElsewhere(): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key !== TOKEN || !oldValue || newValue) return;
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
    showToast(translate()('auth.sessionOver'), 'error');
  });
}
