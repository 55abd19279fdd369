// The root of all routes, and what each of them has.
import { createRootRoute } from '@tanstack/react-router';
import type { Texts } from '../../locales/namespaces.ts';
import { RootLayout } from '../shell/root-layout.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Message key of the page's title. */
    title?: keyof Texts;
  }
}

export const rootRoute = createRootRoute({ component: RootLayout });

/** Options of every route. */
export const parent = { getParentRoute: () => rootRoute } as const;
