// What my settled orders came to, with the share of wins beside the share that was needed.
import { useEffect, useMemo, useState } from 'react';
import { FailedCard } from '../../../components/common/async-states.tsx';
import { useTranslation } from '../../../locales/use-translation.ts';
import { secondsChanges, settledSeconds } from '../../../stores/account/binary-option-orders.ts';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { shareText, signedText, toneOf } from '../seconds-text.ts';
import styles from './record.module.css';
import { type Totals, totalsOf } from './totals.ts';

interface Known {
  coinInfoId: number | undefined;
  totals: Totals;
  /** Orders reckoned; `whole` false: there are older ones. */
  count: number;
  whole: boolean;
}

export function TotalsCard({ coinInfoId }: { coinInfoId: number | undefined }) {
  const { t } = useTranslation();
  const changes = useSignalValue(secondsChanges);
  const [known, setKnown] = useState<Known | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const look = useMemo(() => ({ coinInfoId, changes, tries }), [coinInfoId, changes, tries]);
  useEffect(() => {
    let off = false;
    settledSeconds({ coinInfoId: look.coinInfoId })
      .then(({ list, whole }) => {
        if (off) return;
        setFailure(null);
        setKnown({ coinInfoId: look.coinInfoId, totals: totalsOf(list), count: list.length, whole });
      })
      .catch((cause: unknown) => {
        if (!off) setFailure(cause);
      });
    return () => {
      off = true;
    };
  }, [look]);
  if (failure !== null) return <FailedCard failure={failure} onRetry={() => setTries(tries + 1)} />;
  if (known === null || known.coinInfoId !== coinInfoId || known.count === 0) return null;
  const { totals, whole, count } = known;
  const { netUnits, hitRate, breakEven } = totals;
  return (
    <section className={styles.totals} aria-label={t('seconds.totals')} data-testid="totals">
      <dl className={styles.sums}>
        <div>
          <dt>{t('seconds.won')}</dt>
          <dd className="num" data-tone={toneOf(totals.wonUnits)}>
            {signedText(totals.wonUnits)}
          </dd>
        </div>
        <div>
          <dt>{t('seconds.lost')}</dt>
          <dd className="num" data-tone={toneOf(-totals.lostUnits)}>
            {signedText(-totals.lostUnits)}
          </dd>
        </div>
        <div>
          <dt>{t('seconds.net')}</dt>
          <dd className="num" data-tone={toneOf(netUnits)}>
            {signedText(netUnits)}
          </dd>
        </div>
      </dl>
      <div className={styles.rates} aria-hidden="true">
        <span
          className={styles.hit}
          style={{ inlineSize: shareText(Number.isNaN(hitRate) ? 0 : hitRate, 2) }}
          data-under={hitRate < breakEven ? '' : undefined}
        />
        {!Number.isNaN(breakEven) && (
          <span className={styles.even} style={{ insetInlineStart: shareText(breakEven, 2) }} />
        )}
      </div>
      <p className={styles.hint}>
        {t('seconds.hitRate', { hit: shareText(hitRate, 1), needed: shareText(breakEven, 1) })}
      </p>
      <p className={styles.hint}>
        {t('seconds.counts', { wins: totals.wins, losses: totals.losses, back: totals.draws + totals.voids })}
        {!whole && ` ${t('seconds.newest', { count })}`}
      </p>
    </section>
  );
}
