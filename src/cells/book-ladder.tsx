// The rows of a book: React makes them once, signals write them.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, memo, useCallback, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { BOOK_STATE } from '../../contract/thread.ts';
import type { BookCells, BookRow } from '../state/book.ts';
import { LiveText } from '../ui/live-text.tsx';
import { useFarRows } from '../ui/use-far-rows.ts';
import { useLive } from '../ui/use-live.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';
import styles from './cells.module.css';
import { useLongPress } from './long-press.ts';
import { type BookSideName, type OwnLevels, isOwn } from './own-levels.ts';
import type { Picked } from './ticket-text.ts';

export interface BookSideProps {
  book: BookCells;
  side: BookSideName;
  /** `in`: price beside the other side's price (bids end with it); `down`: price first, worst row on top for asks. */
  layout: 'in' | 'down';
  /** Where orders of mine wait; absent where they are not marked. */
  own?: ReadonlySignal<OwnLevels> | undefined;
  /** A level was picked: its price by a tap, the size down to it too by a long press. */
  onPick?: ((picked: Picked) => void) | undefined;
  /** A tap picks the size too. */
  withAmount?: boolean | undefined;
}

/** One side. A tap anywhere on a row picks it; by keyboard the best level is reached first, and the others with the arrow keys. */
export const BookSide = memo(function BookSide({ book, side, layout, own, onPick, withAmount = false }: BookSideProps) {
  const { t } = useTranslation();
  const rows = side === 'bid' ? book.bids : book.asks;
  const order = useMemo(() => {
    const indices = rows.map((_, index) => index);
    return layout === 'down' && side === 'ask' ? indices.reverse() : indices;
  }, [rows, layout, side]);
  const pick = (target: EventTarget, whole: boolean): void => {
    const row = rowOf(target);
    if (!row || !onPick) return;
    const index = Number(row.dataset['row']);
    const priceTicks = book.priceTicksAt(side, index);
    if (!Number.isNaN(priceTicks)) onPick({ priceTicks, lotsTo: whole ? book.lotsTo(side, index) : null });
  };
  const far = useFarRows<HTMLDivElement>(order.length);
  const press = useLongPress<HTMLDivElement>((target) => pick(target, true));
  const picking = onPick && {
    ...press,
    onClick: ({ target }: MouseEvent) => pick(target, withAmount),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        pick(event.target, withAmount || event.shiftKey);
      } else stepRow(event);
    },
  };
  return (
    <div
      ref={far}
      className={`${styles.side} ${side === 'bid' ? styles.bids : styles.asks} ${layout === 'down' ? styles.stack : ''}`}
      role="group"
      aria-label={side === 'bid' ? t('book.bids') : t('book.asks')}
      data-testid={`book-${side}s`}
      {...picking}
    >
      {order.map((index) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <Row key={index} row={row} index={index} priceLast={layout === 'in' && side === 'bid'} picked={onPick !== undefined}>
            {own && <OwnMark book={book} side={side} index={index} price={row.price} own={own} />}
          </Row>
        );
      })}
    </div>
  );
});

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
}

/** Moves the focus to the row above or below. */
function stepRow(event: KeyboardEvent): void {
  const row = rowOf(event.target);
  const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

function Row({ row, index, priceLast, picked, children }: { row: BookRow; index: number; priceLast: boolean; picked: boolean; children: ReactNode }) {
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
      {children}
    </div>
  );
}

interface OwnMarkProps {
  book: BookCells;
  side: BookSideName;
  index: number;
  price: BookRow['price'];
  own: ReadonlySignal<OwnLevels>;
}

/** Stands on a level where an order of mine waits, and is read with it. */
function OwnMark({ book, side, index, price, own }: OwnMarkProps) {
  const { t } = useTranslation();
  const mark = useLive<HTMLSpanElement>(useCallback((element) => {
    // The price is what tells that another level stands here now.
    const ticks = price.value === '' ? NaN : book.priceTicksAt(side, index);
    element.hidden = !isOwn(own.value, side, ticks, book.groupTicks());
  }, [book, side, index, price, own]));
  return <span ref={mark} className={styles.own} role="img" aria-label={t('book.own')} hidden data-testid="own-level" />;
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
    bid: shareText(book.bidPercent, (percent) => `${t('trade.buy')} ${percent}%`),
    ask: shareText(book.bidPercent, (percent) => `${t('trade.sell')} ${100 - percent}%`),
  }), [book, t]);
  const bar = useLive<HTMLSpanElement>(useCallback((element) => {
    element.style.transform = `scaleX(${(book.bidPercent.value || 0) / 100})`;
  }, [book]));
  return (
    <div className={styles.shares}>
      <LiveText text={bid} />
      <LiveText text={ask} />
      <span className={styles.balance}><span ref={bar} /></span>
    </div>
  );
}

function shareText(percent: ReadonlySignal<number>, write: (percent: number) => string): ReadonlySignal<string> {
  return computed(() => (Number.isNaN(percent.value) ? '--' : write(percent.value)));
}
