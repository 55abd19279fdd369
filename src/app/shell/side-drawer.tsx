// The side drawer's frame: comes in after 50 ms, is gone 300 ms after closing, keeps focus inside while it is open.
import { type ComponentType, type MouseEvent, type ReactNode, memo, useEffect, useRef, useState } from 'react';
import { importWithRetry } from '../../api/import-with-retry.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { drawerOpen } from '../../stores/ui/drawer.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './side-drawer.module.css';

/** docs/specification.md 2: opens after 50 ms, closes after 300 ms of animation. */
const OPEN_AFTER_MS = 50;
const CLOSED_AFTER_MS = 300;

export const SideDrawer = memo(function SideDrawer() {
  const { t } = useTranslation();
  const open = useSignalValue(drawerOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => {
    drawerOpen.value = false;
  };
  const menu = useMenu(open, close);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    if (open) {
      if (!element.open) element.showModal();
      const timer = setTimeout(() => element.setAttribute('data-shown', ''), OPEN_AFTER_MS);
      return () => clearTimeout(timer);
    }
    element.removeAttribute('data-shown');
    const timer = setTimeout(() => element.close(), CLOSED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={t('menu.label')}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event: MouseEvent) => event.target === event.currentTarget && close()}
    >
      <div className={styles.panel}>{menu}</div>
    </dialog>
  );
});

const fetchMenu = importWithRetry(() => import('./drawer-menu.tsx'));

/**
 * What the drawer holds, loaded when it is first wanted; where that fails the drawer closes, and the next opening tries
 * again.
 */
function useMenu(wanted: boolean, onLeave: () => void): ReactNode {
  const { t } = useTranslation();
  const [loaded, setLoaded] = useState<{ DrawerMenu: ComponentType<{ onLeave: () => void }> } | null>(null);
  const missing = wanted && loaded === null;
  useEffect(() => {
    if (!missing) return;
    fetchMenu().then(setLoaded, (cause: unknown) => {
      console.warn('the menu cannot be loaded', cause);
      drawerOpen.value = false;
      showToast(t('app.failed'), 'error');
    });
  }, [missing, t]);
  return loaded && <loaded.DrawerMenu onLeave={onLeave} />;
}
