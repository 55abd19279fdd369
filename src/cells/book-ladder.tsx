// The rows of a book: React makes them once, signals write them.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { type KeyboardEvent, type SyntheticEvent, memo, useCallback, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { BOOK_STATE } from '../../contract/thread.ts';
import type { BookCells, BookRow } from '../state/book.ts';
import { LiveText } from '../ui/live-text.tsx';
import { useLive } from '../ui/use-live.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';
import styles from './cells.module.css';

export interface BookSideProps {
  book: BookCells;
  side: 'bid' | 'ask';
  /** `in`: price beside the other side's price (bids end with it); `down`: price first, worst row on top for asks. */
  layout: 'in' | 'down';
  /** A level was tapped. */
  onPick?: ((priceTicks: number) => void) | undefined;
}

/** One side. A tap anywhere on a row picks its price; by keyboard the best level is reached first, and the others with the arrow keys. */
export const BookSide = memo(function BookSide({ book, side, layout, onPick }: BookSideProps) {
  const { t } = useTranslation();
  const rows = side === 'bid' ? book.bids : book.asks;
  const order = useMemo(() => {
    const indices = rows.map((_, index) => index);
    return layout === 'down' && side === 'ask' ? indices.reverse() : indices;
  }, [rows, layout, side]);
  const pick = (event: SyntheticEvent): void => {
    const row = rowOf(event);
    const ticks = row ? book.priceTicksAt(side, Number(row.dataset['row'])) : NaN;
    if (!Number.isNaN(ticks)) onPick?.(ticks);
  };
  return (
    <div
      className={`${styles.side} ${side === 'bid' ? styles.bids : styles.asks} ${layout === 'down' ? styles.stack : ''}`}
      role="group"
      aria-label={side === 'bid' ? t('book.bids') : t('book.asks')}
      data-testid={`book-${side}s`}
      onClick={onPick && pick}
      onKeyDown={onPick && ((event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          pick(event);
        } else stepRow(event);
      })}
    >
      {order.map((index) => {
        const row = rows[index];
        return row && <Row key={index} row={row} index={index} priceLast={layout === 'in' && side === 'bid'} picked={onPick !== undefined} />;
      })}
    </div>
  );
});

function rowOf(event: SyntheticEvent): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
}

/** Moves the focus to the row above or below. */
function stepRow(event: KeyboardEvent): void {
  const row = rowOf(event);
  const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

function Row({ row, index, priceLast, picked }: { row: BookRow; index: number; priceLast: boolean; picked: boolean }) {
  const bar = useLive<HTMLSpanElement>(useCallback((element) => {
    element.style.transform = `scaleX(${row.depth.value})`;
  }, [row]));
  // A level that is not there is nothing to press, nor to be read.
  const level = useLive<HTMLDivElement>(useCallback((element) => {
    element.toggleAttribute('data-empty', row.price.value === '');
  }, [row]));
  const price = <LiveText text={row.price} className={styles.price} />;
  const amount = <LiveText text={row.amount} className={styles.amount} />;
  return (
    <div ref={level} className={styles.row} data-row={index} {...(picked ? { role: 'button', tabIndex: index === 0 ? 0 : -1 } : {})}>
      <span ref={bar} className={styles.bar} />
      {priceLast ? amount : price}
      {priceLast ? price : amount}
    </div>
  );
}

/** What is not right with the book, in words; empty while it is live. */
export function useBookTrouble(book: BookCells): string {
  const { t } = useTranslation();
  const state = useSignalValue(book.state);
  const failure = useSignalValue(book.failure);
  const empty = useSignalValue(useMemo(() => computed(() => Number.isNaN(book.bestBidTicks.value) && Number.isNaN(book.bestAskTicks.value)), [book]));
  if (failure !== '') return t('book.failed');
  if (state === BOOK_STATE.repairing) return t('book.repairing');
  if (state === BOOK_STATE.loading) return t('book.loading');
  return empty ? t('book.empty') : '';
}

/** Bought against sold, of the levels shown. */
export function BookShares({ book }: { book: BookCells }) {
  const { t } = useTranslation();
  const { bid, ask } = useMemo(() => ({
    bid: percentText(book.bidPercent, (percent) => `B ${percent}%`),
    ask: percentText(book.bidPercent, (percent) => `${100 - percent}% S`),
  }), [book]);
  const bar = useLive<HTMLSpanElement>(useCallback((element) => {
    element.style.transform = `scaleX(${(book.bidPercent.value || 0) / 100})`;
  }, [book]));
  return (
    <div className={styles.shares} title={t('book.shares', { bid: bid.peek(), ask: ask.peek() })}>
      <LiveText text={bid} />
      <span className={styles.balance}><span ref={bar} /></span>
      <LiveText text={ask} />
    </div>
  );
}

function percentText(percent: ReadonlySignal<number>, write: (percent: number) => string): ReadonlySignal<string> {
  return computed(() => (Number.isNaN(percent.value) ? '--' : write(percent.value)));
}
