// The rows of a price ladder: rendered once by React, written by signals, worked by pointer and keys.
import { type ReadonlySignal, effect } from '@preact/signals-react';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { tradeKindOf } from '../../../components/market/trade-kind.ts';
import { shortAmount } from '../../../components/order-lines/spot-lines.ts';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import type { BookSideName } from '../../../stores/market/book-rows.ts';
import type { LadderCells } from '../../../stores/market/ladder-rows.ts';
import { tickerOf } from '../../../stores/market/tickers.ts';
import { COLUMNS, type LadderHandlers, LadderInput } from './ladder-input.ts';
import { type LadderOrder, type LadderPosition, isStop, orderText } from './ladder-orders.ts';
import styles from './ladder.module.css';

export interface LadderGridProps extends Pick<LadderHandlers, 'onPress' | 'onOrders' | 'onDrop' | 'canDrag' | 'onUse'> {
  instrument: Instrument;
  ladder: LadderCells;
  orders: ReadonlySignal<readonly LadderOrder[]>;
  positions: ReadonlySignal<readonly LadderPosition[]>;
  /** Text of the drag; '' when it ended. */
  onDragText: (text: string) => void;
}

export function LadderGrid(props: LadderGridProps) {
  const { t } = useTranslation();
  const { instrument, ladder } = props;
  const body = useRef<HTMLDivElement>(null);
  useWrittenRows(body, props, t);
  useLadderInput(body, props, t);
  const contract = tradeKindOf(instrument) === 'contract';
  const heads = [
    t('ladder.orders'),
    t(contract ? 'contracts.long' : 'trade.buy'),
    t('trade.price'),
    t(contract ? 'contracts.short' : 'trade.sell'),
  ];
  const middle = Math.floor(ladder.rows.length / 2);
  return (
    <div ref={body} className={styles.rows} role="grid" aria-label={t('ladder.title')} data-testid="ladder">
      <div className={styles.heads} role="row">
        {heads.map((head) => (
          <span key={head} role="columnheader">
            {head}
          </span>
        ))}
      </div>
      {ladder.rows.map((_, row) => (
        <div key={row} className={styles.row} role="row" data-row={row}>
          {COLUMNS.map((column) => (
            <span
              key={column}
              className={`num ${styles[column] ?? ''}`}
              role={column === 'price' ? 'rowheader' : 'gridcell'}
              data-col={column}
              tabIndex={row === middle && column === 'bid' ? 0 : -1}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Writes what changes into the rows. */
function useWrittenRows(
  body: RefObject<HTMLDivElement | null>,
  { instrument, ladder, orders, positions }: LadderGridProps,
  t: Translate,
): void {
  useLayoutEffect(() => {
    if (!body.current) return undefined;
    const lines = [...body.current.querySelectorAll<HTMLElement>('[data-row]')];
    const stops = [
      ...lines.map((line, at) => writeRow(line, ladder, at)),
      writeMarks(lines, ladder, instrument),
      writeOrders(lines, ladder, orders, t),
      writePositions(lines, ladder, positions, t),
    ];
    return () => stops.forEach((stop) => stop());
  }, [body, ladder, instrument, orders, positions, t]);
}

/** Listens to pointer and keys on the rows. */
function useLadderInput(body: RefObject<HTMLDivElement | null>, props: LadderGridProps, t: Translate): void {
  const { ladder, orders } = props;
  const onPress = useEffectEvent(props.onPress);
  const onOrders = useEffectEvent(props.onOrders);
  const onDrop = useEffectEvent(props.onDrop);
  const canDrag = useEffectEvent(props.canDrag);
  const onUse = useEffectEvent(props.onUse);
  const onDragText = useEffectEvent(props.onDragText);
  useEffect(() => {
    const host = body.current;
    if (!host) return undefined;
    return new LadderInput(host, ladder, {
      onPress: (...press) => onPress(...press),
      onOrders: (found) => onOrders(found),
      onDrop: (order, priceTicks) => onDrop(order, priceTicks),
      canDrag: () => canDrag(),
      onUse: () => onUse(),
      ordersAt: (row) => orders.peek().filter((order) => ladder.rowOf(order.priceTicks, bookSide(order)) === row),
      onDrag: (order, priceTicks) => {
        host.querySelector('[data-drop]')?.removeAttribute('data-drop');
        if (priceTicks === null) return onDragText('');
        const row = ladder.rowOf(priceTicks, 'bid');
        const line = host.querySelector<HTMLElement>(`[data-row="${row}"]`);
        if (line) line.dataset['drop'] = order.side;
        return onDragText(`${orderText(order, t)} → ${ladder.rows[row]?.price.peek() ?? ''}`);
      },
    }).attach();
  }, [body, ladder, orders, t]);
}

const bookSide = ({ side }: LadderOrder): BookSideName => (side === 'buy' ? 'bid' : 'ask');

function cellsIn(line: HTMLElement): HTMLElement[] {
  return [...line.children].filter((each) => each instanceof HTMLElement);
}

/** Plain DOM writes, as for the book: one React component per cell measured slower. */
function writeRow(line: HTMLElement, ladder: LadderCells, at: number): () => void {
  const row = ladder.rows[at];
  const [, bid, price, ask] = cellsIn(line);
  if (!row || !bid || !price || !ask) return () => undefined;
  const stops = (
    [
      [price, row.price, null],
      [bid, row.bid, row.bidBar],
      [ask, row.ask, row.askBar],
    ] as const
  ).map(([cell, text, bar]) => {
    const node = document.createTextNode('');
    cell.replaceChildren(node);
    let drawn = 0;
    return effect(() => {
      if (node.data !== text.value) node.data = text.value;
      if (bar && drawn !== bar.value) cell.style.backgroundSize = `${100 * (drawn = bar.value)}% 100%`;
    });
  });
  return () => stops.forEach((stop) => stop());
}

/** Marks the rows of the best prices and of the last one. */
function writeMarks(lines: readonly HTMLElement[], ladder: LadderCells, { info }: Instrument): () => void {
  const mark = (name: string, row: () => number): (() => void) => {
    let before: HTMLElement | undefined;
    return effect(() => {
      const line = lines[row()];
      if (line === before) return;
      before?.removeAttribute(name);
      line?.setAttribute(name, '');
      before = line;
    });
  };
  const { lastTicks } = tickerOf(info.id);
  const stops = [
    mark('data-bid', () => ladder.bestBidRow.value),
    mark('data-ask', () => ladder.bestAskRow.value),
    mark('data-last', () => ladder.rowOf(lastTicks.value, 'bid')),
  ];
  return () => stops.forEach((stop) => stop());
}

/**
 * "+0.01" for a purchase, "-0.01" for a sale, with the number of orders where there are several; "≥0.01" and
 * "≤0.01" for what waits for the price.
 */
function writeOrders(
  lines: readonly HTMLElement[],
  ladder: LadderCells,
  orders: ReadonlySignal<readonly LadderOrder[]>,
  t: Translate,
): () => void {
  return effect(() => {
    const rows = orders.value.map((order) => ladder.rowOf(order.priceTicks, bookSide(order)));
    for (const [at, line] of lines.entries()) {
      const own = orders.value.filter((_, index) => rows[index] === at);
      const [cell] = cellsIn(line);
      const [newest] = own;
      if (!cell || (!newest && cell.dataset['side'] === undefined)) continue;
      if (!newest) {
        cell.textContent = '';
        delete cell.dataset['side'];
        cell.removeAttribute('aria-label');
        continue;
      }
      cell.dataset['side'] = newest.side;
      const [rests, waits] = newest.side === 'buy' ? ['+', '≥'] : ['-', '≤'];
      cell.textContent = `${isStop(newest) ? waits : rests}${newest.amount}${own.length > 1 ? ` ×${own.length}` : ''}`;
      cell.setAttribute('aria-label', own.map((order) => orderText(order, t)).join(', '));
    }
  });
}

/** Marks the rows of the entries of positions. */
function writePositions(
  lines: readonly HTMLElement[],
  ladder: LadderCells,
  positions: ReadonlySignal<readonly LadderPosition[]>,
  t: Translate,
): () => void {
  return effect(() => {
    for (const line of lines) {
      delete line.dataset['entry'];
      line.querySelector('[data-col="price"]')?.removeAttribute('title');
    }
    for (const { direction, priceTicks, amount } of positions.value) {
      const line = lines[ladder.rowOf(priceTicks, 'bid')];
      if (!line) continue;
      line.dataset['entry'] = direction;
      line
        .querySelector('[data-col="price"]')
        ?.setAttribute('title', `${t('contracts.entry')}: ${t(`contracts.${direction}`)} ${shortAmount(amount)}`);
    }
  });
}
