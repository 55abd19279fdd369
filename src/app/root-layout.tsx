// The shell around every page: drawer, tab bar, toasts, the Kind tips dialog, the offline banner.
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toastLine } from '../state/toast.ts';
import { ToastRegion } from '../ui/toast.tsx';
import { useSignalValue } from '../ui/use-signal-value.ts';
import { KindTips } from './kind-tips.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { TabBar, isTab } from './tab-bar.tsx';
import styles from './root-layout.module.css';

export function RootLayout() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const tabbed = isTab(path);
  return (
    <>
      <a className={styles.skip} href="#page">{t('app.skip')}</a>
      <OfflineBanner />
      <div id="page" className={styles.page} data-tabbed={tabbed ? '' : undefined} tabIndex={-1}><Outlet /></div>
      {tabbed && <TabBar path={path} />}
      <SideDrawer />
      <KindTips />
      <Toasts />
    </>
  );
}

function Toasts() {
  return <ToastRegion line={useSignalValue(toastLine)} />;
}
