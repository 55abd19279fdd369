// The home page: assets, quick actions, news and market lists.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { FeedStatus } from '../../components/market/feed-status.tsx';
import { useSparks, useTickers } from '../../hooks/use-tickers.ts';
import { drawerOpen } from '../../stores/ui/drawer.ts';
import { stored } from '../../stores/device/storage.ts';
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

/** Loaded after the first paint into a space of their height; when that fails, home is shown without them. */
const LazyMovers = lazyBlock(
  () => import('./top-movers.tsx'),
  ({ TopMovers }) => TopMovers,
  <div className={styles.movers} />,
  { failed: null, texts: ['market'] },
);
const LazyNews = lazyBlock(
  () => import('./exchange-news.tsx'),
  ({ NewsLine }) => NewsLine,
  <div className={styles.notice} />,
  { failed: null },
);
const LazyBanners = lazyBlock(
  () => import('./exchange-news.tsx'),
  ({ Banners }) => Banners,
  <div className={styles.banners} />,
  { failed: null },
);

/** Below everything else, so that nothing moves when it arrives; after a failed load it waits for the next visit. */
const LazyLooks = lazyBlock(
  () => import('./looks-card.tsx'),
  ({ LooksCard }) => LooksCard,
  null,
  { failed: null, texts: ['demo'] },
);

export function HomePage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  const looksAsked = useSignalValue(stored('fxproLooksAsked')) === '1';
  useTickers();
  useSparks();
  return (
    <>
      <NavBar
        title={<span className={styles.brand}>{t('app.name')}</span>}
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
            <Link to="/pages/markets/index" className={styles.search}>
              <Icon name="search" size={20} />
              <span>{t('home.search')}</span>
            </Link>
            <NotificationsButton />
          </>
        }
      />
      <main className={styles.panes}>
        <div className={styles.pane}>
          {loggedIn ? <TotalCard /> : <GuestCard />}
          <QuickActions />
          <LazyMovers />
          <LazyNews />
        </div>
        <HomeLists />
        <LazyBanners />
        {!looksAsked && <LazyLooks />}
      </main>
    </>
  );
}
