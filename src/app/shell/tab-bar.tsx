// The three tabs at the bottom.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './tab-bar.module.css';

const TABS = [
  { to: '/pages/tabbar/home', icon: 'home', key: 'tab.home' },
  { to: '/pages/tabbar/contracts', icon: 'contracts', key: 'tab.contracts' },
  { to: '/pages/tabbar/list', icon: 'wallet', key: 'tab.assets' },
] as const;

/** Whether a page has the tab bar. */
export function isTabPage(path: string): boolean {
  return path === '/' || TABS.some(({ to }) => to === path);
}

export const TabBar = memo(function TabBar({ path }: { path: string }) {
  const { t } = useTranslation();
  const current = path === '/' ? TABS[0].to : path;
  return (
    <nav className={styles.bar} aria-label={t('tab.label')}>
      {TABS.map(({ to, icon, key }) => (
        <Link key={to} to={to} className={styles.tab} aria-current={to === current ? 'page' : undefined}>
          <Icon name={icon} size={24} />
          <span>{t(key)}</span>
        </Link>
      ))}
    </nav>
  );
});
