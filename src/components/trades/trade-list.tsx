// List of recent trades: newest first, written by signals.
import { computed } from '@preact/signals-react';
import { memo, useCallback, useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { TradeCells } from '../../stores/market/trade-rows.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from '../market/market-cells.module.css';
import { FeedStatus } from '../market/feed-status.tsx';
import { baseSymbol, quoteSymbol } from '../market/pair-symbols.ts';
import { TradeFilter } from './trade-filter.tsx';

/**
 * `past`: the trades are of a recording, so there is no status to show. `short`: the head names no coins, because the
 * book above does.
 */
export const TradeList = memo(function TradeList({
  trades,
  instrument,
  past = false,
  short = false,
}: {
  trades: TradeCells;
  instrument: Instrument;
  past?: boolean;
  short?: boolean;
}) {
  const { t } = useTranslation();
  const failure = useSignalValue(trades.failure);
  const empty = useSignalValue(useMemo(() => computed(() => trades.count.value === 0), [trades]));
  return (
    <div data-testid="tape" role="group" aria-label={t('kline.trades')}>
      <div className={`${styles.tradeRow} ${styles.tradeHead}`}>
        <span>
          {t('tape.time')} {!past && <FeedStatus freshness={trades.freshness} quiet />}
        </span>
        <span>{short ? t('trade.price') : t('book.price', { coin: quoteSymbol(instrument.info) })}</span>
        {past ? (
          <span>{t('book.amount', { coin: baseSymbol(instrument.info) })}</span>
        ) : (
          <TradeFilter instrument={instrument} short={short} />
        )}
      </div>
      {failure !== '' && (
        <p className={styles.none} role="alert">
          {t('tape.failed')}
        </p>
      )}
      {empty && failure === '' && <p className={styles.none}>{t('tape.empty')}</p>}
      {trades.rows.map((row, index) => (
        <Row key={index} row={row} />
      ))}
    </div>
  );
});

/** A line marks the first trade that was fetched after a disconnect. */
function Row({ row }: { row: TradeCells['rows'][number] }) {
  const line = useSignalEffect<HTMLDivElement>(
    useCallback(
      (element) => {
        element.toggleAttribute('data-seam', row.seam.value);
      },
      [row],
    ),
  );
  return (
    <div ref={line} className={styles.tradeRow}>
      <LiveText text={row.time} />
      <LiveText text={row.price} tone={row.side} />
      <LiveText text={row.amount} />
    </div>
  );
}
