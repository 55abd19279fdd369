// The bell: leads to the notices, and wears the number of unread ones.
import { Link } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

/** A badge that does not come leaves the bell as it is. */
const BellBadge = lazy(() =>
  import('./unread-badge.tsx').then(
    ({ UnreadBadge: badge }) => ({ default: badge }),
    () => ({ default: () => null }),
  ),
);

export function NotificationsButton() {
  const { t } = useTranslation();
  const known = useSignalValue(isLoggedIn);
  return (
    <Link to="/pages/notice/noticeList" className={styles.bell}>
      <Icon name="bell" />
      <span className="visually-hidden">{t('title.notices')}</span>
      {known && (
        <Suspense fallback={null}>
          <BellBadge />
        </Suspense>
      )}
    </Link>
  );
}
