// How long a limit order stays and whether it may take: the choices, the select in a ticket, and the order's fields.
import type { FormOf } from '../../../core/endpoints/endpoints.ts';
import type { OrderType } from '../../../core/orders/spot-order.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { LabelledSelect } from './ticket-fields.tsx';
import styles from './trading-layout.module.css';

/** Times in force of the exchange, and POST for a GTC order that never takes: the only ones that it combines. */
const FORCES = ['GTC', 'POST', 'IOC', 'FOK'] as const;
type Force = (typeof FORCES)[number];

type ForceFields = Partial<Pick<FormOf<'/coin/order/add'>, 'tif' | 'postOnly'>>;

const chosenForce = stored('fxproTimeInForce');
const slippage = stored('fxproSlippage');

/** A market order within a maximum slippage is filled whole or refused, one without takes what there is. */
function useForce(orderType: OrderType): Force {
  const chosen = useSignalValue(chosenForce);
  const unbounded = useSignalValue(slippage) === '0';
  if (orderType === 'limit') return chosen;
  return unbounded ? 'IOC' : 'FOK';
}

/** The force of a limit order that is not the usual one, for the rows of its confirmation; null: the usual one. */
export function useUnusualForce(orderType: OrderType): Force | null {
  const force = useForce(orderType);
  return orderType === 'limit' && force !== 'GTC' ? force : null;
}

/** Fields of a new order; a market order and GTC have none. */
export function forceFields(orderType: OrderType): ForceFields {
  const force = chosenForce.peek();
  if (orderType === 'market' || force === 'GTC') return {};
  return force === 'POST' ? { postOnly: true } : { tif: force };
}

/** The choice of a limit order, remembered; for a market order what applies to it. */
export function TimeInForce({ orderType }: { orderType: OrderType }) {
  const { t } = useTranslation();
  const force = useForce(orderType);
  const label = t('trade.force');
  return (
    <div className={styles.wide}>
      {orderType === 'market' ? (
        <p className={styles.labelled}>
          <span>{label}</span>
          <b>{t(`trade.force.${force}`)}</b>
        </p>
      ) : (
        <LabelledSelect
          label={label}
          value={force}
          choices={FORCES.map((key) => ({ key, label: t(`trade.force.${key}`) }))}
          onChange={(key) => {
            chosenForce.value = key;
          }}
          testId="time-in-force"
        />
      )}
    </div>
  );
}
