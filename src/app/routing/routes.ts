// Every path of the app, each page in its own chunk.
import { accountRoutes } from './account-routes.tsx';
import { contentRoutes } from './content-routes.tsx';
import { marketRoutes } from './market-routes.tsx';
import { rootRoute } from './root-route.tsx';
import { walletRoutes } from './wallet-routes.tsx';

export const routeTree = rootRoute.addChildren([...marketRoutes, ...accountRoutes, ...walletRoutes, ...contentRoutes]);
