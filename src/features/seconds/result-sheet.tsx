// Result of an order as soon as it is settled: both prices, payout, and a link to its proof.
import { useNavigate } from '@tanstack/react-router';
import type { SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import { parseMoney } from '../../../core/units/units.ts';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import { dismissResult, secondsResults } from '../../stores/account/binary-option-orders.ts';
import { Fact } from '../../ui/fact.tsx';
import { toneOf } from '../../ui/tone.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { priceText } from '../../stores/market/figures.ts';
import { moneyText, signedMoney } from '../../stores/market/number-format.ts';
import { periodText } from './seconds-text.ts';
import styles from './seconds.module.css';

export function ResultSheet() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const order = useSignalValue(secondsResults)[0];
  const profitUnits = parseMoney(order?.profit ?? '') ?? 0n;
  const toProof = (orderNum: string): void => {
    dismissResult();
    void navigate({ to: '/pages/proof/order', search: { orderNum } });
  };
  return (
    <Sheet
      open={order !== undefined}
      onClose={dismissResult}
      title={order ? titleOf(order, t) : ''}
      closeLabel={t('app.close')}
    >
      {order && (
        <div className={styles.result} data-result={order.result} data-testid="result">
          <p className={`num ${styles.profit}`} data-tone={toneOf(profitUnits)}>
            {signedMoney(profitUnits)} USDT
          </p>
          <p className={styles.reason}>
            {t(`seconds.result.${order.result || 'void'}`)}
            {order.result === 'void' && ` ${voidText(order, t)}`}
          </p>
          <dl className={styles.figures}>
            <Fact label={t('seconds.strike')} className="num">
              {priceText(order.strikePrice, order.coinInfoId)}
            </Fact>
            <Fact label={t('seconds.execution')} className="num">
              {priceText(order.executionPrice, order.coinInfoId)}
            </Fact>
            <Fact label={t('seconds.paid')} className="num">
              {moneyText(order.amount)} + {moneyText(order.fee)}
            </Fact>
            <Fact label={t('seconds.payout')} className="num">
              {moneyText(order.payout)}
            </Fact>
          </dl>
          <div className={styles.buttons}>
            <Button onClick={() => toProof(order.orderNum)}>{t('seconds.proof')}</Button>
            <Button kind="primary" onClick={dismissResult}>
              {t('app.close')}
            </Button>
          </div>
        </div>
      )}
    </Sheet>
  );
}

function titleOf(order: SecondsOrder, t: Translate): string {
  return `${order.symbol} · ${t(`seconds.${order.direction}`)} · ${periodText(order.period, t)}`;
}

/** Why an order was void; an unknown reason is shown as its code. */
export function voidText({ reason = '' }: Pick<SecondsOrder, 'reason'>, t: Translate): string {
  return reason === 'fewTicks' || reason === 'silence' ? t(`seconds.void.${reason}`) : reason;
}
