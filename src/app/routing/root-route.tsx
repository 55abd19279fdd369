// The root of all routes, and what each of them has.
import { createRootRoute } from '@tanstack/react-router';
import type { Texts } from '../../locales/namespaces.ts';
import { RootLayout } from '../shell/root-layout.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Message key of the page's title. */
    title?: keyof Texts;
    /** A page in columns, or the terminal where the window is wide enough for it; else one column. */
    width?: 'columns' | 'terminal';
    /** A chart in a window of its own: without bars and menus. */
    alone?: boolean;
  }
}

export const rootRoute = createRootRoute({ component: RootLayout, staticData: { title: 'title.missing' } });

/** Options of every route. */
export const parent = { getParentRoute: () => rootRoute } as const;
