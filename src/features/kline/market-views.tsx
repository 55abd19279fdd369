// Order book, depth and trades below the chart.
import { useMemo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { BookLadderSide, BookShares, useBookStatus } from '../../components/market/book-ladder.tsx';
import cells from '../../components/market/market-cells.module.css';
import { FeedStatus, FreshZone } from '../../components/market/feed-status.tsx';
import { GroupSelect } from '../../components/market/group-select.tsx';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { ownLevels } from '../../components/ticket/own-levels.ts';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { useLeastWorth } from '../../components/trades/trade-filter.tsx';
import { TradeList } from '../../components/trades/trade-list.tsx';
import { useBook } from '../../hooks/use-book.ts';
import { useTrades } from '../../hooks/use-trades.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './kline.module.css';

const ROWS = 16;
/** Loaded when first opened. */
const DepthPane = lazyBlock(
  () => import('./depth/depth-pane.tsx'),
  ({ DepthPane: part }) => part,
  <SkeletonRows rows={6} />,
);
type MarketView = 'book' | 'depth' | 'trades';

export function MarketViews({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const [pane, setPane] = useState<MarketView>('book');
  const choices = (['book', 'depth', 'trades'] as const).map((key) => ({ key, label: t(`kline.${key}`) }));
  return (
    <section className={styles.views}>
      <Tabs choices={choices} value={pane} onChange={setPane} label={t('kline.views')} />
      {pane === 'book' && <BookPane instrument={instrument} />}
      {pane === 'depth' && <DepthPane instrument={instrument} />}
      {pane === 'trades' && <TradesPane instrument={instrument} />}
    </section>
  );
}

function BookPane({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const [groupTicks, setGroupTicks] = useState(1);
  const book = useBook(instrument, groupTicks, ROWS);
  const own = useMemo(() => ownLevels(instrument), [instrument]);
  const trouble = useBookStatus(book);
  return (
    <>
      <div className={cells.bookHead}>
        <span>
          {t('book.amount', { coin: baseSymbol(instrument.info) })} <FeedStatus freshness={book.freshness} quiet />
        </span>
        <span role="status">
          <span key={trouble}>{trouble || t('book.price', { coin: quoteSymbol(instrument.info) })}</span>
        </span>
        <GroupSelect instrument={instrument} value={groupTicks} onChange={setGroupTicks} />
      </div>
      <FreshZone className={cells.split} freshness={book.freshness}>
        <BookLadderSide book={book} side="bid" layout="in" own={own} />
        <BookLadderSide book={book} side="ask" layout="in" own={own} />
      </FreshZone>
      <BookShares book={book} />
    </>
  );
}

function TradesPane({ instrument }: { instrument: Instrument }) {
  const trades = useTrades(instrument, ROWS, useLeastWorth());
  return (
    <FreshZone freshness={trades.freshness}>
      <TradeList trades={trades} instrument={instrument} />
    </FreshZone>
  );
}
