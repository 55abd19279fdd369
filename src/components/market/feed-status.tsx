// The shield of a pane: whether what it shows is verified, with the latency or the age; and zones that go grey and
// hatched with it.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { link } from '../../stores/market/connection.ts';
import { type ViewFreshness, tickersPane } from '../../stores/market/view-freshness.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import styles from './market-cells.module.css';

function shieldText(pane: ViewFreshness, t: Translate): string {
  const seconds = pane.ageSeconds.value;
  switch (pane.shield.value) {
    case 'verified':
      return Number.isNaN(link.latencyMs.value) ? t('link.live') : t('link.latency', { ms: link.latencyMs.value });
    case 'repairing':
      return seconds > 0 ? t('link.stale', { seconds }) : t('link.repairing');
    case 'offline':
      return t('link.closed');
    default:
      return seconds > 0
        ? t('link.stale', { seconds })
        : link.state.value === LINK.closed
          ? t('link.closed')
          : t('link.connecting');
  }
}

export interface FeedStatusProps {
  /** The prices of all markets where none is named. */
  pane?: ViewFreshness | undefined;
  /** The sign alone, in a pane whose zone says how old it is. */
  quiet?: boolean | undefined;
}

/** Says how a pane is, in a shield and a word. */
export function FeedStatus({ pane = tickersPane, quiet = false }: FeedStatusProps) {
  const { t } = useTranslation();
  const words = useMemo<ReadonlySignal<string>>(
    () => computed(() => (quiet ? '' : shieldText(pane, t))),
    [pane, quiet, t],
  );
  const shield = useSignalEffect<HTMLSpanElement>(
    useCallback(
      (element) => {
        element.setAttribute('data-shield', pane.shield.value);
        if (quiet)
          element.setAttribute(
            'aria-label',
            pane.shield.value === 'verified' ? t('link.verified') : shieldText(pane, t),
          );
      },
      [pane, quiet, t],
    ),
  );
  return (
    <span
      ref={shield}
      className={styles.light}
      data-testid={quiet ? 'pane-shield' : 'feed-light'}
      {...(quiet && { role: 'img' })}
    >
      <LiveText text={words} ltr={false} />
    </span>
  );
}

export interface FreshZoneProps {
  children: ReactNode;
  className?: string | undefined;
  /** The prices of all markets where none is named. */
  pane?: ViewFreshness | undefined;
}

/** What stands in it is greyed while its pane is not live, and hatched with its age when it is old. */
export function FreshZone({ children, className, pane = tickersPane }: FreshZoneProps) {
  const { t } = useTranslation();
  const zone = useSignalEffect<HTMLDivElement>(
    useCallback(
      (element) => {
        const seconds = pane.ageSeconds.value;
        element.setAttribute('data-fresh', pane.fresh.value);
        element.setAttribute('data-age', seconds > 0 ? t('link.stale', { seconds }) : '');
      },
      [pane, t],
    ),
  );
  return (
    <div ref={zone} className={`${styles.zone} ${className ?? ''}`}>
      {children}
    </div>
  );
}
