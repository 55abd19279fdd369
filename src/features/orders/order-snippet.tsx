// A small price line around an order, with marks at its fills.
import { useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { cutText } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { type SnippetMark, priceSnippet, snippetRange } from './price-snippet.ts';
import styles from './orders.module.css';

/** Candles per call; the range has fewer. */
const CANDLE_LIMIT = 300;

export interface OrderSnippetProps {
  coinInfoId: number;
  pair: string;
  /** Start and end of the order, in ms. */
  beganMs: number;
  endedMs: number;
  marks: readonly SnippetMark[];
}

export function OrderSnippet({ coinInfoId, pair, beganMs, endedMs, marks }: OrderSnippetProps) {
  const { t } = useTranslation();
  const range = useMemo(() => snippetRange(beganMs, endedMs), [beganMs, endedMs]);
  const query = useQuery('/coin/candles', {
    coinInfoId,
    period: range.period,
    limit: CANDLE_LIMIT,
    startTime: Math.floor(range.fromMs / 1000),
  });
  const shown = useMemo(
    () => (query.answer ? priceSnippet(query.answer.list, range, marks) : null),
    [query.answer, range, marks],
  );
  const decimals = instrumentById(coinInfoId)?.price.decimals ?? 2;
  const text = (price: number): string => cutText(price.toFixed(decimals), decimals);
  // Without candles nothing is rendered; the fields below are complete.
  if (query.failure !== null || (query.answer && !shown)) return null;
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
                {tone === 'up' ? '↑' : '↓'}
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
