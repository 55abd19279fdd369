// Equity curve and profit calendar of the last days.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { HIDDEN } from '../../components/account/total-worth.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { moneyText, rateText, signedMoney } from '../../stores/market/number-format.ts';
import { amountsHidden } from '../../stores/ui/privacy.ts';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type Day, totalProfit, curvePath, dayLabel, shortMoney, toneOf } from './equity-days.ts';
import { Disclosure } from '../../ui/fields/disclosure.tsx';
import styles from './equity.module.css';

const RANGES = ['7d', '30d', 'all'] as const;
type Range = (typeof RANGES)[number];
const WIDTH = 320;
const HEIGHT = 72;

export function EquityCard() {
  const { t } = useTranslation();
  const [range, setRange] = useState<Range>('30d');
  const query = useQuery('/user/profit', { range });
  return (
    <section className={styles.card} data-testid="equity">
      <h2 className={styles.title}>{t('equity.title')}</h2>
      <Segmented
        label={t('equity.range')}
        value={range}
        onChange={setRange}
        choices={RANGES.map((key) => ({ key, label: t(`equity.range.${key}`) }))}
      />
      <QueryBlock query={query} rows={2}>
        {(answer) => <EquityCurve answer={answer} />}
      </QueryBlock>
    </section>
  );
}

function EquityCurve({ answer: { profitToday, profitRate, series } }: { answer: AnswerOf<'/user/profit'> }) {
  const { t } = useTranslation();
  const hidden = useSignalValue(amountsHidden);
  const days: Day[] = series.map(([at, equity, profit]) => ({ at, equity, profit }));
  const path = curvePath(days, WIDTH, HEIGHT - 8);
  const money = (text: string): string => (hidden ? HIDDEN : signedMoney(text));
  const total = totalProfit(days);
  const tone = toneOf(total);
  return (
    <>
      <dl className={styles.sums}>
        <div>
          <dt>{t('equity.today')}</dt>
          <dd className="num" data-tone={toneOf(profitToday)}>
            {money(profitToday)}
          </dd>
        </div>
        <div>
          <dt>{t('equity.total')}</dt>
          <dd className="num" data-tone={tone}>
            {money(total)} <small>({rateText(Number(profitRate))})</small>
          </dd>
        </div>
      </dl>
      {path === '' ? (
        <p className={styles.hint}>{t('equity.young')}</p>
      ) : (
        <svg
          className={styles.curve}
          viewBox={`0 -4 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={
            hidden
              ? t('equity.title')
              : t('equity.curve', { from: moneyText(days[0]!.equity), to: moneyText(days.at(-1)!.equity) })
          }
          data-tone={tone ?? 'up'}
        >
          <path d={`${path}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className={styles.area} />
          <path d={path} className={styles.line} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      {path !== '' && !hidden && (
        <p className={`num ${styles.ends}`}>
          {[days[0]!, days.at(-1)!].map(({ at, equity }) => (
            <span key={at}>
              {dayLabel(at)} · {moneyText(equity)}
            </span>
          ))}
        </p>
      )}
      {!hidden && <ProfitCalendar days={days} />}
    </>
  );
}

/** One cell a day. The sign repeats the colour, for colour-blind users. */
function ProfitCalendar({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation();
  const shown = days.slice(-CALENDAR_DAYS);
  if (shown.length < 2) return null;
  return (
    <Disclosure summary={t('equity.calendar')} className={styles.calendar}>
      <ol className={styles.days}>
        {shown.map(({ at, profit }) => (
          <li key={at} data-tone={toneOf(profit)}>
            <time className="num" dateTime={new Date(at).toISOString()}>
              {dayLabel(at)}
            </time>
            <b className="num">{shortMoney(profit)}</b>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** Days in the calendar: five weeks. */
const CALENDAR_DAYS = 35;
