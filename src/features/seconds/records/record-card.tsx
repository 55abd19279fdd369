// One order with all its fields.
import type { ReadonlySignal } from '@preact/signals-react';
import { memo } from 'react';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { parseMoney } from '../../../../core/units/units.ts';
import { dateTimeText } from '../../../lib/date-format.ts';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import { Fact } from '../../../ui/fact.tsx';
import { toneOf } from '../../../ui/tone.ts';
import { Button } from '../../../ui/button.tsx';
import { CountdownRing, PhaseText } from '../chart/countdown-ring.tsx';
import styles from './record.module.css';
import { voidText } from '../result-sheet.tsx';
import { priceText } from '../../../stores/market/figures.ts';
import { UNKNOWN, moneyText, percentText, signedMoney } from '../../../stores/market/number-format.ts';
import { periodText } from '../seconds-text.ts';

export interface RecordCardProps {
  order: SecondsOrder;
  /** Server time in ms for a running order; null for a settled one. */
  clock: ReadonlySignal<number> | null;
  onProof: (orderNum: string) => void;
}

export const RecordCard = memo(function RecordCard({ order, clock, onProof }: RecordCardProps) {
  const { t } = useTranslation();
  const { symbol, direction, period, result, orderNum } = order;
  const profitUnits = parseMoney(order.profit) ?? 0n;
  return (
    <li className={styles.card} data-testid="record">
      <div className={styles.head}>
        {clock && <CountdownRing order={order} clock={clock} />}
        <span className={styles.name}>
          <b className="num">{symbol}</b> ·{' '}
          <span data-tone={direction}>
            {direction === 'up' ? '↑' : '↓'} {t(`seconds.${direction}`)}
          </span>{' '}
          · {periodText(period, t)}
        </span>
        {clock ? (
          <PhaseText order={order} clock={clock} />
        ) : (
          <b className="num" data-tone={toneOf(profitUnits)} data-testid="profit">
            {signedMoney(profitUnits)}
          </b>
        )}
      </div>
      {result !== '' && (
        <p className="hint">
          {t(`seconds.result.${result}`)}
          {result === 'void' && ` ${voidText(order, t)}`}
        </p>
      )}
      <dl className={styles.figures}>
        {rowsOf(order, t).map(([name, value]) => (
          <Fact key={name} label={name} className="num">
            {value}
          </Fact>
        ))}
      </dl>
      <div className={styles.footer}>
        <span className={`num ${styles.number}`}>{orderNum}</span>
        {result !== '' && (
          <Button small onClick={() => onProof(orderNum)} data-testid="proof">
            {t('seconds.replayAndProof')}
          </Button>
        )}
      </div>
    </li>
  );
});

function rowsOf(order: SecondsOrder, t: Translate): [string, string][] {
  const over = order.result !== '';
  const time = (ms: number): string => (ms === 0 ? UNKNOWN : dateTimeText(ms));
  return [
    [t('seconds.amount'), `${moneyText(order.amount)} USDT`],
    [t('seconds.rate'), percentText(order.profitRate, 0)],
    [t('seconds.strike'), priceText(order.strikePrice, order.coinInfoId)],
    [t('seconds.execution'), priceText(order.executionPrice, order.coinInfoId)],
    [t('seconds.fee'), moneyText(order.fee)],
    [over ? t('seconds.payout') : t('seconds.return'), moneyText(over ? order.payout : order.expectedReturn)],
    [t('seconds.buyTime'), time(order.buyTime)],
    [t('seconds.openTime'), time(order.openTime)],
    [t('seconds.expirationTime'), time(order.expirationTime)],
    [t('seconds.settleTime'), time(order.settleTime)],
  ];
}
