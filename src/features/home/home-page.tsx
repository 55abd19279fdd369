// Home: what I own, what I can do, what is new, and the markets.
import { Link } from '@tanstack/react-router';
import { type ComponentType, Suspense, lazy } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { FeedStatus } from '../../components/market/feed-status.tsx';
import { useSparks, useTickers } from '../../hooks/use-tickers.ts';
import { drawerOpen } from '../../stores/ui/drawer.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { NotificationsButton } from './notifications-button.tsx';
import { GuestCard } from './guest-card.tsx';
import { HomeLists } from './home-lists.tsx';
import { QuickActions } from './quick-actions.tsx';
import { TotalCard } from './total-card.tsx';
import styles from './home.module.css';

/** News come after the first picture; without them home is whole. */
const HouseNews = lazy<ComponentType>(() =>
  import('./exchange-news.tsx').then(
    ({ ExchangeNews: news }) => ({ default: news }),
    () => ({ default: () => null }),
  ),
);

export function HomePage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  useTickers();
  useSparks();
  return (
    <>
      <NavBar
        title={t('app.name')}
        leading={
          <IconButton
            label={t('menu.open')}
            onClick={() => {
              drawerOpen.value = true;
            }}
          >
            <Icon name="menu" mirrored />
          </IconButton>
        }
        trailing={
          <>
            <FeedStatus />
            <NotificationsButton />
            <Link to="/pages/markets/index" className={styles.search} aria-label={t('markets.search')}>
              <Icon name="search" />
            </Link>
          </>
        }
      />
      <main className={styles.panes} data-wide="">
        <div className={styles.pane}>
          {loggedIn ? <TotalCard /> : <GuestCard />}
          <QuickActions />
          <Suspense fallback={<div className={styles.newsRoom} />}>
            <HouseNews />
          </Suspense>
        </div>
        <HomeLists />
      </main>
    </>
  );
}
