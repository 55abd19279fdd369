// The market lists of the home page: favourites, crypto, forex, gainers.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { FreshZone } from '../../components/market/feed-status.tsx';
import { MarketRow } from '../../components/market/market-row.tsx';
import { favourites } from '../../stores/market/favourites.ts';
import { instrumentsFailed, markets } from '../../stores/market/instruments.ts';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type HomeList, MAX_ROWS, useHomeList } from './use-home-list.ts';
import styles from './home.module.css';

const LISTS = ['favourites', 'crypto', 'forex', 'gainers'] as const satisfies readonly HomeList[];

export function HomeLists() {
  const { t } = useTranslation();
  const [list, setList] = useState<HomeList>(favourites.peek().length > 0 ? 'favourites' : 'crypto');
  return (
    <section className={styles.lists} aria-label={t('home.lists')}>
      <Tabs
        label={t('home.lists')}
        value={list}
        onChange={setList}
        choices={LISTS.map((key) => ({ key, label: t(`home.${key}`) }))}
        controls="home-list"
      />
      <div id="home-list" role="tabpanel">
        <MarketRows list={list} />
      </div>
      <Link to="/pages/markets/index" className={styles.all}>
        {t('home.all')}
        <Icon name="forward" size={16} mirrored />
      </Link>
    </section>
  );
}

function MarketRows({ list }: { list: HomeList }) {
  const { t } = useTranslation();
  const loaded = useSignalValue(markets).length > 0;
  const failed = useSignalValue(instrumentsFailed);
  const rows = useHomeList(list);
  if (!loaded)
    return failed ? (
      <NoticeCard alert title={t('markets.failed')} text={t('failure.network')} />
    ) : (
      <SkeletonRows rows={MAX_ROWS} />
    );
  if (rows.length === 0 && list === 'favourites') {
    return (
      <NoticeCard
        icon={<Icon name="star" size={32} />}
        title={t('home.noFavourites')}
        text={t('home.noFavouritesText')}
        action={
          <Link to="/pages/markets/index" className={styles.add}>
            {t('home.addFavourite')}
          </Link>
        }
      />
    );
  }
  if (rows.length === 0) return <NoticeCard title={t('app.noData')} />;
  return (
    <FreshZone>
      {rows.map((instrument) => (
        <MarketRow key={instrument.info.id} instrument={instrument} />
      ))}
    </FreshZone>
  );
}
