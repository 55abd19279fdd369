// Remaining time of a running order as a ring, and its phase as text.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import { LiveText } from '../../../ui/live-text.tsx';
import { useSignalEffect } from '../../../ui/use-signal-effect.ts';
import { type TimedOrder, countdownAt } from './countdown.ts';
import styles from '../seconds.module.css';

export interface CountdownProps {
  order: TimedOrder;
  /** Server time, ms. */
  clock: ReadonlySignal<number>;
}

/** Radius in a view box of 48. */
const RADIUS = 21;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

export function CountdownRing({ order, clock }: CountdownProps) {
  const { t } = useTranslation();
  const left = useMemo(() => computed(() => String(countdownAt(order, clock.value).leftS)), [order, clock]);
  const ring = useSignalEffect<SVGCircleElement>(
    useCallback(
      (circle: Element) => {
        circle.setAttribute('stroke-dashoffset', String(CIRCUMFERENCE * (1 - countdownAt(order, clock.value).share)));
      },
      [order, clock],
    ),
  );
  return (
    <span className={styles.ring} role="timer" aria-label={t('seconds.left')} data-testid="countdown">
      <svg width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
        <circle className={styles.track} cx="24" cy="24" r={RADIUS} />
        <circle
          ref={ring}
          className={styles.arc}
          cx="24"
          cy="24"
          r={RADIUS}
          strokeDasharray={CIRCUMFERENCE}
          transform="rotate(-90 24 24)"
        />
      </svg>
      <LiveText text={left} className={styles.left} />
    </span>
  );
}

/** The phase of a running order as live text. */
export function PhaseText({ order, clock }: CountdownProps) {
  const { t } = useTranslation();
  return (
    <LiveText
      text={useMemo(() => phaseText(order, clock, t), [order, clock, t])}
      ltr={false}
      className={styles.phase}
    />
  );
}

function phaseText(order: TimedOrder, clock: ReadonlySignal<number>, t: Translate): ReadonlySignal<string> {
  return computed(() => t(`seconds.phase.${countdownAt(order, clock.value).phase}`));
}
