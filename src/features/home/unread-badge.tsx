// How many notices wait, on the bell; loaded with the first session, because a visitor has none of their own.
import { unreadNotices } from '../../stores/account/notices.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

/** More than that is "99+": the exact number says no more. */
const MOST = 99;

export function UnreadBadge() {
  const unread = useSignalValue(unreadNotices);
  if (unread === 0) return null;
  return (
    <span className={`num ${styles.unread}`} data-testid="unread">
      {unread > MOST ? `${MOST}+` : unread}
    </span>
  );
}
