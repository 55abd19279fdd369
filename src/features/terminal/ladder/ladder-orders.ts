// The user's resting orders and positions of one market, as the price ladder shows them.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import type { ContractOrder } from '../../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../../core/orders/spot-order.ts';
import { type PriceTicks, parseSteps } from '../../../../core/units/units.ts';
import { isHeld } from '../../../../core/orders/contract-order.ts';
import { cancelWaiting, movableContractLine } from '../../../components/order-lines/movable-contract-line.ts';
import type { MovableLine } from '../../../components/order-lines/movable-line.ts';
import { movableOrderLine } from '../../../components/order-lines/movable-order-line.ts';
import { type LinePrice, orderTicks, unfilledAmount } from '../../../components/order-lines/move-order.ts';
import { lineIdOf, linePrices, openSizeText, shortAmount } from '../../../components/order-lines/spot-lines.ts';
import type { Translate } from '../../../locales/use-translation.ts';
import { cancelOrders } from '../../../stores/account/cancel-orders.ts';
import { openContracts, profitOf, waitingContracts } from '../../../stores/account/contract-orders.ts';
import { openOrders } from '../../../stores/account/spot-orders.ts';
import { signedMoney } from '../../../stores/market/number-format.ts';

/** A resting order, or one that waits for a price, at one of its prices: the part of it that has not executed. */
export interface LadderOrder {
  id: string;
  side: 'buy' | 'sell';
  priceTicks: PriceTicks;
  /** As shown. */
  amount: string;
  source: { kind: 'spot'; order: SpotOrder; which: LinePrice } | { kind: 'contract'; order: ContractOrder };
}

/** A held position at its average entry, which need not be on a tick. */
export interface LadderPosition {
  direction: ContractOrder['direction'];
  priceTicks: number;
  amount: string;
}

const ticksOf = (text: string, { price }: Instrument): PriceTicks => {
  const ticks = parseSteps(text, price);
  return typeof ticks === 'number' ? ticks : 0;
};

/** Newest first. */
export function ladderOrders(instrument: Instrument): ReadonlySignal<readonly LadderOrder[]> {
  const { id } = instrument.info;
  return computed(() => [
    ...openOrders.value
      .filter(({ coinInfoId }) => coinInfoId === id)
      .flatMap((order) =>
        linePrices(order).map((which): LadderOrder => ({
          id: `spot ${lineIdOf(order, which)}`,
          side: order.side,
          priceTicks: orderTicks(order, which, instrument),
          amount:
            Number(order.amount) > 0 ? shortAmount(unfilledAmount(order, instrument)) : openSizeText(order, instrument),
          source: { kind: 'spot', order, which },
        })),
      ),
    ...waitingContracts.value
      .filter(({ coinInfoId, orderType }) => coinInfoId === id && orderType === 'limit')
      .map((order): LadderOrder => ({
        id: `contract ${order.id}`,
        side: order.direction === 'long' ? 'buy' : 'sell',
        priceTicks: ticksOf(order.limitPrice, instrument),
        amount: shortAmount(order.pendingAmount ?? order.amount),
        source: { kind: 'contract', order },
      })),
  ]);
}

export function ladderPositions(instrument: Instrument): ReadonlySignal<readonly LadderPosition[]> {
  return computed(() =>
    openContracts.value
      .filter((order) => order.coinInfoId === instrument.info.id && isHeld(order))
      .map(({ direction, openPrice, holdAmount, amount }) => ({
        direction,
        priceTicks: (Number(openPrice) * 10 ** instrument.price.decimals) / instrument.price.step,
        amount: holdAmount ?? amount,
      })),
  );
}

/** Profit of all positions of the market; '' without one. */
export function ladderProfit(instrument: Instrument): ReadonlySignal<string> {
  return computed(() => {
    const held = openContracts.value.filter((order) => order.coinInfoId === instrument.info.id && isHeld(order));
    if (held.length === 0) return '';
    return signedMoney(profitOf(held));
  });
}

/** Whether it waits for its price, in no book. */
export function isStop({ source }: LadderOrder): boolean {
  return source.kind === 'spot' && source.which === 'stop';
}

/** "Buy 0.01", "Stop price · Buy 0.01". */
export function orderText(order: LadderOrder, t: Translate): string {
  const { side, amount, source } = order;
  const name =
    source.kind === 'spot'
      ? t(`trade.${side}`)
      : `${t(`contracts.${source.order.direction}`)} ${source.order.multiple}x`;
  return `${isStop(order) ? `${t('trade.stopPrice')} · ` : ''}${name} ${amount}`;
}

/** The order as it is now; undefined when it has executed or was cancelled. */
export function movableOrder(instrument: Instrument, { source }: LadderOrder, t: Translate): MovableLine | undefined {
  if (source.kind === 'spot') {
    const order = openOrders.peek().find(({ id }) => id === source.order.id);
    return order && movableOrderLine(instrument, order, t, source.which);
  }
  const order = waitingContracts.peek().find(({ id }) => id === source.order.id);
  return order && movableContractLine(instrument, order, t);
}

export async function cancelOrder({ source }: LadderOrder): Promise<void> {
  if (source.kind === 'spot') await cancelOrders(source.order);
  else await cancelWaiting(source.order);
}
