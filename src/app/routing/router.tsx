// The router: browser history, lazy pages, pending state after 200 ms.
import { createRouter } from '@tanstack/react-router';
import { PageError, PageNotFound, PagePending } from '../shell/page-error.tsx';
import { routeTree } from './routes.ts';

/** No pending state during the first 200 ms (docs/specification.md 8). */
const PENDING_AFTER_MS = 200;

const createAppRouter = () =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: PENDING_AFTER_MS,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    scrollRestoration: true,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

let router: AppRouter | null = null;

/** The app's router. It is built at the first call: loading the app is one task, and building this is a third of it. */
export function appRouter(): AppRouter {
  router ??= createAppRouter();
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
