// Resting orders of a practice, each with the recorded lots before it and a button that cancels it.
import { printSteps } from '../../../../core/units/units.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { separate } from '../../../stores/market/number-format.ts';
import { Button } from '../../../ui/button.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import type { PracticeController } from './practice-controller.ts';
import { lotsText } from './practice-text.ts';
import styles from './practice.module.css';

export function PracticeOrders({ practice }: { practice: PracticeController }) {
  const { t } = useTranslation();
  const { instrument } = practice;
  const { orders } = useSignalValue(practice.lists);
  if (orders.length === 0) return null;
  return (
    <ul className={styles.orders} aria-label={t('practice.orders')}>
      {orders.map(({ id, side, priceTicks, lots, dealLots, aheadLots }) => (
        <li key={id}>
          <span>
            <b data-tone={side === 'buy' ? 'up' : 'down'}>{t(`trade.${side}`)}</b>{' '}
            <span className="num">{`${lotsText(lots - dealLots, instrument)} @ ${separate(printSteps(priceTicks, instrument.price))}`}</span>
            <small className={styles.ahead}>{t('practice.ahead', { amount: lotsText(aheadLots, instrument) })}</small>
          </span>
          <Button small onClick={() => void practice.cancel(id)} data-testid="practice-cancel">
            {t('orders.cancel')}
          </Button>
        </li>
      ))}
      {orders.length > 1 && (
        <li>
          <Button small onClick={() => void practice.cancel(null)}>
            {t('orders.cancelAll')}
          </Button>
        </li>
      )}
    </ul>
  );
}
