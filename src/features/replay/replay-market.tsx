// One market of a recording: chart, book and trades.
import { useEffect, useMemo } from 'react';
import { type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import type { ReplayInfo } from '../../../core/worker-protocol/replay-protocol.ts';
import type { View } from '../../../core/worker-protocol/worker-protocol.ts';
import type { SubscribeArg } from '../../../core/feed/feed-protocol.ts';
import type { ViewSink } from '../../api/view-subscription.ts';
import { BookLadderSide, useBookStatus } from '../../components/market/book-ladder.tsx';
import cells from '../../components/market/market-cells.module.css';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { TradeList } from '../../components/trades/trade-list.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { BookCells } from '../../stores/market/book-rows.ts';
import { TradeCells } from '../../stores/market/trade-rows.ts';
import { ReplayChart } from './replay-chart.tsx';
import type { ReplayController } from './replay-controller.ts';
import styles from './replay.module.css';

const ROWS = 10;

/** Markets of a recording, by number of messages, descending. */
export function recordedMarkets({ infos, channels }: ReplayInfo): Instrument[] {
  const frames = (id: number): number =>
    channels.reduce(
      (sum, { arg, frames: count }) => sum + ('coinInfoId' in arg && arg.coinInfoId === id ? count : 0),
      0,
    );
  return infos
    .filter(({ id, pair }) => pair !== '' && frames(id) > 0)
    .map((info) => instrumentOf(info))
    .sort((a, b) => frames(b.info.id) - frames(a.info.id));
}

/**
 * The recorded subscription of a market with the most messages; undefined where the channel was not
 * recorded.
 */
function busiestChannel<C extends SubscribeArg['channel']>(
  { channels }: ReplayInfo,
  channel: C,
  id: number,
): Extract<SubscribeArg, { channel: C }> | undefined {
  const candidates = channels
    .filter(({ arg }) => arg.channel === channel && 'coinInfoId' in arg && arg.coinInfoId === id)
    .sort((a, b) => b.frames - a.frames);
  return candidates[0]?.arg as Extract<SubscribeArg, { channel: C }> | undefined;
}

export function ReplayMarket({
  controller,
  info,
  instrument,
}: {
  controller: ReplayController;
  info: ReplayInfo;
  instrument: Instrument;
}) {
  const { id } = instrument.info;
  const { book, candles } = useMemo(
    () => ({ book: busiestChannel(info, 'books', id), candles: busiestChannel(info, 'candles', id) }),
    [info, id],
  );
  return (
    <div className={styles.market}>
      {candles && <ReplayChart controller={controller} instrument={instrument} interval={candles.period} />}
      <div className={styles.sides}>
        {book && (
          <ReplayBook controller={controller} instrument={instrument} depth={book.depth} interval={book.interval} />
        )}
        <ReplayTrades controller={controller} instrument={instrument} />
      </div>
    </div>
  );
}

function useReplayView(controller: ReplayController, view: View, sink: ViewSink): void {
  const text = JSON.stringify(view);
  useEffect(() => controller.client.open(JSON.parse(text) as View, sink), [controller, text, sink]);
}

function ReplayBook({
  controller,
  instrument,
  depth,
  interval,
}: {
  controller: ReplayController;
  instrument: Instrument;
  depth: number;
  interval: number;
}) {
  const { t } = useTranslation();
  const book = useMemo(() => new BookCells(instrument, ROWS), [instrument]);
  useReplayView(
    controller,
    { kind: 'book', coinInfoId: instrument.info.id, depth, interval, groupTicks: 1, rows: ROWS },
    book,
  );
  const trouble = useBookStatus(book);
  return (
    <section aria-label={t('kline.book')}>
      <div className={cells.bookHead}>
        <span>{t('book.amount', { coin: baseSymbol(instrument.info) })}</span>
        <span role="status" data-testid="replay-book-state">
          {trouble || t('book.price', { coin: quoteSymbol(instrument.info) })}
        </span>
        <span>{t('book.amount', { coin: baseSymbol(instrument.info) })}</span>
      </div>
      <div className={cells.split}>
        <BookLadderSide book={book} side="bid" layout="in" />
        <BookLadderSide book={book} side="ask" layout="in" />
      </div>
    </section>
  );
}

function ReplayTrades({ controller, instrument }: { controller: ReplayController; instrument: Instrument }) {
  const trades = useMemo(() => new TradeCells(instrument, ROWS), [instrument]);
  useReplayView(controller, { kind: 'trades', coinInfoId: instrument.info.id, rows: ROWS }, trades);
  return <TradeList trades={trades} instrument={instrument} past />;
}
