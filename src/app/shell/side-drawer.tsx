// The side drawer: opens after 50 ms, closes within 300 ms, traps focus while open.
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { DrawerMenu } from './drawer-menu.tsx';
import styles from './side-drawer.module.css';

/** Opens after 50 ms, is closed after 300 ms of animation (docs/specification.md 2). */
const OPEN_AFTER_MS = 50;
const CLOSED_AFTER_MS = 300;

interface SideDrawerProps {
  open: boolean;
  onClose: () => void;
}

export const SideDrawer = memo(function SideDrawer({ open, onClose }: SideDrawerProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
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
        // React passes the event of the sheets within the drawer up to here.
        if (event.target === event.currentTarget) onClose();
      }}
      // Where the page was not touched since it opened, the browser closes it and sends no `cancel`.
      onClose={({ currentTarget }) => open && !currentTarget.open && onClose()}
      onClick={(event: MouseEvent) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.panel}>
        <DrawerMenu open={open} onNavigate={onClose} />
      </div>
    </dialog>
  );
});
