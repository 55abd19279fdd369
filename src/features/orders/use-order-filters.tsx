// Filters of a list of orders: market and time range.
import { useMemo, useState } from 'react';
import { dayStart } from '../../lib/local-moment.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { serverNow } from '../../stores/market/connection.ts';
import { markets } from '../../stores/market/instruments.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './orders.module.css';

/** Days back; 0: no limit. */
const RANGES = { all: 0, day1: 1, day7: 7, day30: 30, day90: 90 } as const;
type Range = keyof typeof RANGES;
const NAMES = Object.keys(RANGES) as Range[];

export interface OrderFilter {
  coinInfoId?: number;
  /** In ms, at the start of a day, so that the query key stays equal for a day. */
  startTime?: number;
}

export interface OrderFilters {
  filter: OrderFilter;
  market: string;
  range: Range;
  setMarket: (id: string) => void;
  setRange: (range: Range) => void;
}

export function useOrderFilters(): OrderFilters {
  const [market, setMarket] = useState('all');
  const [range, setRange] = useState<Range>('all');
  const filter = useMemo<OrderFilter>(
    () => ({
      ...(market !== 'all' && { coinInfoId: Number(market) }),
      ...(RANGES[range] > 0 && { startTime: dayStart(serverNow(), RANGES[range]) }),
    }),
    [market, range],
  );
  return { filter, market, range, setMarket, setRange };
}

/** `dated`: show the time filter; open orders have none. */
export function OrderFilterFields({ filters, dated }: { filters: OrderFilters; dated: boolean }) {
  const { t } = useTranslation();
  const all = useSignalValue(markets);
  const choices = [
    { key: 'all', label: t('order.allMarkets') },
    ...all.map(({ info }) => ({ key: String(info.id), label: info.pair })),
  ];
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('order.market')}
        value={filters.market}
        onValue={filters.setMarket}
        choices={choices}
        testId="order-market"
      />
      {dated && (
        <SelectField
          label={t('order.range')}
          value={filters.range}
          onValue={filters.setRange}
          choices={NAMES.map((key) => ({ key, label: t(`order.range.${key}`) }))}
          testId="order-range"
        />
      )}
    </div>
  );
}
