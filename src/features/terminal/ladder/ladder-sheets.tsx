// Sheets of the price ladder: own orders of a price, and the confirmation of a move.
import { useState } from 'react';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps, printSteps } from '../../../../core/units/units.ts';
import { errorText } from '../../../components/common/error-text.ts';
import { quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { limitAfterStop } from '../../../components/order-lines/move-order.ts';
import { ConfirmationSheet } from '../../../components/order-review/order-confirmation.tsx';
import { type Translate, useTranslation } from '../../../locales/use-translation.ts';
import { separate } from '../../../stores/market/number-format.ts';
import { showToast } from '../../../stores/ui/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { type LadderOrder, cancelOrder, isStop, movableOrder, orderText } from './ladder-orders.ts';
import styles from './ladder.module.css';

/** An order that is to be moved to a price, once it is confirmed. */
export interface LadderMove {
  order: LadderOrder;
  priceTicks: PriceTicks;
}

export interface OrdersSheetProps {
  instrument: Instrument;
  orders: readonly LadderOrder[];
  onMove: (move: LadderMove) => void;
  onClose: () => void;
}

/** The own orders of one price: each can be moved and cancelled. */
export function OrdersSheet({ instrument, orders, onMove, onClose }: OrdersSheetProps) {
  const { t } = useTranslation();
  const cancel = (order: LadderOrder): void => {
    onClose();
    cancelOrder(order).then(
      () => showToast(t('orders.cancelled'), 'success'),
      (cause: unknown) => showToast(errorText(cause, t), 'error'),
    );
  };
  return (
    <Sheet open={orders.length > 0} onClose={onClose} title={t('ladder.orders')} closeLabel={t('app.close')}>
      {orders.map((order) => (
        <section key={order.id} className={styles.order}>
          <h3>
            <bdi>{orderText(order, t)}</bdi>
          </h3>
          <PriceForm instrument={instrument} order={order} onMove={onMove} />
          <Button kind="down" wide onClick={() => cancel(order)} data-testid="ladder-cancel">
            {t('lines.cancelOrder')}
          </Button>
        </section>
      ))}
    </Sheet>
  );
}

const priceLabel = (order: LadderOrder, t: Translate): string => t(isStop(order) ? 'trade.stopPrice' : 'trade.price');

function PriceForm({
  instrument,
  order,
  onMove,
}: Pick<OrdersSheetProps, 'instrument' | 'onMove'> & { order: LadderOrder }) {
  const { t } = useTranslation();
  const before = printSteps(order.priceTicks, instrument.price);
  const [price, setPrice] = useState(before);
  const priceTicks = parseSteps(price, instrument.price);
  return (
    <>
      <NumberField
        label={priceLabel(order, t)}
        value={price}
        onValue={setPrice}
        decimals={instrument.price.decimals}
        suffix={quoteSymbol(instrument.info)}
        testId="ladder-price"
      />
      <Button
        kind="primary"
        wide
        disabled={typeof priceTicks !== 'number' || priceTicks === 0 || priceTicks === order.priceTicks}
        onClick={() => typeof priceTicks === 'number' && onMove({ order, priceTicks })}
        data-testid="ladder-move"
      >
        {t('lines.changePrice')}
      </Button>
    </>
  );
}

export interface MoveSheetProps {
  instrument: Instrument;
  move: LadderMove | null;
  onClose: () => void;
}

/** Asks before every move, and again when the order would execute at once by now. */
export function MoveSheet({ instrument, move, onClose }: MoveSheetProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ move: LadderMove | null; atOnce: boolean }>({ move: null, atOnce: false });
  const atOnceNow = (): boolean =>
    move !== null && (movableOrder(instrument, move.order, t)?.executesAtOnce(move.priceTicks) ?? false);
  if (asked.move !== move) setAsked({ move, atOnce: atOnceNow() });
  if (!move) return null;
  const { order, priceTicks } = move;
  const { source } = order;
  const price = (ticks: PriceTicks): string =>
    `${separate(printSteps(ticks, instrument.price))} ${quoteSymbol(instrument.info)}`;
  const confirm = (): void => {
    if (atOnceNow() && !asked.atOnce) return setAsked({ move, atOnce: true });
    onClose();
    const line = movableOrder(instrument, order, t);
    if (!line || line.priceTicks !== order.priceTicks) return showToast(t('ladder.changed'), 'error');
    const objection = line.objection(priceTicks);
    if (objection !== null) return showToast(objection, 'error');
    return line.move(priceTicks, null);
  };
  const now = order.side === 'buy' ? 'lines.buyNow' : 'lines.sellNow';
  return (
    <ConfirmationSheet
      open
      title={orderText(order, t)}
      kind={order.side === 'buy' ? 'up' : 'down'}
      label={t(asked.atOnce ? now : 'lines.changePrice')}
      rows={[
        { key: 'before', label: priceLabel(order, t), text: price(order.priceTicks) },
        { key: 'price', label: t('ladder.newPrice'), text: price(priceTicks) },
        ...(source.kind === 'spot' && source.order.orderType === 'stop_limit'
          ? [
              {
                key: 'limit',
                label: t('trade.limit'),
                text: price(limitAfterStop(source.order, instrument, priceTicks)),
              },
            ]
          : []),
      ]}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
