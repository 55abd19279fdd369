// Title of a contract in a list: direction and leverage, and its pair as a link to the details.
import { Link } from '@tanstack/react-router';
import { type Translate, useTranslation } from '../../locales/use-translation.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import layout from '../../components/ticket/trading-layout.module.css';

export function ContractTitle({ order, pair }: { order: ContractOrder; pair: string }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={layout.sideMark} data-side={order.direction === 'long' ? 'buy' : 'sell'}>
        {t(`contracts.${order.direction}`)} <span className="num">{order.multiple}x</span>
      </span>
      <Link className="num" to="/pages/order/orderInfo" search={{ type: 'contract', id: order.id }}>
        <b>{pair}</b>
      </Link>
    </>
  );
}

/** The same as text, in the names of a row's buttons: a list of all buttons would else have many of one name. */
export function contractName({ direction, multiple }: ContractOrder, pair: string, t: Translate): string {
  return `${t(`contracts.${direction}`)} ${multiple}x ${pair}`;
}
