// Rows of an order book: rendered once by React, updated by signals.
import { type ReadonlySignal, computed, effect } from '@preact/signals-react';
import { type KeyboardEvent, type MouseEvent, memo, useCallback, useLayoutEffect, useMemo } from 'react';
import { IN_REPLAY } from '../../lib/replay-address.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { BOOK_STATE } from '../../../core/worker-protocol/worker-protocol.ts';
import type { BookCells, BookSideName } from '../../stores/market/book-rows.ts';
import { withPercent } from '../../stores/market/number-format.ts';
import { LiveText, writeText } from '../../ui/live-text.tsx';
import { useOffscreenRows } from '../../ui/use-offscreen-rows.ts';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './market-cells.module.css';
import { useLongPress } from '../../hooks/use-long-press.ts';
import { type OwnLevels, hasOwnOrder } from '../ticket/own-levels.ts';
import type { PickedLevel } from '../ticket/ticket-text.ts';

export interface BookLadderSideProps {
  book: BookCells;
  side: BookSideName;
  /** `in`: price next to the other side's price (bids end with it); `down`: price first, worst row on top for asks. */
  layout: 'in' | 'down';
  /** Levels of the user's own orders; absent where they are not marked. */
  own?: ReadonlySignal<OwnLevels> | undefined;
  /** A level was picked: its price by a tap, with the size up to it by a long press. */
  onPick?: ((picked: PickedLevel) => void) | undefined;
  /** A tap picks the size too. */
  withAmount?: boolean | undefined;
}

/** One side. A tap anywhere on a row picks it; the keyboard focuses the best level first, the others by arrow keys. */
export const BookLadderSide = memo(function BookLadderSide({
  book,
  side,
  layout,
  own,
  onPick,
  withAmount = false,
}: BookLadderSideProps) {
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
  const body = useOffscreenRows<HTMLDivElement>(
    useCallback((row: number, offscreen: boolean) => book.setOffscreen(side, row, offscreen), [book, side]),
  );
  const priceLast = layout === 'in' && side === 'bid';
  useLayoutEffect(() => {
    const lines = body.current?.children ?? [];
    const stops = order.map((index, at) => writeRow(lines[at], { book, side, index, priceLast, own }));
    return () => stops.forEach((stop) => stop());
  }, [body, order, book, side, priceLast, own]);
  const press = useLongPress<HTMLDivElement>((target) => pick(target, true));
  const handlers = onPick && {
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
      ref={body}
      className={`${styles.side} ${side === 'bid' ? styles.bids : styles.asks} ${layout === 'down' ? styles.stack : ''}`}
      role="group"
      aria-label={side === 'bid' ? t('book.bids') : t('book.asks')}
      data-testid={`book-${side}s`}
      {...handlers}
    >
      {order.map((index) => (
        <div
          key={index}
          className={styles.row}
          data-row={index}
          {...(onPick ? { role: 'button', tabIndex: index === 0 ? 0 : -1 } : {})}
        >
          <span className={`num ${priceLast ? styles.amount : styles.price}`} />
          <span className={`num ${priceLast ? styles.price : styles.amount}`} />
          {own && <span className={styles.own} role="img" aria-label={t('book.own')} hidden data-testid="own-level" />}
        </div>
      ))}
    </div>
  );
});

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
}

/** Moves focus to the row above or below. */
function stepRow(event: KeyboardEvent): void {
  const row = rowOf(event.target);
  const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

interface RowOptions {
  book: BookCells;
  side: BookSideName;
  index: number;
  priceLast: boolean;
  own: ReadonlySignal<OwnLevels> | undefined;
}

/**
 * Writes the cells of one row from their signals; returns the dispose function. Plain DOM writes: one React component
 * per cell measured slower.
 */
function writeRow(line: Element | undefined, { book, side, index, priceLast, own }: RowOptions): () => void {
  const row = (side === 'bid' ? book.bids : book.asks)[index];
  const [first, second, mark] = line?.children ?? [];
  if (!(line instanceof HTMLElement) || !row || !first || !second) return () => undefined;
  let price = textIn(priceLast ? second : first);
  let amount = textIn(priceLast ? first : second);
  let depth = NaN;
  const stopSize = effect(() => {
    if (amount.data !== row.amount.value) amount = writeText(amount, row.amount.value);
    // The bar is the row's background: a separate moving box measured slower than the texts.
    if (depth !== row.depth.value) line.style.backgroundSize = `${100 * (depth = row.depth.value)}% 100%`;
  });
  const stopPrice = effect(() => {
    if (price.data !== row.price.value) price = writeText(price, row.price.value);
    const empty = row.price.value === '';
    // An empty row is neither a button nor read aloud.
    line.toggleAttribute('data-empty', empty);
    // The row shows another level when its price changes.
    mark?.toggleAttribute(
      'hidden',
      !own || !hasOwnOrder(own.value, side, empty ? NaN : book.priceTicksAt(side, index), book.groupTicks()),
    );
  });
  return () => {
    stopSize();
    stopPrice();
  };
}

/** React renders an empty span; its text node is managed here. */
function textIn(span: Element): Text {
  const text = document.createTextNode('');
  span.replaceChildren(text);
  return text;
}

/** Status text of the book; empty while it is live. */
export function useBookStatus(book: BookCells): string {
  const { t } = useTranslation();
  const state = useSignalValue(book.state);
  const failure = useSignalValue(book.failure);
  const empty = useSignalValue(
    useMemo(
      () => computed(() => Number.isNaN(book.bestBidTicks.value) && Number.isNaN(book.bestAskTicks.value)),
      [book],
    ),
  );
  if (failure !== '') return t('book.failed');
  if (state === BOOK_STATE.repairing) return t('book.repairing');
  if (state === BOOK_STATE.loading) return t('book.loading');
  // A replay that begins before the recording has candles alone.
  return empty ? t(IN_REPLAY ? 'book.notRecorded' : 'book.empty') : '';
}

/** Off-screen rows are still written (they are three cells), but not laid out. */
const noop = (): void => undefined;

/** Share of bids and asks among the levels shown. */
export function BookShares({ book }: { book: BookCells }) {
  const { t } = useTranslation();
  const { bid, ask } = useMemo(
    () => ({
      bid: shareText(book.bidPercent, (percent) => `${withPercent(String(percent))} ${t('trade.buy')}`),
      ask: shareText(book.bidPercent, (percent) => `${withPercent(String(100 - percent))} ${t('trade.sell')}`),
    }),
    [book, t],
  );
  const bar = useSignalEffect<HTMLSpanElement>(
    useCallback(
      (element) => {
        element.style.transform = `scaleX(${(book.bidPercent.value || 0) / 100})`;
      },
      [book],
    ),
  );
  const body = useOffscreenRows<HTMLDivElement>(noop);
  return (
    <div ref={body}>
      <div className={styles.shares}>
        <LiveText text={bid} />
        <LiveText text={ask} />
        <span className={styles.balance}>
          <span ref={bar} />
        </span>
      </div>
    </div>
  );
}

function shareText(percent: ReadonlySignal<number>, write: (percent: number) => string): ReadonlySignal<string> {
  return computed(() => (Number.isNaN(percent.value) ? '--' : write(percent.value)));
}
