// The rows of a tape: newest first, written by signals.
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Instrument } from '../../contract/instrument.ts';
import type { TapeCells } from '../state/trades.ts';
import { LiveText } from '../ui/live-text.tsx';
import { useSignalValue } from '../ui/use-signal-value.ts';
import styles from './cells.module.css';
import { quoteSymbol } from './quote-symbol.ts';

export const Tape = memo(function Tape({ tape, instrument }: { tape: TapeCells; instrument: Instrument }) {
  const { t } = useTranslation();
  const failure = useSignalValue(tape.failure);
  return (
    <div data-testid="tape" role="group" aria-label={t('kline.trades')}>
      <div className={`${styles.tapeRow} ${styles.tapeHead}`}>
        <span>{t('tape.time')}</span>
        <span>{t('book.price', { coin: quoteSymbol(instrument.info) })}</span>
        <span>{t('book.amount', { coin: instrument.info.symbol })}</span>
      </div>
      {failure !== '' && <p className={styles.none} role="alert">{t('tape.failed')}</p>}
      {tape.rows.map((row, index) => (
        <div key={index} className={styles.tapeRow}>
          <LiveText text={row.time} />
          <LiveText text={row.price} tone={row.side} />
          <LiveText text={row.amount} />
        </div>
      ))}
    </div>
  );
});
