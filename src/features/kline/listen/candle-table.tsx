// The candles in sight as a table, newest first.
import { intervalName } from '../../../../core/units/bar-interval.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { CandleSpan } from '../../../../chart/api.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { ChartInterval } from '../../../../core/units/time.ts';
import { separate } from '../../../stores/market/number-format.ts';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { candleTimeText } from '../chart/chart-accessibility.tsx';
import styles from './listen.module.css';

const COLUMNS = ['open', 'high', 'low', 'close'] as const;
/** Rows at most, so that a zoomed out chart does not render for seconds. */
const MAX_ROWS = 400;

export interface CandleTableProps {
  /** Null: closed. */
  span: CandleSpan | null;
  instrument: Instrument;
  interval: ChartInterval;
  onClose: () => void;
}

export function CandleTable({ span, instrument, interval, onClose }: CandleTableProps) {
  const { t } = useTranslation();
  const { pair, pricePrecision, amountPrecision } = instrument.info;
  const rows = span ? Array.from(span.time.keys()).reverse().slice(0, MAX_ROWS) : [];
  return (
    <Sheet
      open={span !== null}
      onClose={onClose}
      title={t('listen.tableOf', { pair, interval: intervalName(interval) })}
      closeLabel={t('app.close')}
    >
      <div
        className={styles.scroll}
        tabIndex={0}
        role="region"
        aria-label={t('listen.tableOf', { pair, interval: intervalName(interval) })}
      >
        <table className={`num ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{t('listen.time')}</th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {t(`listen.${name}`)}
                </th>
              ))}
              <th scope="col">{t('listen.volume')}</th>
            </tr>
          </thead>
          <tbody>
            {span &&
              rows.map((at) => (
                <tr key={span.time[at]}>
                  <th scope="row">{candleTimeText(span.time[at]!, interval)}</th>
                  {COLUMNS.map((name) => (
                    <td key={name}>{separate(span[name][at]!.toFixed(pricePrecision))}</td>
                  ))}
                  <td>{separate(span.volume[at]!.toFixed(amountPrecision))}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}
