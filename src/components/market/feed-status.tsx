// Status of a view: a shield icon with latency or age, and zones for its data.
// Zones turn grey and hatched when their data is old.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { IN_REPLAY } from '../../lib/replay-address.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { connection } from '../../stores/market/connection.ts';
import { type ViewFreshness, tickersFreshness } from '../../stores/market/view-freshness.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import styles from './market-cells.module.css';

function shieldText(freshness: ViewFreshness, t: Translate): string {
  const seconds = freshness.ageSeconds.value;
  switch (freshness.shield.value) {
    case 'verified':
      return Number.isNaN(connection.latencyMs.value)
        ? t('link.live')
        : t('link.latency', { ms: connection.latencyMs.value });
    case 'repairing':
      return seconds > 0 ? t('link.stale', { seconds }) : t('link.repairing');
    case 'offline':
      return t('link.closed');
    default:
      return seconds > 0
        ? t('link.stale', { seconds })
        : connection.state.value === LINK.closed
          ? t('link.closed')
          : t('link.connecting');
  }
}

export interface FeedStatusProps {
  /** @defaultValue the tickers of all markets */
  freshness?: ViewFreshness | undefined;
  /** The icon alone, where the zone already shows the age. */
  quiet?: boolean | undefined;
}

/** Status of a view as an icon and a short text; none in a replay, where nothing is live. */
export function FeedStatus(props: FeedStatusProps) {
  return IN_REPLAY ? null : <LiveStatus {...props} />;
}

function LiveStatus({ freshness = tickersFreshness, quiet = false }: FeedStatusProps) {
  const { t } = useTranslation();
  const words = useMemo<ReadonlySignal<string>>(
    () => computed(() => (quiet ? '' : shieldText(freshness, t))),
    [freshness, quiet, t],
  );
  const shield = useSignalEffect<HTMLSpanElement>(
    useCallback(
      (element) => {
        element.setAttribute('data-shield', freshness.shield.value);
        if (quiet)
          element.setAttribute(
            'aria-label',
            freshness.shield.value === 'verified' ? t('link.verified') : shieldText(freshness, t),
          );
      },
      [freshness, quiet, t],
    ),
  );
  return (
    <span
      ref={shield}
      className={styles.light}
      data-testid={quiet ? 'pane-shield' : 'feed-light'}
      {...(quiet && { role: 'img' })}
    >
      <span className={styles.words} data-widest={quiet ? undefined : t('link.connecting')}>
        <LiveText text={words} ltr={false} />
      </span>
    </span>
  );
}

export interface FreshZoneProps {
  children: ReactNode;
  className?: string | undefined;
  /** @defaultValue the tickers of all markets */
  freshness?: ViewFreshness | undefined;
}

/** Its content is greyed while its view is not live, and hatched with the age when it is old. */
export function FreshZone({ children, className, freshness = tickersFreshness }: FreshZoneProps) {
  const { t } = useTranslation();
  const zone = useSignalEffect<HTMLDivElement>(
    useCallback(
      (element) => {
        const seconds = freshness.ageSeconds.value;
        element.setAttribute('data-fresh', freshness.fresh.value);
        element.setAttribute('data-age', seconds > 0 ? t('link.stale', { seconds }) : '');
      },
      [freshness, t],
    ),
  );
  return (
    <div ref={zone} className={`${styles.zone} ${className ?? ''}`}>
      {children}
    </div>
  );
}
