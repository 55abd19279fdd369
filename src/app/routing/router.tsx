// The router: history mode, pages on demand, 200 ms before anything is shown as pending.
import { createRouter } from '@tanstack/react-router';
import { PageError, PageMissing, PagePending } from '../shell/page-error.tsx';
import { routeTree } from './routes.tsx';

/** docs/specification.md 8: a page that loads shows nothing of it for 200 ms. */
const PENDING_AFTER_MS = 200;

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: PENDING_AFTER_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageMissing,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
