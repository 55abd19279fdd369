// Totals of settled orders, with the hit rate beside the break-even rate.
import { useEffect, useMemo, useState } from 'react';
import { TimePlot } from '../../../components/plot/time-plot.tsx';
import { FailedCard } from '../../../components/common/async-states.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { toneOf } from '../../../ui/tone.ts';
import { dateTimeText } from '../../../lib/date-format.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { secondsChanges, settledSeconds } from '../../../stores/account/binary-option-orders.ts';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { percentText, signedMoney } from '../../../stores/market/number-format.ts';
import styles from './record.module.css';
import { type Totals, netOverTime, secondsTotals } from './totals.ts';

interface LoadedTotals {
  coinInfoId: number | undefined;
  totals: Totals;
  net: ReturnType<typeof netOverTime>;
  /** Number of orders in the totals; `whole` false: there are older ones. */
  count: number;
  whole: boolean;
}

/** Totals of the settled orders of a market or (undefined) of all; `loaded` may still be those of another market. */
function useTotals(coinInfoId: number | undefined) {
  const changes = useSignalValue(secondsChanges);
  const [loaded, setLoaded] = useState<LoadedTotals | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempts, setAttempts] = useState(0);
  const request = useMemo(() => ({ coinInfoId, changes, tries: attempts }), [coinInfoId, changes, attempts]);
  useEffect(() => {
    let cancelled = false;
    settledSeconds({ coinInfoId: request.coinInfoId })
      .then(({ list, whole }) => {
        if (cancelled) return;
        setFailure(null);
        setLoaded({
          coinInfoId: request.coinInfoId,
          totals: secondsTotals(list),
          net: netOverTime(list),
          count: list.length,
          whole,
        });
      })
      .catch((cause: unknown) => {
        if (!cancelled) setFailure(cause);
      });
    return () => {
      cancelled = true;
    };
  }, [request]);
  return { loaded, failure, retry: () => setAttempts(attempts + 1) };
}

export function TotalsCard({ coinInfoId }: { coinInfoId: number | undefined }) {
  const { t } = useTranslation();
  const { loaded, failure, retry } = useTotals(coinInfoId);
  if (failure !== null) return <FailedCard failure={failure} onRetry={retry} />;
  if (loaded === null || loaded.coinInfoId !== coinInfoId || loaded.count === 0) return null;
  const { totals, whole, count } = loaded;
  const { netUnits, hitRate, breakEven } = totals;
  return (
    <section className="card" aria-label={t('seconds.totals')} data-testid="totals">
      <dl className={styles.sums}>
        <Fact label={t('seconds.won')} className="num" data-tone={toneOf(totals.wonUnits)}>
          {signedMoney(totals.wonUnits)}
        </Fact>
        <Fact label={t('seconds.lost')} className="num" data-tone={toneOf(-totals.lostUnits)}>
          {signedMoney(-totals.lostUnits)}
        </Fact>
        <Fact label={t('seconds.net')} className="num" data-tone={toneOf(netUnits)}>
          {signedMoney(netUnits)}
        </Fact>
      </dl>
      <div className={styles.rates} aria-hidden="true">
        <span
          className={styles.hitRate}
          style={{ inlineSize: `${100 * (hitRate || 0)}%` }}
          data-under={hitRate < breakEven ? '' : undefined}
        />
        {!Number.isNaN(breakEven) && (
          <span className={styles.breakEven} style={{ insetInlineStart: `${100 * breakEven}%` }} />
        )}
      </div>
      <p className="hint">
        {t('seconds.hitRate', { hit: percentText(hitRate, 1), needed: percentText(breakEven, 1) })}
      </p>
      <p className="hint">
        {t('seconds.counts', { wins: totals.wins, losses: totals.losses, back: totals.draws + totals.voids })}
        {!whole && ` ${t('seconds.newest', { count })}`}
      </p>
      <NetPlot net={loaded.net} tone={netUnits < 0n ? 'down' : 'up'} />
    </section>
  );
}

/** The result of all orders so far, after each of them: orders of a short period settle in the same second. */
function NetPlot({ net: { times, nets }, tone }: { net: LoadedTotals['net']; tone: 'up' | 'down' }) {
  const { t } = useTranslation();
  const counts = useMemo(() => nets.map((_, count) => count), [nets]);
  const series = useMemo(() => [{ label: t('seconds.net'), values: nets, tone }], [nets, tone, t]);
  return (
    <TimePlot
      label={t('seconds.netOverTime')}
      times={counts}
      counted
      series={series}
      kind="line"
      zero
      format={(value) => signedMoney(value.toFixed(2))}
      formatTime={(count) => (count === 0 ? '0' : `${count} · ${dateTimeText(times[count - 1]!).slice(5, 16)}`)}
      formatTimeTick={String}
      texts={{ time: t('plot.time'), table: t('plot.table') }}
    />
  );
}
