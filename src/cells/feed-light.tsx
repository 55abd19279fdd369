// The feed's light: green with its latency, amber with the age of what is shown; and zones that go grey with it.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { LINK } from '../../contract/thread.ts';
import { link } from '../state/link.ts';
import { LiveText } from '../ui/live-text.tsx';
import { useLive } from '../ui/use-live.ts';
import styles from './cells.module.css';

function showFreshness(element: Element): void {
  element.setAttribute('data-fresh', link.fresh.value);
}

/** Says how the feed is, in a dot and a word. */
export function FeedLight() {
  const { t } = useTranslation();
  const words = useMemo<ReadonlySignal<string>>(() => computed(() => {
    if (link.fresh.value === 'live') return Number.isNaN(link.latencyMs.value) ? t('link.live') : t('link.latency', { ms: link.latencyMs.value });
    if (link.ageSeconds.value > 0) return t('link.stale', { seconds: link.ageSeconds.value });
    return link.state.value === LINK.closed ? t('link.closed') : t('link.connecting');
  }), [t]);
  const dot = useLive<HTMLSpanElement>(showFreshness);
  return <span ref={dot} className={styles.light} data-testid="feed-light"><LiveText text={words} ltr={false} /></span>;
}

/** What stands in it is greyed while the feed is not live, and hatched when it is old. */
export function FreshZone({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const zone = useLive<HTMLDivElement>(showFreshness);
  return <div ref={zone} className={`${styles.zone} ${className ?? ''}`}>{children}</div>;
}
