// Notifications button with unread badge.
import { Link } from '@tanstack/react-router';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

/** When it fails to load the button is shown without a badge. */
const LazyBadge = lazyBlock(
  () => import('./unread-badge.tsx'),
  ({ UnreadBadge }) => UnreadBadge,
  null,
  { failed: null },
);

export function NotificationsButton() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <Link to="/pages/notice/noticeList" className={styles.bell}>
      <Icon name="bell" />
      <span className="visually-hidden">{t('title.notices')}</span>
      {loggedIn && <LazyBadge />}
    </Link>
  );
}
