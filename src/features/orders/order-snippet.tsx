// The price around an order as a small picture, with marks where it was filled.
import { useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { type Mark, snippetOf, stretchOf } from './price-snippet.ts';
import styles from './orders.module.css';

/** As many candles as a call gives: the stretch has fewer. */
const LIMIT = 300;

export interface OrderSnippetProps {
  coinInfoId: number;
  pair: string;
  /** Life of the order, in ms. */
  beganMs: number;
  endedMs: number;
  marks: readonly Mark[];
}

export function OrderSnippet({ coinInfoId, pair, beganMs, endedMs, marks }: OrderSnippetProps) {
  const { t } = useTranslation();
  const stretch = useMemo(() => stretchOf(beganMs, endedMs), [beganMs, endedMs]);
  const asked = useQuery('/coin/candles', {
    coinInfoId,
    period: stretch.period,
    limit: LIMIT,
    startTime: Math.floor(stretch.fromMs / 1000),
  });
  const shown = useMemo(
    () => (asked.answer ? snippetOf(asked.answer.list, stretch, marks) : null),
    [asked.answer, stretch, marks],
  );
  const decimals = instrumentById(coinInfoId)?.price.decimals ?? 2;
  const text = (price: number): string => separate(price.toFixed(decimals));
  // Without candles there is nothing to see: the facts below say what is known.
  if (asked.failure !== null || (asked.answer && !shown)) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('order.snippet')}</h2>
      <div
        className={styles.snippet}
        data-testid="order-snippet"
        role="img"
        aria-busy={shown ? undefined : true}
        aria-label={
          shown
            ? t('order.snippetText', { pair, low: text(shown.low), high: text(shown.high), marks: shown.marks.length })
            : t('app.loading')
        }
      >
        {shown && (
          <>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <path
                d={shown.path}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.6"
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            {shown.marks.map(({ x, y, tone }, at) => (
              <i key={at} data-tone={tone} style={{ left: `${x}%`, top: `${y}%` }}>
                {tone === 'up' ? '▲' : '▼'}
              </i>
            ))}
            <span>{text(shown.high)}</span>
            <span>{text(shown.low)}</span>
          </>
        )}
      </div>
    </section>
  );
}
