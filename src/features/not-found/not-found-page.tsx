// The page for an unknown address: a search of the markets and a link to home.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { markets } from '../../stores/market/instruments.ts';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './not-found.module.css';

const MAX_RESULTS = 6;

export function NotFoundPage() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const allMarkets = useSignalValue(markets);
  const searchText = text.trim().toUpperCase();
  const found = allMarkets.filter(({ info }) => info.pair.includes(searchText)).slice(0, MAX_RESULTS);
  return (
    <>
      <PageHeader title={t('title.missing')} />
      <main className="column">
        <NoticeCard icon={<Icon name="search" size={32} />} title={t('app.notFound')} />
        <SearchField label={t('markets.search')} value={text} onValue={setText} />
        <nav className="list">
          {found.map(({ info }) => (
            <Link key={info.id} className={styles.row} to="/pages/kline/kline" search={{ coinInfoId: info.id }}>
              <span className="num">{info.pair}</span>
              <Icon name="forward" size={16} mirrored />
            </Link>
          ))}
          {searchText !== '' && found.length === 0 && <p role="status">{t('app.noData')}</p>}
          <Link className={styles.row} to="/pages/tabbar/home">
            <span>{t('app.goHome')}</span>
            <Icon name="forward" size={16} mirrored />
          </Link>
        </nav>
      </main>
    </>
  );
}
