// The navigation at the top of a desktop window, in place of the tab bar.
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { useCommand } from '../../components/common/commands.ts';
import { lazyBlock, lazySheet } from '../../components/common/lazy-component.tsx';
import { hotKeys, keyText, useHotKeys } from '../../features/terminal/hot-keys.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { drawerOpen } from '../../stores/ui/drawer.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './top-nav.module.css';

const LINKS = [
  { to: '/pages/tabbar/home', key: 'tab.home', of: /^\/($|pages\/tabbar\/home)/ },
  { to: '/pages/tabbar/trade', key: 'nav.trade', of: /^\/(trade|pages\/(tabbar\/(trade|contracts)|kline))/ },
  { to: '/pages/markets/index', key: 'title.markets', of: /^\/pages\/markets/ },
  { to: '/pages/secondsContract/index', key: 'nav.seconds', of: /^\/pages\/secondsContract/ },
  { to: '/pages/tabbar/list', key: 'tab.assets', of: /^\/pages\/(tabbar\/list|wallet)/ },
  { to: '/pages/order/myOrder', key: 'title.myOrder', of: /^\/pages\/order/ },
  { to: '/replay', key: 'title.replay', of: /^\/replay/ },
] as const;

const Palette = lazySheet(
  () => import('../../features/terminal/palette.tsx'),
  ({ Palette: part }) => part,
);
const KeysSheet = lazySheet(
  () => import('../../features/terminal/keys-sheet.tsx'),
  ({ KeysSheet: part }) => part,
);
/** When it fails to load the bell is shown without it. */
const LazyBadge = lazyBlock(
  () => import('../../features/home/unread-badge.tsx'),
  ({ UnreadBadge }) => UnreadBadge,
  null,
  { failed: null },
);

export const TopNav = memo(function TopNav({ path }: { path: string }) {
  const { t } = useTranslation();
  const [sheet, setSheet] = useState<'palette' | 'keys' | null>(null);
  const loggedIn = useSignalValue(isLoggedIn);
  const { palette: key } = useSignalValue(hotKeys);
  const onClose = (): void => setSheet(null);
  useHotKeys();
  useCommand('palette', () => setSheet('palette'));
  useCommand('keys', () => setSheet('keys'));
  return (
    <nav className={styles.bar} aria-label={t('tab.label')}>
      <Link to="/" className={styles.brand}>
        {t('app.name')}
      </Link>
      {LINKS.map(({ to, key, of }) => (
        <Link key={to} to={to} className={styles.link} aria-current={of.test(path) ? 'page' : undefined}>
          {t(key)}
        </Link>
      ))}
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={() => setSheet('palette')}>
        <Icon name="search" size={16} />
        <span>{t('palette.search')}</span>
        <kbd>{keyText(key)}</kbd>
      </button>
      <span className={styles.end}>
        <Link to="/pages/notice/noticeList" className={styles.link}>
          <Icon name="bell" size={20} />
          <span className="visually-hidden">{t('title.notices')}</span>
          {loggedIn && <LazyBadge />}
        </Link>
        <IconButton
          label={t('menu.label')}
          onClick={() => {
            drawerOpen.value = true;
          }}
        >
          <Icon name="menu" />
        </IconButton>
      </span>
      <Palette open={sheet === 'palette'} onClose={onClose} />
      <KeysSheet open={sheet === 'keys'} onClose={onClose} />
    </nav>
  );
});
