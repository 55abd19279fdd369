// One market of a recording: its chart, its book and its trades, in the cells that show living ones.
import { useEffect, useMemo } from 'react';
import { type Instrument, instrumentOf } from '../../../core/instruments/instrument.ts';
import type { ReplayInfo } from '../../../core/worker-protocol/replay-protocol.ts';
import type { View } from '../../../core/worker-protocol/worker-protocol.ts';
import type { SubscribeArg } from '../../../core/feed/feed-protocol.ts';
import type { ViewSink } from '../../api/view.ts';
import { BookSide, useBookTrouble } from '../../components/market/book-ladder.tsx';
import cells from '../../components/market/market-cells.module.css';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { TradeList } from '../../components/market/trade-list.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { createBook } from '../../stores/market/book-rows.ts';
import { createTrades } from '../../stores/market/trade-rows.ts';
import { ReplayChart } from './replay-chart.tsx';
import type { ReplayController } from './replay-controller.ts';
import styles from './replay.module.css';

const ROWS = 10;

/** Markets of a recording, the one that says most first. */
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

/** The channel of a market that says most; undefined where it was not recorded. */
function loudest<C extends SubscribeArg['channel']>(
  { channels }: ReplayInfo,
  channel: C,
  id: number,
): Extract<SubscribeArg, { channel: C }> | undefined {
  const own = channels
    .filter(({ arg }) => arg.channel === channel && 'coinInfoId' in arg && arg.coinInfoId === id)
    .sort((a, b) => b.frames - a.frames);
  return own[0]?.arg as Extract<SubscribeArg, { channel: C }> | undefined;
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
    () => ({ book: loudest(info, 'books', id), candles: loudest(info, 'candles', id) }),
    [info, id],
  );
  return (
    <div className={styles.market}>
      {candles && <ReplayChart controller={controller} instrument={instrument} interval={candles.period} />}
      <div className={styles.sides}>
        {book && <Book controller={controller} instrument={instrument} depth={book.depth} interval={book.interval} />}
        <Trades controller={controller} instrument={instrument} />
      </div>
    </div>
  );
}

function useReplayView(controller: ReplayController, view: View, sink: ViewSink): void {
  const text = JSON.stringify(view);
  useEffect(() => controller.link.open(JSON.parse(text) as View, sink), [controller, text, sink]);
}

function Book({
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
  const book = useMemo(() => createBook(instrument, ROWS), [instrument]);
  useReplayView(
    controller,
    { kind: 'book', coinInfoId: instrument.info.id, depth, interval, groupTicks: 1, rows: ROWS },
    book,
  );
  const trouble = useBookTrouble(book);
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
        <BookSide book={book} side="bid" layout="in" />
        <BookSide book={book} side="ask" layout="in" />
      </div>
    </section>
  );
}

function Trades({ controller, instrument }: { controller: ReplayController; instrument: Instrument }) {
  const tape = useMemo(() => createTrades(instrument, ROWS), [instrument]);
  useReplayView(controller, { kind: 'trades', coinInfoId: instrument.info.id, rows: ROWS }, tape);
  return <TradeList tape={tape} instrument={instrument} past />;
}
