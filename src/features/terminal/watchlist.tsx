// The markets beside the chart: one category at a time, prices written by signals.
import { memo, useState } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { FreshZone } from '../../components/market/feed-status.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { favourites } from '../../stores/market/favourites.ts';
import { markets } from '../../stores/market/instruments.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './terminal.module.css';

const CATEGORIES = ['favourites', 'crypto', 'perpetual', 'forex'] as const;
type Category = (typeof CATEGORIES)[number];

function matches({ info }: Instrument, category: Category, starred: readonly number[]): boolean {
  return category === 'favourites' ? starred.includes(info.id) : info.type === category;
}

export interface WatchlistProps {
  instrument: Instrument;
  onPick: (instrument: Instrument) => void;
}

export function Watchlist({ instrument, onPick }: WatchlistProps) {
  const { t } = useTranslation();
  const list = useSignalValue(markets);
  const starred = useSignalValue(favourites);
  const [category, setCategory] = useState<Category>(
    () => CATEGORIES.find((each) => matches(instrument, each, starred)) ?? 'crypto',
  );
  const found = list.filter((each) => matches(each, category, starred));
  const choices = CATEGORIES.map((key) => ({ key, label: t(`markets.${key}`) }));
  return (
    <>
      <Tabs choices={choices} value={category} onChange={setCategory} label={t('markets.categories')} />
      <FreshZone className={styles.markets}>
        {found.map((each) => (
          <Row key={each.info.id} instrument={each} current={each === instrument} onPick={onPick} />
        ))}
        {found.length === 0 && <p className={styles.none}>{t('terminal.noFavourites')}</p>}
      </FreshZone>
    </>
  );
}

const Row = memo(function Row({ instrument, current, onPick }: WatchlistProps & { current: boolean }) {
  const { info } = instrument;
  const ticker = tickerOf(info.id);
  return (
    <button
      type="button"
      className={styles.market}
      aria-current={current}
      onClick={() => onPick(instrument)}
      data-testid={`watch-${info.id}`}
    >
      <b className="num">{info.pair}</b>
      <LiveText text={ticker.last} flash={ticker.move} />
      <small>
        <LiveText text={ticker.amount} />
      </small>
      <LiveText text={ticker.change} tone={ticker.direction} className={styles.small} />
    </button>
  );
});
