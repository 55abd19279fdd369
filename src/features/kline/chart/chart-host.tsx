// The place of the chart on the page: React gives it room and its states, the desk does the rest.
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { LIVE_INTERVAL } from '../../../../core/units/time.ts';
import { FeedStatus, FreshZone } from '../../../components/market/feed-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { ChartController, type Shown } from './chart-controller.ts';
import { changeLook, look } from './chart-style.ts';
import { ChartVoice } from './chart-accessibility.tsx';
import styles from '../kline.module.css';

/** A finger feels this long that it took hold of something. */
const HAPTIC_MS = 8;

export interface ChartHostProps extends Shown {
  /** Told of the desk once it stands, and of null when it is gone. */
  onController: (controller: ChartController | null) => void;
}

/** `indicators` is the same list until it changes. */
export function ChartHost({ instrument, interval, indicators, onController }: ChartHostProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [controller, setController] = useState<ChartController | null>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const made = new ChartController(host.current);
    made.listen((event) => event.kind === 'haptic' && touch());
    setController(made);
    onController(made);
    return () => {
      onController(null);
      made.destroy();
    };
  }, [onController]);
  useEffect(
    () => controller?.show({ instrument, interval, indicators }),
    [controller, instrument, interval, indicators],
  );
  const name = t('kline.chartOf', { pair: instrument.info.pair, interval });
  useNamedCanvas(host, name, helpId);
  return (
    <div className={styles.chart} data-testid="chart">
      <div ref={host} className={styles.canvas} role="group" aria-label={name} />
      {controller && (
        <div className={styles.age}>
          <FreshZone pane={controller.shown}>
            <span className={styles.shield}>
              <FeedStatus pane={controller.shown} quiet />
            </span>
          </FreshZone>
        </div>
      )}
      {controller && <ChartState controller={controller} live={interval === LIVE_INTERVAL} />}
      {controller && (
        <ChartVoice controller={controller} instrument={instrument} interval={interval} host={host} helpId={helpId} />
      )}
      <AutoScale />
    </div>
  );
}

/** Whatever canvas stands in `host` takes the keys: it says what it is and how they work. */
function useNamedCanvas(host: RefObject<HTMLElement | null>, name: string, helpId: string): void {
  const { t } = useTranslation();
  const kind = t('chart.kind');
  useEffect(() => {
    const { current } = host;
    if (!current) return undefined;
    const words = { role: 'application', 'aria-roledescription': kind, 'aria-label': name, 'aria-describedby': helpId };
    const dress = (): void => {
      const canvas = current.querySelector('canvas');
      for (const [attribute, value] of Object.entries(words)) canvas?.setAttribute(attribute, value);
    };
    const changes = new MutationObserver(dress);
    changes.observe(current, { childList: true });
    dress();
    return () => changes.disconnect();
  }, [host, kind, name, helpId]);
}

/** A tick in the finger, where there is one and it is wanted. */
function touch(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(HAPTIC_MS);
}

/** In the corner below the price axis: whether prices fit themselves to what is in sight. */
function AutoScale() {
  const { t } = useTranslation();
  const { autoScale } = useSignalValue(look);
  return (
    <button
      type="button"
      className={styles.auto}
      aria-label={t('chart.autoOn')}
      title={t('chart.autoOn')}
      aria-pressed={autoScale}
      onClick={() => changeLook({ autoScale: !autoScale })}
    >
      {autoScale ? 'A' : <Icon name="lock" size={14} />}
    </button>
  );
}

/** `live`: there is no history to wait for. */
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
