// The element that holds the chart, with its loading, empty and failed states.
import { useEffect, useId, useState } from 'react';
import { intervalName } from '../../../../core/units/bar-interval.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { LIVE_INTERVAL } from '../../../../core/units/time.ts';
import { FeedStatus, FreshZone } from '../../../components/market/feed-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import type { ChartController, ShownChart } from '../../../components/chart/chart-controller.ts';
import { useCanvasLabel, useChartController } from '../../../components/chart/use-chart-controller.ts';
import { updateChartStyle, userChartStyle } from '../../../components/chart/chart-style.ts';
import { announcePastRefusal, pastRefused } from '../../../stores/market/past-refusal.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import styles from '../kline.module.css';
import { ChartAccessibility } from './chart-accessibility.tsx';
import { LegendButtons } from './legend-buttons.tsx';

/** Two sentences are read in six seconds. */
const REFUSED_MS = 6_000;

export interface ChartHostProps extends Omit<ShownChart, 'beginText'> {
  /** Receives the controller after mounting, and null before it is destroyed. */
  onController: (controller: ChartController | null) => void;
}

/** `indicators` must keep its identity until it changes. */
export function ChartHost({ instrument, interval, indicators, onController }: ChartHostProps) {
  const { t } = useTranslation();
  const helpId = useId();
  const { controller, host, mount } = useChartController({
    instrument,
    interval,
    indicators,
    beginText: t('kline.barsBegin'),
  });
  useEffect(() => {
    onController(controller);
    return () => onController(null);
  }, [onController, controller]);
  const wide = useWideScreen();
  useEffect(() => controller?.set('setNavigator', wide), [controller, wide]);
  const name = t('kline.chartOf', { pair: instrument.info.pair, interval: intervalName(interval) });
  useCanvasLabel(host, name, helpId);
  const isPastRefused = useSignalValue(pastRefused);
  useEffect(() => {
    if (isPastRefused) announcePastRefusal(() => showToast(t('kline.pastRefused'), 'info', REFUSED_MS));
  }, [isPastRefused, t]);
  return (
    <div className={styles.chart} data-navigator={wide ? '' : undefined} data-testid="chart">
      <div ref={mount} className="chart-place" role="group" aria-label={name} />
      {controller && (
        <div className={styles.age}>
          <FreshZone freshness={controller.freshness}>
            <span className={styles.shield}>
              <FeedStatus freshness={controller.freshness} quiet />
            </span>
          </FreshZone>
        </div>
      )}
      {controller && <ChartState controller={controller} live={interval === LIVE_INTERVAL} />}
      {controller && (
        <ChartAccessibility
          controller={controller}
          instrument={instrument}
          interval={interval}
          host={host}
          helpId={helpId}
        />
      )}
      {controller && <LegendButtons controller={controller} />}
      <AutoScale />
    </div>
  );
}

const WIDE = '(min-width: 64em)';

/** Whether the screen has room for the map below the chart. */
function useWideScreen(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const update = (): void => setWide(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return wide;
}

/** Toggle in the corner below the price axis: whether prices scale to the visible candles. */
function AutoScale() {
  const { t } = useTranslation();
  const { autoScale } = useSignalValue(userChartStyle);
  return (
    <button
      type="button"
      className={styles.autoScale}
      aria-label={t('chart.autoOn')}
      title={t('chart.autoOn')}
      aria-pressed={autoScale}
      onClick={() => updateChartStyle({ autoScale: !autoScale })}
    >
      {autoScale ? 'A' : <Icon name="lock" size={14} />}
    </button>
  );
}

/** `live`: the interval has no history. */
function ChartState({ controller, live }: { controller: ChartController; live: boolean }) {
  const { t } = useTranslation();
  const phase = useSignalValue(controller.phase);
  if (phase === 'ready') return null;
  return (
    <div className={styles.chartState} data-phase={phase}>
      {phase === 'loading' && <Skeleton width="100%" height="100%" />}
      {phase === 'empty' &&
        (live ? (
          <NoticeCard title={t('kline.liveOnlyTitle')} text={t('kline.liveOnlyText')} icon={<Icon name="chart" />} />
        ) : (
          <NoticeCard title={t('kline.noCandles')} icon={<Icon name="chart" />} />
        ))}
      {phase === 'failed' && (
        <NoticeCard
          alert
          title={t('kline.chartFailed')}
          text={controller.failure}
          action={
            <Button small onClick={() => controller.retry()}>
              {t('app.retry')}
            </Button>
          }
        />
      )}
    </div>
  );
}
