// Order book beside the ticket: asks above the last price, bids below.
// A tap picks a price, a long press its size too.
import { type ReactNode, memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { ownLevels } from '../ticket/own-levels.ts';
import type { PickedLevel } from '../ticket/ticket-text.ts';
import { useBook } from '../../hooks/use-book.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { tickersFreshness } from '../../stores/market/view-freshness.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import styles from '../ticket/trading-layout.module.css';
import { BookShares, BookLadderSide, useBookStatus } from './book-ladder.tsx';
import cells from './market-cells.module.css';
import { FeedStatus, FreshZone } from './feed-status.tsx';
import { GroupSelect } from './group-select.tsx';
import { baseSymbol, quoteSymbol } from './pair-symbols.ts';

/** Levels a side beside the ticket of a phone, which is as high as they are. */
const ROWS = 5;

export interface LiveBookProps {
  instrument: Instrument;
  onPick: (picked: PickedLevel) => void;
  /** @defaultValue as many as fit beside a phone's ticket */
  rows?: number | undefined;
  /** A line below the last price: the mark price, or the spread. */
  below?: ReactNode;
}

/** Not re-rendered while the ticket is typed into: `onPick` and `below` are memoised by the caller. */
export const LiveBook = memo(function LiveBook({ instrument, onPick, rows = ROWS, below }: LiveBookProps) {
  const { t } = useTranslation();
  const [groupTicks, setGroupTicks] = useState(1);
  const [withAmount, setWithAmount] = useState(false);
  const book = useBook(instrument, groupTicks, rows);
  const own = useMemo(() => ownLevels(instrument), [instrument]);
  const status = useBookStatus(book);
  return (
    <section className={styles.book} aria-label={t('kline.book')}>
      <div className={cells.bookHead}>
        <span>{t('book.price', { coin: quoteSymbol(instrument.info) })}</span>
        <span>{t('book.amount', { coin: baseSymbol(instrument.info) })}</span>
      </div>
      <FreshZone freshness={book.freshness}>
        <BookLadderSide book={book} side="ask" layout="down" own={own} onPick={onPick} withAmount={withAmount} />
        <div className={styles.middle}>
          <LastPrice coinInfoId={instrument.info.id} />
          <span className={styles.trouble}>
            <FeedStatus freshness={book.freshness} quiet />
            <span role="status">
              <span key={status}>{status}</span>
            </span>
          </span>
          {below && <span className={styles.below}>{below}</span>}
        </div>
        <BookLadderSide book={book} side="bid" layout="down" own={own} onPick={onPick} withAmount={withAmount} />
      </FreshZone>
      <div className={styles.bookFoot}>
        <BookShares book={book} />
        <div className={styles.bookWays}>
          <GroupSelect instrument={instrument} value={groupTicks} onChange={setGroupTicks} />
          <button
            type="button"
            className={cells.group}
            aria-pressed={withAmount}
            aria-label={t('book.withAmountText')}
            title={t('book.withAmountText')}
            onClick={() => setWithAmount(!withAmount)}
            data-testid="book-with-amount"
          >
            {t('book.withAmount')}
          </button>
        </div>
      </div>
    </section>
  );
});

/** The last price comes with the tickers: it is greyed while those are not live, whatever the book is. */
function LastPrice({ coinInfoId }: { coinInfoId: number }) {
  const { last, direction, move } = tickerOf(coinInfoId);
  const zone = useSignalEffect<HTMLSpanElement>(
    // Its age is on the zone around it.
    useCallback(
      (element) => element.setAttribute('data-fresh', tickersFreshness.fresh.value === 'live' ? 'live' : 'stale'),
      [],
    ),
  );
  return (
    <span ref={zone} className={cells.zone}>
      <LiveText text={last} className={styles.last} tone={direction} flash={move} />
    </span>
  );
}
