// Layout around every page: drawer, tab bar, toasts, the dialog that asks for a login, the offline banner.
import { Outlet, type StaticDataRouteOption, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { lazyBlock, lazySheet } from '../../components/common/lazy-component.tsx';
import { IN_REPLAY } from '../../lib/replay-address.ts';
import { TicketSlot } from '../../components/ticket/ticket-slot.ts';
import { isDemo } from '../../stores/market/exchange-mode.ts';
import { drawerOpen } from '../../stores/ui/drawer.ts';
import { dismissLoginPrompt, loginPrompt } from '../../stores/ui/login-prompt.ts';
import { toastLine } from '../../stores/ui/toast.ts';
import { PlainToast, ToastRegion } from '../../ui/overlays/toast-region.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { DESKTOP, TABLET, useMedia } from '../../ui/use-media.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { quickTicket } from './quick-ticket.tsx';
import { TabBar, isTabPage } from './tab-bar.tsx';
import styles from './root-layout.module.css';

/** Loaded when an action first needs a login. */
const LoginPrompt = lazySheet(
  () => import('./login-prompt.tsx'),
  ({ LoginPrompt: part }) => part,
);

function closeDrawer(): void {
  drawerOpen.value = false;
}

/** Loaded on the first opening. */
const SideDrawer = lazySheet(
  () => import('./side-drawer.tsx'),
  ({ SideDrawer: part }) => part,
  'app.failed',
);

/** Replaces the tab bar on a desktop. Its height is reserved by `--top-bar`. */
const TopNav = lazyBlock(
  () => import('./top-nav.tsx'),
  ({ TopNav: part }) => part,
  <nav className={styles.top} />,
  { texts: ['chart'] },
);

export function RootLayout() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const desktop = useMedia(DESKTOP);
  const tabbed = !desktop && isTabPage(path);
  const shown = useShownPage();
  const { alone, width } = shown;
  const bare = alone || IN_REPLAY;
  const demo = useSignalValue(isDemo) === true;
  usePageTitle(shown, demo);
  const tablet = useMedia(TABLET);
  const drawer = useSignalValue(drawerOpen);
  const asked = useSignalValue(loginPrompt) !== null;
  return (
    <>
      <a className={styles.skip} href="#page">
        {t('app.skip')}
      </a>
      {desktop && !bare && <TopNav path={path} />}
      <OfflineBanner />
      {/* A page of another frame is another element: the browser would count its new edges as a layout shift. */}
      <div
        key={`${alone} ${width}`}
        id="page"
        className={styles.page}
        data-tabbed={tabbed ? '' : undefined}
        data-width={width === 'terminal' && !tablet ? 'columns' : width}
        tabIndex={-1}
      >
        <TicketSlot value={quickTicket}>
          <Outlet />
        </TicketSlot>
      </div>
      {tabbed && <TabBar path={path} />}
      {!bare && <SideDrawer open={drawer} onClose={closeDrawer} />}
      {demo && <div className={styles.demo} />}
      {asked && <LoginPrompt open onClose={dismissLoginPrompt} />}
      <Toasts />
    </>
  );
}

/** The page that is shown: while the next one loads, the address is ahead of it. */
function useShownPage(): StaticDataRouteOption {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {};
}

/** Sets the document title to the page's, for history, tabs and screen readers; a chart's own window has its own. */
function usePageTitle({ title: key, alone }: StaticDataRouteOption, demo: boolean): void {
  const { t } = useTranslation();
  const app = demo ? `${t('app.name')} DEMO` : t('app.name');
  const title = key === undefined ? app : `${t(key)} · ${app}`;
  useEffect(() => {
    if (!alone) document.title = title;
  }, [title, alone]);
}

const Toast = lazyBlock(
  () => import('../../ui/overlays/toast.tsx'),
  ({ Toast: part }) => part,
  <PlainLine key="loading" loading />,
  { failed: <PlainLine key="failed" loading={false} /> },
);

function PlainLine({ loading }: { loading: boolean }) {
  return <PlainToast text={useSignalValue(toastLine)?.text ?? ''} loading={loading} />;
}

function Toasts() {
  const line = useSignalValue(toastLine);
  return <ToastRegion>{line && <Toast key={line.id} {...line} />}</ToastRegion>;
}
