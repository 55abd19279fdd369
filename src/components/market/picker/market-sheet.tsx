// The sheet of the market picker: markets by category with price and volume, and a search in all of them.
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { favourites } from '../../../stores/market/favourites.ts';
import { markets } from '../../../stores/market/instruments.ts';
import { tickerOf } from '../../../stores/market/tickers.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { LiveText } from '../../../ui/live-text.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import styles from '../market-cells.module.css';
import { MarketVolume } from '../market-row.tsx';

export interface MarketSheetProps extends MarketListProps {
  open: boolean;
  onClose: () => void;
}

const CATEGORIES = ['all', 'favourites', 'crypto', 'perpetual', 'forex'] as const;
type Category = (typeof CATEGORIES)[number];

interface MarketListProps {
  current: number;
  onPick: (coinInfoId: number) => void;
  /** Filters the markets that the page can show. */
  accepts?: ((instrument: Instrument) => boolean) | undefined;
}

export function MarketSheet({ open, onClose, ...list }: MarketSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('pick.title')} closeLabel={t('app.close')}>
      <MarketList {...list} />
    </Sheet>
  );
}

function MarketList({ current, accepts, onPick }: MarketListProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [category, setCategory] = useState<Category>('all');
  const list = useSignalValue(markets);
  const starred = useSignalValue(favourites);
  const accepted = useMemo(() => list.filter((instrument) => accepts?.(instrument) ?? true), [list, accepts]);
  const types = new Set<string>(accepted.map(({ info }) => info.type));
  const choices = CATEGORIES.filter(
    (key) => key === 'all' || key === 'favourites' || (types.size > 1 && types.has(key)),
  ).map((key) => ({ key, label: t(key === 'all' ? 'pick.all' : `markets.${key}`) }));
  // A search is in all markets.
  const shown = text === '' ? category : 'all';
  const found = useMemo(
    () => matching(accepted, text, starred).filter(({ info }) => isIn(shown, info, starred)),
    [accepted, text, starred, shown],
  );
  const show = (key: Category): void => {
    setText('');
    setCategory(key);
  };
  return (
    <>
      <SearchField label={t('pick.search')} value={text} onValue={setText} clearLabel={t('markets.clear')} />
      <Tabs choices={choices} value={shown} onChange={show} label={t('markets.categories')} />
      <div className={styles.markets}>
        {found.map(({ info }) => {
          const ticker = tickerOf(info.id);
          return (
            <button
              key={info.id}
              type="button"
              className={styles.market}
              aria-current={info.id === current}
              onClick={() => onPick(info.id)}
            >
              <span>
                <b className="num">{info.pair}</b>
                <small>
                  {info.name} · <MarketVolume coinInfoId={info.id} />
                </small>
              </span>
              <LiveText text={ticker.last} />
              <LiveText text={ticker.change} tone={ticker.direction} />
            </button>
          );
        })}
        {found.length === 0 && (
          <p className={styles.none}>{text === '' ? t('home.noFavourites') : t('pick.none', { text })}</p>
        )}
      </div>
    </>
  );
}

function isIn(category: Category, { id, type }: Instrument['info'], starred: readonly number[]): boolean {
  if (category === 'all') return true;
  return category === 'favourites' ? starred.includes(id) : type === category;
}

/** Favourites first; otherwise in the exchange's order. */
function matching(list: readonly Instrument[], text: string, starred: readonly number[]): Instrument[] {
  const wanted = text.trim().toLowerCase();
  const hits = list.filter(({ info }) => `${info.symbol} ${info.pair} ${info.name}`.toLowerCase().includes(wanted));
  const rank = ({ info }: Instrument): number => (starred.includes(info.id) ? 0 : 1);
  return hits.sort((a, b) => rank(a) - rank(b));
}
