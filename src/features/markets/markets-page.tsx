// The markets page: search, categories, favourites, sorting.
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { FeedStatus, FreshZone } from '../../components/market/feed-status.tsx';
import { MarketRow } from '../../components/market/market-row.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useSparks, useTickers } from '../../hooks/use-tickers.ts';
import { instrumentsFailed, markets } from '../../stores/market/instruments.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { AlertButton } from './alert-button.tsx';
import { SortBar } from './sort-bar.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { CATEGORIES, type Category, type Sort, useMarketList } from './use-market-list.ts';
import styles from './markets.module.css';

export function MarketsPage() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [category, setCategory] = useState<Category>('crypto');
  const [sort, setSort] = useState<Sort>({ column: null, descending: true });
  const [alerting, setAlerting] = useState(false);
  useTickers();
  useSparks();
  return (
    <>
      <PageHeader title={t('title.markets')} trailing={<FeedStatus />} />
      <main className={styles.page}>
        <SearchField
          label={t('markets.search')}
          value={text}
          onValue={setText}
          clearLabel={t('markets.clear')}
          data-testid="market-search"
        >
          <IconButton
            label={t('alert.fromList')}
            aria-pressed={alerting}
            onClick={() => setAlerting(!alerting)}
            data-testid="alerts-from-list"
          >
            <Icon name="bell" size={20} filled={alerting} />
          </IconButton>
        </SearchField>
        <Tabs
          label={t('markets.categories')}
          value={category}
          onChange={setCategory}
          choices={CATEGORIES.map((key) => ({ key, label: t(`markets.${key}`) }))}
          controls="market-list"
        />
        <SortBar sort={sort} onSort={setSort} />
        <div id="market-list" role="tabpanel">
          <MarketList category={category} text={useDeferredValue(text)} sort={sort} alerting={alerting} />
        </div>
      </main>
    </>
  );
}

/** `alerting`: rows have an alert button in place of the star. */
function MarketList({
  category,
  text,
  sort,
  alerting,
}: {
  category: Category;
  text: string;
  sort: Sort;
  alerting: boolean;
}) {
  const { t } = useTranslation();
  const loaded = useSignalValue(markets).length > 0;
  const failed = useSignalValue(instrumentsFailed);
  const rows = useMarketList(category, text, sort);
  if (!loaded)
    return failed ? (
      <NoticeCard alert title={t('markets.failed')} text={t('failure.network')} />
    ) : (
      <SkeletonRows rows={10} />
    );
  if (rows.length === 0) return <EmptyList category={category} text={text} />;
  return (
    <FreshZone className={styles.rows}>
      {rows.map((instrument) => (
        <div key={instrument.info.id} className={styles.row}>
          {alerting ? <AlertButton instrument={instrument} /> : <FavouriteButton info={instrument.info} />}
          <MarketRow instrument={instrument} />
        </div>
      ))}
    </FreshZone>
  );
}

/** The nearest that is offered, for the categories of the specification that are not. */
const INSTEAD = {
  futures: { to: '/pages/tabbar/contracts', key: 'tab.contracts' },
  options: { to: '/pages/secondsContract/index', key: 'title.seconds' },
  stocks: { to: '/pages/tabbar/trade', key: 'title.trade' },
} as const;

function EmptyList({ category, text }: { category: Category; text: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (text.trim() !== '')
    return <NoticeCard icon={<Icon name="search" size={32} />} title={t('markets.noMatch', { text: text.trim() })} />;
  if (category === 'favourites')
    return (
      <NoticeCard
        icon={<Icon name="star" size={32} />}
        title={t('home.noFavourites')}
        text={t('home.noFavouritesText')}
      />
    );
  const { to, key } = category === 'options' || category === 'stocks' ? INSTEAD[category] : INSTEAD.futures;
  return (
    <NoticeCard
      title={t('markets.notOffered')}
      text={t('markets.notOfferedText')}
      action={<Button onClick={() => void navigate({ to })}>{t(key)}</Button>}
    />
  );
}
