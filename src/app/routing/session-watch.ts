// Navigates to login when the exchange ends the session.
import { CHART_WINDOW } from '../../lib/chart-window-address.ts';
import { translate } from '../../locales/use-translation.ts';
import { sessionEndings } from '../../stores/account/session.ts';
import { drawerOpen } from '../../stores/ui/drawer.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { appRouter } from './router.tsx';

/**
 * After code -1000: to login, with the current path to return to (docs/specification.md 4). A chart's own window stays:
 * it shows no more of the session.
 */
export function goToLoginWhenSessionEnds(): void {
  // Counts from 0: a stored token may have been refused before the language was loaded.
  let seen = 0;
  sessionEndings.subscribe((endings) => {
    if (endings === seen) return;
    seen = endings;
    // It would stay above the login.
    drawerOpen.value = false;
    showToast(translate()('auth.sessionOver'), 'error');
    const router = appRouter();
    const { pathname, href } = router.state.location;
    if (pathname !== '/pages/common/login' && pathname !== CHART_WINDOW)
      void router.navigate({ to: '/pages/common/login', search: { back: href } });
  });
}
