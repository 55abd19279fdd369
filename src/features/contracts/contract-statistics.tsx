// Funding and open interest of a market with contracts, read when the block is opened.
import { useMemo } from 'react';
import { MONEY_DECIMALS } from '../../../core/units/units.ts';
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { TimePlot } from '../../components/plot/time-plot.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { coinText } from '../../stores/market/figures.ts';
import { bigText, percentText } from '../../stores/market/number-format.ts';
import own from './contracts.module.css';

interface StatisticsProps {
  coinInfoId: number;
  /** The coin that contracts are counted in. */
  symbol: string;
}

type Statistics = AnswerOf<'/coin/contract/statistics'>;

/** Decimals of a funding rate in percent. */
const RATE_DECIMALS = 4;

export function ContractStatistics({ coinInfoId, symbol }: StatisticsProps) {
  const query = useQuery('/coin/contract/statistics', { coinInfoId });
  return (
    <QueryBlock query={query} rows={3}>
      {(statistics) => (
        <div className={own.statistics}>
          <Funding funding={statistics.funding} />
          <OpenInterest interest={statistics.openInterest} coinInfoId={coinInfoId} symbol={symbol} />
        </div>
      )}
    </QueryBlock>
  );
}

function Funding({ funding: { enable, rate, nextTime, list } }: { funding: Statistics['funding'] }) {
  const { t } = useTranslation();
  const times = useMemo(() => list.map(([time]) => time), [list]);
  const series = useMemo(
    () => [{ label: t('contracts.fundingRate'), values: list.map(([, paid]) => Number(paid)), tone: 'up' as const }],
    [list, t],
  );
  if (enable === 0) return <p className="hint">{t('contracts.fundingNone')}</p>;
  return (
    <div>
      <dl className={own.statisticsFigures}>
        <dt>{t('contracts.fundingRate')}</dt>
        <dd className="num">{percentText(rate, RATE_DECIMALS)}</dd>
        <dt>{t('contracts.fundingNext')}</dt>
        <dd className="num">{nextTime > 0 ? dateTimeText(nextTime).slice(5, 16) : '--'}</dd>
      </dl>
      <TimePlot
        label={t('contracts.fundingRate')}
        times={times}
        series={series}
        kind="bars"
        format={(value) => percentText(value, RATE_DECIMALS)}
        formatTime={(ms) => dateTimeText(ms).slice(5, 16)}
        texts={{ time: t('plot.time'), table: t('plot.table') }}
        empty={t('contracts.fundingEmpty')}
      />
    </div>
  );
}

function OpenInterest({
  interest: { list, long, short },
  coinInfoId,
  symbol,
}: StatisticsProps & { interest: Statistics['openInterest'] }) {
  const { t } = useTranslation();
  const times = useMemo(() => list.map(([time]) => time), [list]);
  const series = useMemo(
    () => [
      { label: t('contracts.long'), values: list.map(([, amount]) => Number(amount)), tone: 'up' as const },
      { label: t('contracts.short'), values: list.map(([, , amount]) => Number(amount)), tone: 'down' as const },
    ],
    [list, t],
  );
  return (
    <div>
      <dl className={own.statisticsFigures}>
        <dt>{t('contracts.long')}</dt>
        <dd className="num">{`${coinText(long, coinInfoId)} ${symbol}`}</dd>
        <dt>{t('contracts.short')}</dt>
        <dd className="num">{`${coinText(short, coinInfoId)} ${symbol}`}</dd>
      </dl>
      <TimePlot
        label={t('contracts.openInterest')}
        times={times}
        series={series}
        kind="line"
        zero
        format={(value) => coinText(value.toFixed(MONEY_DECIMALS), coinInfoId)}
        formatTick={bigText}
        formatTime={(ms) => dateTimeText(ms).slice(11, 16)}
        texts={{ time: t('plot.time'), table: t('plot.table') }}
      />
      <p className="hint">{t('contracts.openInterestNote')}</p>
    </div>
  );
}
