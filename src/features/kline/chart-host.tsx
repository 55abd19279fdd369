// The place of the chart on the page: React gives it room and its states, the desk does the rest.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIVE_INTERVAL } from '../../../contract/time.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { ChartDesk, type Shown } from './chart-desk.ts';
import styles from './kline.module.css';

/** `indicators` is the same list until it changes. */
export function ChartHost({ instrument, interval, indicators }: Shown) {
  const host = useRef<HTMLDivElement>(null);
  const [desk, setDesk] = useState<ChartDesk | null>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const made = new ChartDesk(host.current);
    setDesk(made);
    return () => made.destroy();
  }, []);
  useEffect(() => desk?.show({ instrument, interval, indicators }), [desk, instrument, interval, indicators]);
  const { t } = useTranslation();
  return (
    <div className={styles.chart} data-testid="chart">
      <div ref={host} className={styles.canvas} role="group" aria-label={t('kline.chartOf', { pair: instrument.info.pair, interval })} />
      {desk && <DeskState desk={desk} live={interval === LIVE_INTERVAL} />}
    </div>
  );
}

/** `live`: there is no history to wait for. */
function DeskState({ desk, live }: { desk: ChartDesk; live: boolean }) {
  const { t } = useTranslation();
  const phase = useSignalValue(desk.phase);
  if (phase === 'ready') return null;
  return (
    <div className={styles.chartState} data-phase={phase}>
      {phase === 'loading' && <Skeleton width="100%" height="100%" />}
      {phase === 'empty' && (live
        ? <NoticeCard title={t('kline.liveOnlyTitle')} text={t('kline.liveOnlyText')} icon={<Icon name="chart" />} />
        : <NoticeCard title={t('kline.noCandles')} icon={<Icon name="chart" />} />)}
      {phase === 'failed' && (
        <NoticeCard alert title={t('kline.chartFailed')} text={desk.failure} action={<Button small onClick={() => desk.retry()}>{t('app.retry')}</Button>} />
      )}
    </div>
  );
}
