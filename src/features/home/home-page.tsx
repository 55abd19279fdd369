// Home: what I own, what I can do, what is new, and the markets.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FeedLight } from '../../cells/feed-light.tsx';
import { useSparks, useTickers } from '../../cells/tickers-view.ts';
import { drawerOpen } from '../../state/drawer.ts';
import { isLoggedIn } from '../../state/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { GuestCard } from './guest-card.tsx';
import { HomeLists } from './home-lists.tsx';
import { QuickActions } from './quick-actions.tsx';
import { TotalCard } from './total-card.tsx';
import styles from './home.module.css';

export function HomePage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  useTickers();
  useSparks();
  return (
    <>
      <NavBar
        title={t('app.name')}
        leading={(
          <IconButton
            label={t('menu.open')}
            onClick={() => {
              drawerOpen.value = true;
            }}
          >
            <Icon name="menu" mirrored />
          </IconButton>
        )}
        trailing={(
          <>
            <FeedLight />
            <Link to="/pages/markets/index" className={styles.search} aria-label={t('markets.search')}><Icon name="search" /></Link>
          </>
        )}
      />
      <main className={styles.panes} data-wide="">
        <div className={styles.pane}>
          {loggedIn ? <TotalCard /> : <GuestCard />}
          <QuickActions />
          <Link to="/pages/notice/noticeList" className={styles.notice}>
            <span className={styles.badge}>{t('home.notice')}</span>
            <span className={styles.line}>{t('home.noticeDemo')}</span>
            <Icon name="forward" size={16} mirrored />
          </Link>
        </div>
        <HomeLists />
      </main>
    </>
  );
}
