// Equity curve and profit calendar of the last days.
import { useMemo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { type PlotTone, TimePlot } from '../../components/plot/time-plot.tsx';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { Fact } from '../../ui/fact.tsx';
import { toneOf } from '../../ui/tone.ts';
import { HIDDEN } from '../../components/account/total-worth.tsx';
import { clockText } from '../../lib/date-format.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { userInfo } from '../../stores/account/session.ts';
import { serverNow } from '../../stores/market/connection.ts';
import { bigText, moneyText, signedMoney, signedPercentText } from '../../stores/market/number-format.ts';
import { amountsHidden } from '../../stores/ui/privacy.ts';
import { Segmented } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { Disclosure } from '../../ui/fields/disclosure.tsx';
import { type Day, totalProfit, dayLabel, equityOverTime, shortMoney } from './equity-days.ts';
import styles from './equity.module.css';

const RANGES = ['7d', '30d', 'all'] as const;
type Range = (typeof RANGES)[number];

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
      <QueryBlock query={query} rows={4}>
        {(answer) => <EquityCurve answer={answer} />}
      </QueryBlock>
    </section>
  );
}

/** Of an account that is younger the axis of time has seconds: its labels would be equal minutes. */
const SECONDS_SHOWN_MS = 180_000;

type Answer = AnswerOf<'/user/profit'>;
const dayOf = ([at, equity, profit]: Answer['series'][number]): Day => ({ at, equity, profit });

function EquityCurve({ answer }: { answer: Answer }) {
  const { t } = useTranslation();
  const { profitToday, profitRate } = answer;
  const hidden = useSignalValue(amountsHidden);
  const days = answer.series.map(dayOf);
  const money = (text: string): string => (hidden ? HIDDEN : signedMoney(text));
  const total = totalProfit(days);
  const tone = toneOf(total);
  // An answer is a new one with every load; the plot ends when it came.
  const { times, seconds, line } = useMemo(() => {
    const loaded = answer.series.map(dayOf);
    const over = equityOverTime(loaded, serverNow(), Number(userInfo.peek()?.user['createTime']) || 0);
    const shade: PlotTone = Number(totalProfit(loaded)) < 0 ? 'down' : 'up';
    const spanMs = over.times.at(-1)! - over.times[0]!;
    return {
      times: over.times,
      seconds: spanMs < SECONDS_SHOWN_MS,
      line: [{ label: t('equity.equity'), values: over.values, tone: shade }],
    };
  }, [answer, t]);
  return (
    <>
      <dl className={styles.sums}>
        <Fact label={t('equity.today')} className="num" data-tone={toneOf(profitToday)}>
          {money(profitToday)}
        </Fact>
        <Fact label={t('equity.total')} className="num" data-tone={tone}>
          {money(total)} <small>({signedPercentText(profitRate)})</small>
        </Fact>
      </dl>
      <TimePlot
        label={t('equity.equity')}
        times={times}
        series={line}
        kind="line"
        format={(value) => (hidden ? HIDDEN : moneyText(value.toFixed(2)))}
        formatTick={(value) => (hidden ? '' : Math.abs(value) < 1e5 ? moneyText(value.toFixed(2)) : bigText(value))}
        formatTime={(ms) => (days.length < 2 ? clockText(ms).slice(0, seconds ? 8 : 5) : dayLabel(ms))}
        texts={{ time: t('plot.time'), table: t('plot.table') }}
      />
      <ProfitCalendar days={days} hidden={hidden} />
    </>
  );
}

/**
 * One cell a day, and always there: nothing below it moves when the second day begins or the amounts are hidden. The
 * sign repeats the colour, for colour-blind users.
 */
function ProfitCalendar({ days, hidden }: { days: readonly Day[]; hidden: boolean }) {
  const { t } = useTranslation();
  return (
    <Disclosure summary={t('equity.calendar')} className={styles.calendar}>
      <ol className={styles.days}>
        {days.slice(-CALENDAR_DAYS).map(({ at, profit }) => (
          <li key={at} data-tone={hidden ? undefined : toneOf(profit)}>
            <time className="num" dateTime={new Date(at).toISOString()}>
              {dayLabel(at)}
            </time>
            <b className="num">{hidden ? HIDDEN : shortMoney(profit)}</b>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

/** Days in the calendar: five weeks. */
const CALENDAR_DAYS = 35;
