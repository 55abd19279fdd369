// The row of quick actions on the home page.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './home.module.css';

const ACTIONS = [
  { to: '/pages/tabbar/trade', icon: 'spot', key: 'home.spot' },
  { to: '/pages/tabbar/contracts', icon: 'contracts', key: 'home.contracts' },
  { to: '/pages/secondsContract/index', icon: 'seconds', key: 'home.seconds' },
  { to: '/pages/wallet/convert', icon: 'convert', key: 'home.convert' },
  { to: '/pages/invite/invite', icon: 'invite', key: 'home.invite' },
] as const;

export function QuickActions() {
  const { t } = useTranslation();
  return (
    <nav className={styles.actions} aria-label={t('home.actions')}>
      {ACTIONS.map(({ to, icon, key }) => (
        <Link key={key} to={to} className={styles.action}>
          <span className={styles.tile}>
            <Icon name={icon} size={24} />
          </span>
          <span>{t(key)}</span>
        </Link>
      ))}
    </nav>
  );
}
