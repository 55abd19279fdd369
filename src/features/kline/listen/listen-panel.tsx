// The chart as sound and as a table: a button for each act, and the text of what is played.
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { CandleSpan } from '../../../../chart/api.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { ChartInterval } from '../../../../core/units/time.ts';
import type { ChartController } from '../../../components/chart/chart-controller.ts';
import { useBook } from '../../../hooks/use-book.ts';
import { Button } from '../../../ui/button.tsx';
import { CandleTable } from './candle-table.tsx';
import { ChartListener } from './chart-listener.ts';
import styles from './listen.module.css';

export interface ListenPanelProps {
  controller: ChartController;
  instrument: Instrument;
  interval: ChartInterval;
}

const BOOK_ROWS = 16;

export function ListenPanel({ controller, instrument, interval }: ListenPanelProps) {
  const { t } = useTranslation();
  const [message, setMessage] = useState('');
  const [table, setTable] = useState<CandleSpan | null>(null);
  const book = useBook(instrument, 1, BOOK_ROWS);
  const listener = useMemo(
    () =>
      new ChartListener({
        instrument,
        interval,
        t,
        announce: setMessage,
        candles: () => controller.chart?.candles() ?? null,
      }),
    [controller, instrument, interval, t],
  );
  useEffect(() => () => listener.dispose(), [listener]);
  const acts = [
    ['play', () => listener.sweep()],
    ['stop', () => listener.stop()],
    ['back', () => listener.step(-1)],
    ['next', () => listener.step(1)],
    ['highest', () => listener.extreme('high')],
    ['lowest', () => listener.extreme('low')],
    ['compare', () => listener.compare()],
    ['book', () => listener.book(book)],
    ['position', () => listener.position()],
    ['table', () => listener.span().then(setTable)],
  ] as const;
  return (
    <section className={styles.panel} aria-label={t('chart.listen')} data-testid="listen">
      <div className={styles.buttons}>
        {acts.map(([name, run]) => (
          <Button
            key={name}
            small
            kind={name === 'play' ? 'primary' : 'quiet'}
            aria-haspopup={name === 'table' ? 'dialog' : undefined}
            onClick={() => void run()}
          >
            {t(`listen.${name}`)}
          </Button>
        ))}
      </div>
      <p role="status" className={styles.message} data-testid="listen-message">
        {message}
      </p>
      <CandleTable span={table} instrument={instrument} interval={interval} onClose={() => setTable(null)} />
    </section>
  );
}
