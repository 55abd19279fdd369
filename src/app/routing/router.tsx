// The router: browser history, lazy pages, pending state after 200 ms.
import { createRouter } from '@tanstack/react-router';
import { PageError, PageNotFound, PagePending } from '../shell/page-error.tsx';
import { routeTree } from './routes.ts';

/** No pending state during the first 200 ms (docs/specification.md 8). */
const PENDING_AFTER_MS = 200;

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: PENDING_AFTER_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageNotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
