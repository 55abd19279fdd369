// Number of unread notices on the notifications button. Loaded after login: visitors have none.
import { unreadNotices } from '../../stores/account/notices.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './home.module.css';

/** A higher number is shown as "99+". */
const MAX_SHOWN = 99;

export function UnreadBadge() {
  const unread = useSignalValue(unreadNotices);
  if (unread === 0) return null;
  return (
    <span className={`num ${styles.unread}`} data-testid="unread">
      {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
    </span>
  );
}
