// Loads the page of the address at startup, and of one that takes its place before the app is rendered.
import type { AppRouter } from './router.tsx';

/**
 * Resolves when the page is loaded. The router itself follows a change of the address, such as a step back, only once
 * it is rendered.
 */
export function loadFirstPage(router: Pick<AppRouter, 'history' | 'load' | 'subscribe'>): Promise<void> {
  // Not `router.load` itself: the router adds that to the same set, and it would be taken out for both.
  const stop = router.history.subscribe((change) => void router.load(change));
  router.subscribe('onRendered', stop);
  return router.load();
}
