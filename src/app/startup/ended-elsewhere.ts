// Notifies of a session that another tab ended.
import { translate } from '../../locales/use-translation.ts';
import type { ItemName } from '../../stores/device/storage.ts';
import { showToast } from '../../stores/ui/toast.ts';

const TOKEN: ItemName = 'fxproUserToken';

/** By a toast alone: the page itself has the way back to a session. Called once. */
export function notifyOfEndElsewhere(): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === TOKEN && oldValue && !newValue) showToast(translate()('auth.sessionOver'), 'error');
  });
}
