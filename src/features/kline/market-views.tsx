// What stands below the chart: the order book, the depth, the trades.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Instrument } from '../../../contract/instrument.ts';
import { BookSide, BookShares, useBookTrouble } from '../../cells/book-ladder.tsx';
import cells from '../../cells/cells.module.css';
import { FreshZone } from '../../cells/feed-light.tsx';
import { GroupSelect } from '../../cells/group-select.tsx';
import { baseSymbol, quoteSymbol } from '../../cells/quote-symbol.ts';
import { Tape } from '../../cells/tape.tsx';
import { useBook, useTape } from '../../cells/use-book.ts';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './kline.module.css';

const ROWS = 16;
type Pane = 'book' | 'depth' | 'trades';

export function MarketViews({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const [pane, setPane] = useState<Pane>('book');
  const choices = (['book', 'depth', 'trades'] as const).map((key) => ({ key, label: t(`kline.${key}`) }));
  return (
    <section className={styles.views}>
      <Tabs choices={choices} value={pane} onChange={setPane} label={t('kline.views')} />
      {pane === 'book' && <BookPane instrument={instrument} />}
      {pane === 'depth' && <p className={cells.none}>{t('kline.depthLater')}</p>}
      {pane === 'trades' && <TradesPane instrument={instrument} />}
    </section>
  );
}

function BookPane({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const [groupTicks, setGroupTicks] = useState(1);
  const book = useBook(instrument, groupTicks, ROWS);
  const trouble = useBookTrouble(book);
  return (
    <>
      <div className={cells.bookHead}>
        <span>{t('book.amount', { coin: baseSymbol(instrument.info) })}</span>
        <span role="status">{trouble || t('book.price', { coin: quoteSymbol(instrument.info) })}</span>
        <GroupSelect instrument={instrument} value={groupTicks} onChange={setGroupTicks} />
      </div>
      <FreshZone className={cells.split}>
        <BookSide book={book} side="bid" layout="in" />
        <BookSide book={book} side="ask" layout="in" />
      </FreshZone>
      <BookShares book={book} />
    </>
  );
}

function TradesPane({ instrument }: { instrument: Instrument }) {
  const tape = useTape(instrument, ROWS);
  return <FreshZone><Tape tape={tape} instrument={instrument} /></FreshZone>;
}
