// Pages of one market: the trading terminal where the window is wide enough, else the phone's page.
import type { RouteComponent } from '@tanstack/react-router';
import { TABLET, useMedia } from '../../ui/use-media.ts';
import { lazyPage } from './lazy-page.tsx';

const Terminal = lazyPage(() => import('../terminal/terminal-page.tsx'), 'TerminalPage', [
  'market',
  'chart',
  'contracts',
  'refusals',
  'wallet',
  'alert',
]);

export function terminalOr(Phone: RouteComponent): RouteComponent {
  return Object.assign(
    function MarketRoute() {
      return useMedia(TABLET) ? <Terminal /> : <Phone />;
    },
    { preload: () => (matchMedia(TABLET).matches ? Terminal : Phone).preload?.() },
  );
}
