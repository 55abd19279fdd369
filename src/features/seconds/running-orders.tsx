// The user's running orders: remaining time, strike price, current result and possible return.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import { memo, useMemo } from 'react';
import { resultOf } from '../../../core/risk/binary-option.ts';
import { LINK } from '../../../core/worker-protocol/worker-protocol.ts';
import { useView } from '../../api/view-subscription.ts';
import type { SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import { parseMoney } from '../../../core/units/units.ts';
import { FailedCard } from '../../components/common/async-states.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { connection } from '../../stores/market/connection.ts';
import { newestTick } from '../../stores/market/index-ticks.ts';
import { loadSeconds, runningSeconds, secondsState } from '../../stores/account/binary-option-orders.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { priceText } from '../../stores/market/figures.ts';
import { moneyText } from '../../stores/market/number-format.ts';
import { useServerClock } from './server-clock.ts';
import { pauseAt } from './use-order-context.ts';
import { CountdownRing, PhaseText } from './chart/countdown-ring.tsx';
import { periodText } from './seconds-text.ts';
import styles from './seconds.module.css';

export interface RunningOrdersProps {
  /** Id of the order that is drawn in the chart. */
  shown: number | undefined;
  onShow: (order: SecondsOrder) => void;
}

export function RunningOrders({ shown, onShow }: RunningOrdersProps) {
  const { t } = useTranslation();
  const list = useSignalValue(runningSeconds);
  const state = useSignalValue(secondsState);
  const clock = useServerClock();
  if (state === 'failed') return <FailedCard failure={null} onRetry={() => void loadSeconds()} />;
  if (list.length === 0) return null;
  return (
    <section className={styles.running} aria-label={t('seconds.running')}>
      <h2 className={styles.heading}>{t('seconds.running')}</h2>
      <ul>
        {list.map((order) => (
          <RunningCard key={order.id} order={order} clock={clock} shown={order.id === shown} onShow={onShow} />
        ))}
      </ul>
    </section>
  );
}

interface RunningCardProps {
  order: SecondsOrder;
  clock: ReadonlySignal<number>;
  shown: boolean;
  onShow: (order: SecondsOrder) => void;
}

const RunningCard = memo(function RunningCard({ order, clock, shown, onShow }: RunningCardProps) {
  const { t } = useTranslation();
  // Its market need not be the one that the page shows.
  useView({ kind: 'channel', channel: 'qtTicks', coinInfoId: order.coinInfoId });
  const projected = useMemo(() => projectedResult(order, clock), [order, clock]);
  const words = useMemo(
    () =>
      computed(() => {
        const result = projected.value;
        return result === null ? '' : t(`seconds.now.${result}`);
      }),
    [projected, t],
  );
  const tone = useMemo(
    () => computed(() => (projected.value === 'win' ? 1 : projected.value === 'lose' ? -1 : 0)),
    [projected],
  );
  return (
    <li>
      <button
        type="button"
        className={styles.runningCard}
        aria-pressed={shown}
        onClick={() => onShow(order)}
        data-testid="running"
      >
        <CountdownRing order={order} clock={clock} />
        <span className={styles.lines}>
          <span>
            <b className="num">{order.symbol}</b> ·{' '}
            <span data-tone={order.direction}>
              {order.direction === 'up' ? '↑' : '↓'} {t(`seconds.${order.direction}`)}
            </span>{' '}
            · {periodText(order.period, t)}
          </span>
          <small>
            {order.strikePrice === ''
              ? t('seconds.noStrike')
              : t('seconds.strikeAt', { price: priceText(order.strikePrice, order.coinInfoId) })}
          </small>
          <small>
            <PhaseText order={order} clock={clock} />
          </small>
        </span>
        <span className={styles.outcome}>
          <LiveText text={words} tone={tone} ltr={false} />
          <small className="num">
            {moneyText(order.amount)} → {moneyText(order.expectedReturn)}
          </small>
        </span>
      </button>
    </li>
  );
});

/** The result at the newest index price; null before the strike price, and while the index is not live. */
function projectedResult(
  { coinInfoId, direction, strikePrice }: SecondsOrder,
  clock: ReadonlySignal<number>,
): ReadonlySignal<'win' | 'lose' | 'draw' | null> {
  const newest = newestTick(coinInfoId);
  const strike = parseMoney(strikePrice);
  return computed(() => {
    const tick = newest.value;
    const pause = pauseAt(connection.state.value === LINK.open, tick?.ts ?? null, clock.value);
    const price = parseMoney(tick?.price ?? '');
    return strike === null || price === null || pause !== null ? null : resultOf(direction, strike, price);
  });
}
