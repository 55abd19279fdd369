// Positions, their take-profit, stop-loss and liquidation, and what waits to be opened, as lines of the chart.
import type { Translate } from '../../../locales/use-translation.ts';
import type { TradeLine } from '../../../../chart/api.ts';
import { type ContractOrder, CONTRACT_STATUS } from '../../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps, printMoney, printSteps, stepsToNumber } from '../../../../core/units/units.ts';
import { profitAt } from '../../../components/ticket/position-profit.ts';
import { cellsOf } from '../../../stores/account/contract-orders.ts';
import { separate, signedMoney } from '../../../stores/market/number-format.ts';
import { type Asked, type Held, shortAmount } from './chart-order-lines.ts';

/** A price at which a position ends by itself, and that its owner sets. */
export type TriggerKind = 'profit' | 'loss';
/** One of them: of which contract, and where it stands. */
export interface Trigger {
  order: ContractOrder;
  kind: TriggerKind;
  priceTicks: PriceTicks;
}

export const triggerLineId = (kind: TriggerKind, orderId: number): string => `${kind} ${orderId}`;

export interface ContractSource {
  instrument: Instrument;
  contracts: readonly ContractOrder[];
  /** Take-profits and stop-losses on their way to another price, by the id of their line. */
  moving: ReadonlyMap<string, PriceTicks>;
  held: Held | null;
  asked: Asked | null;
}

/** Whether a part of it is held. */
export function isHeld(order: ContractOrder): boolean {
  return order.status === CONTRACT_STATUS.holding && Number(order.holdAmount ?? order.amount) > 0;
}

/** Every take-profit and stop-loss of the market. */
export function triggersOf({ info, price: grid }: Instrument, contracts: readonly ContractOrder[]): Trigger[] {
  return contracts
    .filter(({ coinInfoId }) => coinInfoId === info.id)
    .flatMap((order) =>
      (['profit', 'loss'] as const).flatMap((kind) => {
        const priceTicks = parseSteps(kind === 'profit' ? order.profitPrice : order.lossPrice, grid);
        return typeof priceTicks === 'number' && priceTicks > 0 ? [{ order, kind, priceTicks }] : [];
      }),
    );
}

/** The contract that a line shows which cannot be moved: of a position, its liquidation, or what waits. */
export function contractOf(contracts: readonly ContractOrder[], lineId: string): ContractOrder | undefined {
  const id = /^(?:position|liquidation|waiting) (\d+)$/.exec(lineId)?.[1];
  return contracts.find((order) => String(order.id) === id);
}

/** Lines of the shown market. Reads the profit of each position as it moves. */
export function contractLinesOf(source: ContractSource, t: Translate): TradeLine[] {
  const { instrument, contracts } = source;
  const here = contracts.filter(({ coinInfoId }) => coinInfoId === instrument.info.id);
  return [
    ...here.filter(isHeld).flatMap((order) => [positionLine(order, t), ...liquidationLine(order, t)]),
    ...here
      .filter(({ orderType, pendingAmount }) => orderType === 'limit' && Number(pendingAmount ?? 0) > 0)
      .map((order) => waitingLine(order, t)),
    ...triggersOf(instrument, here).map((trigger) => triggerLine(source, trigger, t)),
  ];
}

const still = { movable: false, pending: false } as const;
const sideOf = ({ direction }: ContractOrder): TradeLine['side'] => (direction === 'long' ? 'buy' : 'sell');
const words = ({ direction, multiple }: ContractOrder, t: Translate): string =>
  `${t(`contracts.${direction}`)} ${multiple}x`;

function positionLine(order: ContractOrder, t: Translate): TradeLine {
  const label = t('lines.order', {
    side: words(order, t),
    amount: shortAmount(order.holdAmount ?? order.amount),
    price: signedMoney(cellsOf(order.id).profit.value),
  });
  return {
    id: `position ${order.id}`,
    kind: 'position',
    side: sideOf(order),
    price: Number(order.openPrice),
    label,
    ...still,
  };
}

/** None where no price liquidates it. */
function liquidationLine({ id, liqPrice = '', ...order }: ContractOrder, t: Translate): TradeLine[] {
  return liqPrice === ''
    ? []
    : [
        {
          id: `liquidation ${id}`,
          kind: 'liquidation',
          side: order.direction === 'long' ? 'buy' : 'sell',
          price: Number(liqPrice),
          label: t('contracts.liq'),
          ...still,
        },
      ];
}

function waitingLine(order: ContractOrder, t: Translate): TradeLine {
  return {
    id: `waiting ${order.id}`,
    kind: 'order',
    side: sideOf(order),
    price: Number(order.limitPrice),
    label: `${words(order, t)} ${shortAmount(order.pendingAmount ?? '')}`,
    ...still,
  };
}

function triggerLine({ instrument, moving, held, asked }: ContractSource, trigger: Trigger, t: Translate): TradeLine {
  const { order, kind, priceTicks } = trigger;
  const id = triggerLineId(kind, order.id);
  const onItsWay = moving.get(id);
  const asks = asked?.id === id ? asked : null;
  const shown = onItsWay ?? asks?.priceTicks ?? (held?.id === id ? held.priceTicks : priceTicks);
  const name = t(kind === 'profit' ? 'contracts.profitPrice' : 'contracts.lossPrice');
  const gain = gainText(instrument, trigger, shown);
  return {
    id,
    kind: kind === 'profit' ? 'takeProfit' : 'stopLoss',
    side: sideOf(order),
    // A line in the hand is where the hand is; the host says where it was.
    price: stepsToNumber(onItsWay ?? asks?.priceTicks ?? priceTicks, instrument.price),
    label:
      onItsWay === undefined && asks === null
        ? `${name} ${gain}`
        : t('lines.moving', { side: name, amount: gain, price: separate(printSteps(shown, instrument.price)) }),
    movable: onItsWay === undefined,
    pending: onItsWay !== undefined,
    ...(asks && { ask: t(asks.trades ? 'lines.closeNow' : 'app.confirm') }),
  };
}

/** What its part of the position would bring there. */
function gainText(instrument: Instrument, { order, kind }: Trigger, priceTicks: PriceTicks): string {
  const part = kind === 'profit' ? order.profitAmount : order.lossAmount;
  if (!isHeld(order)) return '';
  const units = profitAt(instrument, part ? { ...order, holdAmount: part } : order, priceTicks);
  return units === null ? '' : signedMoney(printMoney(units));
}
